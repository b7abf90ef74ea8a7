package io.millrace.cluster.model;

import java.util.Map;

/**
 * The numbers of components, by their ids, that were changed after the submission.
 *
 * @param parallelism the maximum of executors
 * @param tasks the number of tasks
 */
public record ComponentCounts(Map<String, Integer> parallelism, Map<String, Integer> tasks) {

    public static final ComponentCounts NONE = new ComponentCounts(Map.of(), Map.of());

    public ComponentCounts {
        // Absent in what earlier engines have written
        tasks = tasks == null ? Map.of() : Map.copyOf(tasks);
    }
}
