// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Grouping;
import io.millrace.api.Subscription;
import io.millrace.api.Topology;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.runtime.plan.TaskPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Finds tasks that never get a tuple: with localOrShuffle those in workers without a task of the source, if each worker
 * that has one has a subscribing task too. Pure.
 */
final class IdleTasks {

    private IdleTasks() {}

    /** Returns one line for each component that has such tasks. */
    static List<String> of(Topology topology, AssignmentRecord assignment) {
        TaskPlan plan = new TaskPlan(topology);
        Map<String, Map<String, Set<Integer>>> tasksByWorker = new HashMap<>();
        for (WorkerPlan worker : assignment.workers()) {
            for (int task : worker.tasks()) {
                tasksByWorker
                        .computeIfAbsent(plan.componentOf(task), id -> new TreeMap<>())
                        .computeIfAbsent(worker.worker(), id -> new TreeSet<>())
                        .add(task);
            }
        }
        List<String> lines = new ArrayList<>();
        for (ComponentSpec component : topology.components()) {
            Map<String, Set<Integer>> own = tasksByWorker.getOrDefault(component.id(), Map.of());
            Set<Integer> idle = new TreeSet<>();
            own.forEach((worker, tasks) -> {
                if (!component.inputs().isEmpty()
                        && component.inputs().stream().allMatch(input -> isIdle(input, worker, own, tasksByWorker))) {
                    idle.addAll(tasks);
                }
            });
            if (!idle.isEmpty()) {
                lines.add(line(component, idle));
            }
        }
        return lines;
    }

    private static boolean isIdle(
            Subscription input,
            String worker,
            Map<String, Set<Integer>> own,
            Map<String, Map<String, Set<Integer>>> tasksByWorker) {
        Set<String> sources =
                tasksByWorker.getOrDefault(input.source(), Map.of()).keySet();
        return input.grouping() instanceof Grouping.LocalOrShuffle
                && !sources.contains(worker)
                && own.keySet().containsAll(sources);
    }

    private static String line(ComponentSpec component, Set<Integer> tasks) {
        String sources =
                component.inputs().stream().map(Subscription::source).distinct().collect(Collectors.joining(", "));
        return (tasks.size() == 1 ? "task " : "tasks ")
                + tasks.stream().map(String::valueOf).collect(Collectors.joining(", ")) + " of bolt " + component.id()
                + (tasks.size() == 1 ? " gets" : " get") + " nothing by localOrShuffle: no task of " + sources
                + " is in the same worker, and those elsewhere have a task of " + component.id()
                + " in theirs: subscribe by shuffle, or rebalance with other numbers of workers or tasks";
    }
}
