// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.placement;

import io.millrace.cluster.model.WorkerPlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiPredicate;

/**
 * Finds nodes with free slots for as many workers as possible, where not every node may run every worker: a maximum
 * matching by augmenting paths. Each worker goes to the permitted node with the most free slots, and among several to
 * the first by name, unless another worker needs it.
 */
final class WorkerMatching {

    private final BiPredicate<WorkerPlan, String> permits;
    private final SortedMap<String, Integer> free;
    private final Map<String, List<WorkerPlan>> onNode = new TreeMap<>();

    private WorkerMatching(SortedMap<String, Integer> free, BiPredicate<WorkerPlan, String> permits) {
        this.free = new TreeMap<>(free);
        this.permits = permits;
        free.keySet().forEach(node -> onNode.put(node, new ArrayList<>()));
    }

    /** Returns the nodes of the workers that find one, by the worker's name. */
    static Map<String, String> find(
            List<WorkerPlan> workers, SortedMap<String, Integer> free, BiPredicate<WorkerPlan, String> permits) {
        WorkerMatching matching = new WorkerMatching(free, permits);
        workers.forEach(worker -> matching.place(worker, new HashSet<>()));
        Map<String, String> found = new LinkedHashMap<>();
        matching.onNode.forEach((node, placed) -> placed.forEach(worker -> found.put(worker.worker(), node)));
        return found;
    }

    private boolean place(WorkerPlan worker, Set<String> tried) {
        Optional<String> freest = free.entrySet().stream()
                .filter(entry -> entry.getValue() > 0 && permits.test(worker, entry.getKey()))
                .max(Map.Entry.<String, Integer>comparingByValue()
                        .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
                .map(Map.Entry::getKey);
        if (freest.isPresent()) {
            free.merge(freest.get(), -1, Integer::sum);
            onNode.get(freest.get()).add(worker);
            return true;
        }
        for (Map.Entry<String, List<WorkerPlan>> node : onNode.entrySet()) {
            if (!permits.test(worker, node.getKey()) || !tried.add(node.getKey())) {
                continue;
            }
            for (int i = 0; i < node.getValue().size(); i++) {
                if (place(node.getValue().get(i), tried)) {
                    node.getValue().set(i, worker);
                    return true;
                }
            }
        }
        return false;
    }
}
