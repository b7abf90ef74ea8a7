// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

import java.util.List;
import java.util.Optional;

/**
 * The regions of the nodes that are up, and the round trips between them as the scheduler counts them.
 *
 * @param regions the regions, sorted
 * @param pairs each pair of regions once
 */
public record RegionMatrix(List<String> regions, List<Pair> pairs) {

    /** The matrix of nodes in one region. */
    public static final RegionMatrix NONE = new RegionMatrix(List.of(), List.of());

    /**
     * Two regions.
     *
     * @param rttMillis the mean of the smoothed round trips between pairs of nodes; the configured round trip if none
     *     was measured
     * @param isMeasured whether it was measured since this controller has led
     * @param ageSeconds the time since the last measurement; 0 if there is none
     * @param nodePairs the number of pairs of nodes of which it is the mean
     */
    public record Pair(
            String from, String to, double rttMillis, boolean isMeasured, double ageSeconds, int nodePairs) {}

    /** Returns the pair of two regions in any order; empty if they are one, or one is not known. */
    public Optional<Pair> between(String one, String other) {
        return pairs.stream()
                .filter(pair -> pair.from().equals(one) && pair.to().equals(other)
                        || pair.from().equals(other) && pair.to().equals(one))
                .findFirst();
    }
}
