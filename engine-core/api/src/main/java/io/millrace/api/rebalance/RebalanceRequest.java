// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.rebalance;

import java.util.Map;

/**
 * The request to rebalance a running topology.
 *
 * @param dryRun whether to report the changes without making them
 * @param algorithm the name of the algorithm; null for the one that moves only tasks whose move pays
 * @param workers maximum of workers; 0 for the current number
 * @param executors maximum of executors for a component, by its id; with nothing else requested no task moves
 * @param tasks number of tasks of a bolt, by its id; all workers are replaced
 */
public record RebalanceRequest(
        boolean dryRun, String algorithm, int workers, Map<String, Integer> executors, Map<String, Integer> tasks) {

    public RebalanceRequest {
        executors = executors == null ? Map.of() : Map.copyOf(executors);
        tasks = tasks == null ? Map.of() : Map.copyOf(tasks);
    }

    /** Makes a request that leaves the numbers of tasks as they are. */
    public RebalanceRequest(boolean dryRun, String algorithm, int workers, Map<String, Integer> executors) {
        this(dryRun, algorithm, workers, executors, Map.of());
    }

    /** Whether tasks stay in their places, as only numbers of executors were requested. */
    public boolean keepsPlaces() {
        return !executors.isEmpty() && tasks.isEmpty() && workers == 0 && algorithm == null;
    }
}
