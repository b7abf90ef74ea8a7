// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

import io.millrace.runtime.worker.NearRegions;
import java.util.Map;

/**
 * What was decided about a topology beside its submission and the places of its tasks. The numbers of components are
 * those that were changed after the submission, by component.
 *
 * @param parallelism the maximum of executors
 * @param tasks the number of tasks
 * @param near the regions that are near each other
 */
public record Adjustments(Map<String, Integer> parallelism, Map<String, Integer> tasks, NearRegions near) {

    public static final Adjustments NONE = new Adjustments(Map.of(), Map.of(), NearRegions.NONE);

    public Adjustments {
        // Records of earlier engines do not have these fields
        tasks = tasks == null ? Map.of() : Map.copyOf(tasks);
        near = near == null ? NearRegions.NONE : near;
    }
}
