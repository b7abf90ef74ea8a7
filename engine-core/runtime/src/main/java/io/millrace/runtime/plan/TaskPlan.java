// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.plan;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.api.config.EngineKeys;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The tasks of a topology: ids from 1, in the order of its components, so that every process gives them the same ids.
 * Dormant tasks ({@link EngineKeys#TASKS_MAX}) have the ids behind all others, so that the other ids are the same with
 * and without them. Immutable.
 */
public final class TaskPlan {

    private final List<ComponentSpec> components;
    private final Map<String, List<Integer>> tasksOf = new LinkedHashMap<>();
    private final Map<String, ComponentSpec> specs = new LinkedHashMap<>();
    private final List<Integer> tasks;

    /** The highest id of a task that is not dormant. */
    private final int placed;

    // The component of each task, by task id; element 0 is unused
    private final ComponentSpec[] specOfTask;
    private final int[] indexOfTask;

    /** Makes the plan of the tasks that are placed with the topology. */
    public TaskPlan(Topology topology) {
        this(topology, false);
    }

    private TaskPlan(Topology topology, boolean withDormant) {
        components = topology.components();
        placed = components.stream().mapToInt(ComponentSpec::tasks).sum();
        int count = placed
                + (withDormant
                        ? components.stream().mapToInt(TaskPlan::dormantOf).sum()
                        : 0);
        specOfTask = new ComponentSpec[count + 1];
        indexOfTask = new int[count + 1];
        List<Integer> all = new ArrayList<>(count);
        for (ComponentSpec spec : components) {
            List<Integer> own = new ArrayList<>(spec.tasks());
            for (int index = 0; index < spec.tasks(); index++) {
                int task = all.size() + 1;
                all.add(task);
                own.add(task);
                specOfTask[task] = spec;
                indexOfTask[task] = index;
            }
            specs.put(spec.id(), spec);
            tasksOf.put(spec.id(), own);
        }
        if (withDormant) {
            components.forEach(spec -> addDormant(spec, all));
        }
        tasksOf.replaceAll((id, own) -> List.copyOf(own));
        tasks = List.copyOf(all);
    }

    /** Returns the plan of all tasks, with those that belong to no worker until a node has room for them. */
    public static TaskPlan withDormant(Topology topology) {
        return new TaskPlan(topology, true);
    }

    /** Returns whether a topology has dormant tasks. */
    public static boolean hasDormant(Topology topology) {
        return topology.components().stream().anyMatch(spec -> dormantOf(spec) > 0);
    }

    private static int dormantOf(ComponentSpec spec) {
        return spec.settings().containsKey(EngineKeys.TASKS_MAX.name())
                ? Math.max(0, Config.of(spec.settings()).get(EngineKeys.TASKS_MAX) - spec.tasks())
                : 0;
    }

    private void addDormant(ComponentSpec spec, List<Integer> all) {
        List<Integer> own = tasksOf.get(spec.id());
        for (int left = dormantOf(spec); left > 0; left--) {
            int task = all.size() + 1;
            specOfTask[task] = spec;
            indexOfTask[task] = own.size();
            all.add(task);
            own.add(task);
        }
    }

    /** Returns the components in the topology's order. */
    public List<ComponentSpec> components() {
        return components;
    }

    /** Returns all task ids, ascending. */
    public List<Integer> tasks() {
        return tasks;
    }

    /** Returns the number of tasks, which is also the highest id. */
    public int taskCount() {
        return tasks.size();
    }

    /** Returns the tasks that are dormant unless a node has room for them, ascending. */
    public List<Integer> dormant() {
        return tasks.subList(placed, tasks.size());
    }

    public boolean hasTask(int task) {
        return task >= 1 && task < specOfTask.length;
    }

    /** Returns the component id of a task. Throws {@link IllegalArgumentException} for an unknown task. */
    public String componentOf(int task) {
        return specOf(task).id();
    }

    /** Returns the component of a task. Throws {@link IllegalArgumentException} for an unknown task. */
    public ComponentSpec specOf(int task) {
        check(task);
        return specOfTask[task];
    }

    /** Returns a component by its id. Throws {@link IllegalArgumentException} for an unknown one. */
    public ComponentSpec component(String id) {
        ComponentSpec spec = specs.get(id);
        if (spec == null) {
            throw unknown(id);
        }
        return spec;
    }

    /**
     * Returns the tasks of a component, ascending. Throws {@link IllegalArgumentException} for an unknown component.
     */
    public List<Integer> tasksOf(String component) {
        List<Integer> own = tasksOf.get(component);
        if (own == null) {
            throw unknown(component);
        }
        return own;
    }

    /** Returns the position of a task among those of its component, from 0. */
    public int indexOf(int task) {
        check(task);
        return indexOfTask[task];
    }

    private void check(int task) {
        if (!hasTask(task)) {
            throw new IllegalArgumentException("there is no task " + task + ": the topology has 1 to " + taskCount());
        }
    }

    private IllegalArgumentException unknown(String component) {
        return new IllegalArgumentException(
                "there is no component '" + component + "': the topology has " + String.join(", ", specs.keySet()));
    }
}
