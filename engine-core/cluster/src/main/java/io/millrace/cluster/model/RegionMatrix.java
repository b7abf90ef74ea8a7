package io.millrace.cluster.model;

import java.util.List;
import java.util.Optional;

/**
 * The regions of the nodes that are up, and the round trips between them as the scheduler counts them.
 *
 * @param regions sorted
 * @param pairs each two of them once
 */
public record RegionMatrix(List<String> regions, List<Pair> pairs) {

    /** Of nodes in one region. */
    public static final RegionMatrix NONE = new RegionMatrix(List.of(), List.of());

    /**
     * Two regions.
     *
     * @param rttMillis the mean of the smoothed round trips between pairs of nodes; what is configured if none was measured
     * @param isMeasured whether it was measured since this controller has led
     * @param ageSeconds since the last measurement; 0 if there is none
     * @param nodePairs the number of pairs of nodes that it is the mean of
     */
    public record Pair(
            String from, String to, double rttMillis, boolean isMeasured, double ageSeconds, int nodePairs) {}

    /** The two regions in any order; empty if they are one, or one is not known. */
    public Optional<Pair> between(String one, String other) {
        return pairs.stream()
                .filter(pair -> pair.from().equals(one) && pair.to().equals(other)
                        || pair.from().equals(other) && pair.to().equals(one))
                .findFirst();
    }
}
