// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The places of a topology's tasks. Immutable.
 *
 * @param workerOfTask worker of every task that is not dormant
 * @param nodeOfWorker node of every worker
 * @param epoch epoch of the assignment; grows with each
 */
public record TaskPlacement(Map<Integer, String> workerOfTask, Map<String, String> nodeOfWorker, long epoch) {

    public TaskPlacement {
        workerOfTask = Map.copyOf(workerOfTask);
        nodeOfWorker = Map.copyOf(nodeOfWorker);
    }

    /** Makes a placement that never changes. */
    public TaskPlacement(Map<Integer, String> workerOfTask, Map<String, String> nodeOfWorker) {
        this(workerOfTask, nodeOfWorker, 0);
    }

    /** Returns the tasks of every worker that has any, ascending. */
    SortedMap<String, List<Integer>> tasksOfWorker() {
        SortedMap<String, List<Integer>> tasksOf = new TreeMap<>();
        new TreeMap<>(workerOfTask)
                .forEach((task, worker) -> tasksOf.computeIfAbsent(worker, none -> new ArrayList<>())
                        .add(task));
        return tasksOf;
    }
}
