package io.millrace.cluster.client;

import java.util.Map;

/**
 * How a running topology shall be placed anew.
 *
 * @param dryRun whether to show it only
 * @param algorithm by name; null: the one that moves only what pays
 * @param workers most workers that it shall have; 0: as many as it has
 * @param executors by component; refused, as tasks and executors of a component are fixed when it is submitted
 */
public record RebalanceRequest(boolean dryRun, String algorithm, int workers, Map<String, Integer> executors) {

    public RebalanceRequest {
        executors = executors == null ? Map.of() : Map.copyOf(executors);
    }
}
