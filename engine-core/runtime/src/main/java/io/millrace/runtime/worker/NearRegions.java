// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The pairs of regions that were near each other when the controller placed or rebalanced a topology. All its workers
 * get the same pairs, which stay while they run. Immutable.
 *
 * @param pairs each pair once
 */
public record NearRegions(List<Pair> pairs) {

    /** No region is near another one, or nothing was measured yet. */
    public static final NearRegions NONE = new NearRegions(List.of());

    /** Two regions, and the round trip by which they are near each other. */
    public record Pair(String one, String other, double roundTripMillis) {

        public boolean joins(String first, String second) {
            return one.equals(first) && other.equals(second) || one.equals(second) && other.equals(first);
        }
    }

    public NearRegions {
        pairs = List.copyOf(pairs);
    }

    /** Returns the pair of two regions in any order; empty if they are not near each other. */
    public Optional<Pair> between(String one, String other) {
        return pairs.stream().filter(pair -> pair.joins(one, other)).findFirst();
    }

    /** Returns the regions that are near a region. */
    public Set<String> of(String region) {
        Set<String> near = new TreeSet<>();
        for (Pair pair : pairs) {
            if (pair.one().equals(region)) {
                near.add(pair.other());
            } else if (pair.other().equals(region)) {
                near.add(pair.one());
            }
        }
        return near;
    }
}
