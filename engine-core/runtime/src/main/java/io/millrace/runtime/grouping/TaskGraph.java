// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.grouping;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Fields;
import io.millrace.api.Grouping;
import io.millrace.api.ServiceEnd;
import io.millrace.api.StreamSpec;
import io.millrace.api.Subscription;
import io.millrace.api.Topology;
import io.millrace.runtime.link.CycleEdges;
import io.millrace.runtime.plan.ComponentGraph;
import io.millrace.runtime.plan.Subscriptions;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.runtime.tuple.Barrier;
import io.millrace.runtime.tuple.Reply;
import io.millrace.runtime.tuple.StreamRef;
import io.millrace.runtime.tuple.StreamTable;
import io.millrace.runtime.tuple.Watermark;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The graph of a topology's tasks, which all executors of a worker use. Immutable, one per worker. */
public final class TaskGraph implements StreamTable, CycleEdges {

    private static final StreamRef[] OF_ENGINE = {Reply.STREAM, Barrier.STREAM, Watermark.STREAM};

    private final TaskPlan tasks;
    private final Subscriptions subscriptions;
    private final Map<String, List<StreamRef>> outputs = new HashMap<>();

    /** The output streams of each task, by task. */
    private final StreamRef[][] outputsOfTask;

    /** The number of each task's cycle, by task. Components on a common cycle have the same number. */
    private final int[] cycleOfTask;

    /** The tasks on a cycle with a task, by task; null if there are none. */
    private final int[][] onCycleWith;

    private final List<ComponentSpec> fed;

    /** The tasks from which a component gets tuples, and to which it sends tuples, by component. */
    private final Map<String, TaskSet> upstream = new HashMap<>();

    private final Map<String, TaskSet> downstream = new HashMap<>();

    /** The tasks that tuples of a component can reach, over any number of others, by component. */
    private final Map<String, TaskSet> behind = new HashMap<>();

    /** The tasks that get nothing from a component but what their siblings get too, by component. */
    private final Map<String, TaskSet> copied = new HashMap<>();

    /**
     * The tasks of each component that subscribes to a component by {@link Grouping.FirstIdle}, and the tasks to which
     * it subscribes by it; by component.
     */
    private final Map<String, List<TaskSet>> freeBehind = new HashMap<>();

    private final Map<String, TaskSet> sourcesOfFree = new HashMap<>();

    /** The tasks from which a component gets watermarks, by component. */
    private final Map<String, TaskSet> watermarks = new HashMap<>();

    public TaskGraph(Topology topology) {
        fed = topology.components().stream()
                .filter(spec -> spec.service().kind() == ServiceEnd.Kind.FED)
                .toList();
        tasks = TaskPlan.withDormant(topology);
        subscriptions = new Subscriptions(topology.components());
        outputsOfTask = new StreamRef[tasks.taskCount() + 1][];
        cycleOfTask = new int[tasks.taskCount() + 1];
        onCycleWith = new int[tasks.taskCount() + 1][];
        ComponentGraph components = new ComponentGraph(topology.components());
        Map<String, Integer> cycles = new Cycles(components).numbers();
        for (ComponentSpec spec : topology.components()) {
            outputs.put(spec.id(), streams(spec));
            StreamRef[] streams = outputs.get(spec.id()).toArray(StreamRef[]::new);
            for (int task : tasks.tasksOf(spec.id())) {
                outputsOfTask[task] = streams;
                cycleOfTask[task] = cycles.get(spec.id());
            }
        }
        findCycles(components, cycles);
        Set<String> timed = timed(topology, components, cycles);
        for (String component : components.components()) {
            Set<String> sources = components.sourcesOf(component);
            Set<String> consumers = components.consumersOf(component);
            upstream.put(component, tasksOf(sources.stream()));
            downstream.put(component, tasksOf(consumers.stream()));
            behind.put(component, tasksOf(components.behind(component).stream()));
            freeBehind.put(
                    component,
                    consumers.stream()
                            .filter(consumer -> takesWhenFree(consumer, component))
                            .map(consumer -> tasksOf(Stream.of(consumer)))
                            .toList());
            sourcesOfFree.put(component, tasksOf(sources.stream().filter(source -> takesWhenFree(component, source))));
            watermarks.put(
                    component,
                    tasksOf(sources.stream()
                            .filter(source -> timed.contains(source)
                                    && !cycles.get(source).equals(cycles.get(component)))));
            copied.put(component, tasksOf(consumers.stream().filter(consumer -> takesCopies(consumer, component))));
        }
    }

    private static List<StreamRef> streams(ComponentSpec spec) {
        List<StreamRef> streams = new ArrayList<>();
        for (StreamSpec stream : spec.outputs()) {
            streams.add(new StreamRef(spec.id(), streams.size(), stream.name(), stream.fields(), stream.direct()));
        }
        return List.copyOf(streams);
    }

    private void findCycles(ComponentGraph components, Map<String, Integer> cycles) {
        Map<Integer, int[]> members = new HashMap<>();
        for (String component : components.components()) {
            int cycle = cycles.get(component);
            if (components.sourcesOf(component).stream().anyMatch(source -> cycles.get(source) == cycle)) {
                int[] all = members.computeIfAbsent(
                        cycle,
                        number -> IntStream.rangeClosed(1, tasks.taskCount())
                                .filter(task -> cycleOfTask[task] == number)
                                .toArray());
                tasks.tasksOf(component).forEach(task -> onCycleWith[task] = all);
            }
        }
    }

    private boolean takesWhenFree(String component, String source) {
        return inputs(component, source).anyMatch(input -> input.grouping() instanceof Grouping.FirstIdle);
    }

    /**
     * Returns whether a component's tasks get copies of another one. A task on a cycle gets none: they may have to wait
     * for others, as the cycle is throttled at its entrance.
     */
    private boolean takesCopies(String component, String source) {
        return onCycleWith[tasks.tasksOf(component).get(0)] == null
                && inputs(component, source).allMatch(input -> input.grouping() instanceof Grouping.All);
    }

    private Stream<Subscription> inputs(String component, String source) {
        return tasks.component(component).inputs().stream()
                .filter(input -> input.source().equals(source));
    }

    /** Returns the components that send watermarks: spouts whose event time is known, and bolts downstream. */
    private static Set<String> timed(Topology topology, ComponentGraph components, Map<String, Integer> cycles) {
        Set<String> timed = new HashSet<>();
        Queue<String> left = new ArrayDeque<>();
        for (ComponentSpec spec : topology.components()) {
            if (spec.eventTime().isKnown() && timed.add(spec.id())) {
                left.add(spec.id());
            }
        }
        while (!left.isEmpty()) {
            String source = left.remove();
            for (String consumer : components.consumersOf(source)) {
                if (!cycles.get(source).equals(cycles.get(consumer)) && timed.add(consumer)) {
                    left.add(consumer);
                }
            }
        }
        return timed;
    }

    private TaskSet tasksOf(Stream<String> components) {
        return new TaskSet(components.map(tasks::tasksOf).toList());
    }

    /** Returns the tasks from which a component gets tuples. */
    public TaskSet upstreamOf(String component) {
        return upstream.get(component);
    }

    /** Returns the tasks that subscribe to any stream of a component. */
    public TaskSet downstreamOf(String component) {
        return downstream.get(component);
    }

    /** Returns the tasks that tuples of a component can reach, over any number of others. */
    public TaskSet behind(String component) {
        return behind.get(component);
    }

    /** Returns whether no component that tuples of this one can reach sends to a task. */
    public boolean isOnlySender(String component, int task) {
        TaskSet senders = upstreamOf(tasks.componentOf(task));
        TaskSet reached = behind(component);
        return IntStream.range(0, senders.size()).noneMatch(i -> reached.indexOf(senders.task(i)) >= 0);
    }

    /**
     * Returns the tasks that get from a task of this component only what their siblings get too, and are on no cycle.
     */
    public TaskSet copiesOf(String component) {
        return copied.get(component);
    }

    /** Returns the tasks of each component that subscribes to a component by {@link Grouping.FirstIdle}. */
    public List<TaskSet> freeTasksBehind(String component) {
        return freeBehind.get(component);
    }

    /** Returns the tasks of all components to which a component subscribes by {@link Grouping.FirstIdle}. */
    public TaskSet sourcesOfFreeTasks(String component) {
        return sourcesOfFree.get(component);
    }

    /** Returns whether a task gets a stream by {@link Grouping.FirstIdle}. */
    public boolean takesWhenFree(int task, StreamRef stream) {
        return tasks.specOf(task).inputs().stream()
                .anyMatch(input -> input.grouping() instanceof Grouping.FirstIdle
                        && input.source().equals(stream.component())
                        && input.stream().equals(stream.name()));
    }

    /** Returns the tasks from which a component gets watermarks. */
    public TaskSet watermarksTo(String component) {
        return watermarks.get(component);
    }

    public TaskPlan tasks() {
        return tasks;
    }

    public Subscriptions subscriptions() {
        return subscriptions;
    }

    /** Returns the streams of a component, in the order of their declaration. */
    public List<StreamRef> outputs(String component) {
        return outputs.get(component);
    }

    @Override
    public StreamRef find(int sourceTask, int index) {
        if (!tasks.hasTask(sourceTask)) {
            return null;
        }
        StreamRef[] streams = outputsOfTask[sourceTask];
        return index < streams.length ? streams[index] : ofEngine(index);
    }

    private static StreamRef ofEngine(int index) {
        for (StreamRef stream : OF_ENGINE) {
            if (stream.index() == index) {
                return stream;
            }
        }
        return null;
    }

    /** Returns the fields of an answer to tuples of this task; null if it is no task of a fed spout. */
    public Fields answersOf(int task) {
        if (!tasks.hasTask(task)) {
            return null;
        }
        ServiceEnd end = tasks.specOf(task).service();
        return end.kind() == ServiceEnd.Kind.FED ? end.answers() : null;
    }

    /** Returns the spouts that services feed. */
    public List<ComponentSpec> fed() {
        return fed;
    }

    @Override
    public int[] cycleOf(int task) {
        return onCycleWith[task];
    }

    /** Returns whether an edge is inside a cycle. Only valid for tasks between which there is an edge. */
    @Override
    public boolean insideCycle(int sourceTask, int targetTask) {
        return cycleOfTask[sourceTask] == cycleOfTask[targetTask];
    }
}
