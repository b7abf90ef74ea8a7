package io.millrace.runtime.grouping;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Fields;
import io.millrace.api.Grouping;
import io.millrace.api.ServiceEnd;
import io.millrace.api.StreamSpec;
import io.millrace.api.Subscription;
import io.millrace.api.Topology;
import io.millrace.runtime.link.CycleEdges;
import io.millrace.runtime.plan.Subscriptions;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.runtime.tuple.Barrier;
import io.millrace.runtime.tuple.Reply;
import io.millrace.runtime.tuple.StreamRef;
import io.millrace.runtime.tuple.StreamTable;
import io.millrace.runtime.tuple.Watermark;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
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
        subscriptions = new Subscriptions(topology);
        for (ComponentSpec spec : topology.components()) {
            List<StreamRef> streams = new ArrayList<>();
            for (StreamSpec stream : spec.outputs()) {
                streams.add(new StreamRef(spec.id(), streams.size(), stream.name(), stream.fields(), stream.direct()));
            }
            outputs.put(spec.id(), List.copyOf(streams));
            upstream.put(spec.id(), tasksOf(spec.inputs().stream().map(Subscription::source)));
            downstream.put(
                    spec.id(),
                    tasksOf(topology.components().stream()
                            .filter(other -> other.inputs().stream()
                                    .anyMatch(input -> input.source().equals(spec.id())))
                            .map(ComponentSpec::id)));
        }
        outputsOfTask = new StreamRef[tasks.taskCount() + 1][];
        for (ComponentSpec spec : topology.components()) {
            StreamRef[] streams = outputs.get(spec.id()).toArray(StreamRef[]::new);
            tasks.tasksOf(spec.id()).forEach(task -> outputsOfTask[task] = streams);
        }
        for (ComponentSpec spec : topology.components()) {
            freeBehind.put(
                    spec.id(),
                    topology.components().stream()
                            .filter(other -> firstIdle(other).anyMatch(spec.id()::equals))
                            .map(other -> tasksOf(Stream.of(other.id())))
                            .toList());
            sourcesOfFree.put(spec.id(), tasksOf(firstIdle(spec)));
        }
        topology.components().forEach(spec -> behind.put(spec.id(), tasksOf(reached(topology, spec.id()))));
        Map<String, Integer> cycles = new Cycles(topology).numbers();
        cycleOfTask = new int[tasks.taskCount() + 1];
        for (int task : tasks.tasks()) {
            cycleOfTask[task] = cycles.get(tasks.componentOf(task));
        }
        Set<String> timed = timed(topology, cycles);
        for (ComponentSpec spec : topology.components()) {
            watermarks.put(
                    spec.id(),
                    tasksOf(spec.inputs().stream()
                            .map(Subscription::source)
                            .filter(source -> timed.contains(source)
                                    && !cycles.get(source).equals(cycles.get(spec.id())))));
        }
        onCycleWith = new int[tasks.taskCount() + 1][];
        for (ComponentSpec spec : topology.components()) {
            for (Subscription input : spec.inputs()) {
                int cycle = cycles.get(spec.id());
                if (cycles.get(input.source()) == cycle) {
                    int[] members = tasks.tasks().stream()
                            .mapToInt(task -> task)
                            .filter(task -> cycleOfTask[task] == cycle)
                            .toArray();
                    for (int member : members) {
                        onCycleWith[member] = members;
                    }
                }
            }
        }
        topology.components().forEach(spec -> copied.put(spec.id(), copiedFrom(topology, spec.id())));
    }

    private static Stream<String> firstIdle(ComponentSpec spec) {
        return spec.inputs().stream()
                .filter(input -> input.grouping() instanceof Grouping.FirstIdle)
                .map(Subscription::source);
    }

    /**
     * Returns the tasks that get copies of a component. A task on a cycle gets none: they may have to wait for others,
     * as the cycle is throttled at its entrance.
     */
    private TaskSet copiedFrom(Topology topology, String source) {
        return tasksOf(topology.components().stream()
                .filter(spec -> onCycleWith[tasks.tasksOf(spec.id()).get(0)] == null)
                .filter(spec ->
                        spec.inputs().stream().anyMatch(input -> input.source().equals(source))
                                && spec.inputs().stream()
                                        .filter(input -> input.source().equals(source))
                                        .allMatch(input -> input.grouping() instanceof Grouping.All))
                .map(ComponentSpec::id));
    }

    /** Returns the components that tuples of one component can reach. */
    private static Stream<String> reached(Topology topology, String from) {
        Set<String> reached = new LinkedHashSet<>();
        for (int before = -1; before != reached.size(); ) {
            before = reached.size();
            for (ComponentSpec spec : topology.components()) {
                if (spec.inputs().stream()
                        .map(Subscription::source)
                        .anyMatch(source -> source.equals(from) || reached.contains(source))) {
                    reached.add(spec.id());
                }
            }
        }
        return reached.stream();
    }

    /** Returns the components that send watermarks: spouts whose event time is known, and bolts downstream. */
    private static Set<String> timed(Topology topology, Map<String, Integer> cycles) {
        Set<String> timed = new HashSet<>();
        for (int before = -1; before != timed.size(); ) {
            before = timed.size();
            for (ComponentSpec spec : topology.components()) {
                boolean behind = spec.inputs().stream()
                        .map(Subscription::source)
                        .anyMatch(source ->
                                timed.contains(source) && !cycles.get(source).equals(cycles.get(spec.id())));
                if (behind || spec.eventTime().isKnown()) {
                    timed.add(spec.id());
                }
            }
        }
        return timed;
    }

    private TaskSet tasksOf(Stream<String> components) {
        return new TaskSet(components.distinct().map(tasks::tasksOf).toList());
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
