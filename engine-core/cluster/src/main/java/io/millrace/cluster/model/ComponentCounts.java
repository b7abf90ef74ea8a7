// SPDX-License-Identifier: Apache-2.0
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
        // Records of earlier engines do not have this field
        tasks = tasks == null ? Map.of() : Map.copyOf(tasks);
    }
}
