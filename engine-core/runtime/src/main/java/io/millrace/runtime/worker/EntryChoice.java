// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/** Chooses the workers of a region that may copy batches to the others of it; pure. */
final class EntryChoice {

    /** The number of candidates. */
    static final int MOST = 4;

    private EntryChoice() {}

    /**
     * Returns the names of workers of a region: the one with the most tasks that get copies first, then by name; nodes
     * that only relay come last.
     *
     * @param up other workers that are up
     * @param copied predicate of the tasks that get copies
     */
    static List<String> of(Collection<PeerEndpoint> up, String region, TaskPlacement placement, IntPredicate copied) {
        Map<String, Integer> tasks = new HashMap<>();
        placement.workerOfTask().forEach((task, worker) -> {
            if (copied.test(task)) {
                tasks.merge(worker, 1, Integer::sum);
            }
        });
        return up.stream()
                .filter(worker -> worker.port() != 0
                        && worker.region().equals(region)
                        && (worker.relays() || tasks.containsKey(worker.worker())))
                .sorted(Comparator.comparingInt((PeerEndpoint worker) -> -tasks.getOrDefault(worker.worker(), 0))
                        .thenComparing(PeerEndpoint::worker))
                .limit(MOST)
                .map(PeerEndpoint::worker)
                .toList();
    }
}
