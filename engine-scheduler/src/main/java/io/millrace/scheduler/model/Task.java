// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.model;

/**
 * One instance of a component.
 *
 * @param id its index in {@link Problem#tasks()}
 * @param topology the id of its {@link TopologySpec}
 * @param weight CPU units, 0 to {@value #MOST_WEIGHT}
 */
public record Task(int id, String topology, String component, long weight, Constraints constraints) {
    public static final long MOST_WEIGHT = 1_000_000_000_000L;

    public Task {
        Bounds.check("task " + id, "id", id, 0, Integer.MAX_VALUE - 1);
        Bounds.check("task " + id, "weight", weight, 0, MOST_WEIGHT);
        if (topology == null || component == null || constraints == null) {
            throw new InvalidProblemException("task " + id + ": topology, component and constraints must not be null");
        }
    }

    /** How an error names it. */
    public String described() {
        return "task " + id + " (" + ErrorText.quote(component) + " of " + ErrorText.quote(topology) + ")";
    }
}
