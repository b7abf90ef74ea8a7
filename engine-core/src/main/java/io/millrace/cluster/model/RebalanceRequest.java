package io.millrace.cluster.model;

import java.util.Map;

/**
 * How a running topology shall be placed anew.
 *
 * @param dryRun whether to show it only
 * @param algorithm by name; null: the one that moves only what pays
 * @param workers most workers that it shall have; 0: as many as it has
 * @param executors most executors that shall run the tasks of a component, by its id; without any other wish no task moves
 */
public record RebalanceRequest(boolean dryRun, String algorithm, int workers, Map<String, Integer> executors) {

    public RebalanceRequest {
        executors = executors == null ? Map.of() : Map.copyOf(executors);
    }

    /** Whether tasks are to stay where they are: only how many executors run them was asked for. */
    public boolean keepsPlaces() {
        return !executors.isEmpty() && workers == 0 && algorithm == null;
    }
}
