// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Chooses the workers that relay between two others; pure. */
final class RelayChoice {

    /** The number of candidates for one pair of workers. */
    static final int MOST = 4;

    private RelayChoice() {}

    /**
     * Returns the names of workers in the region of one of both ends, on the node of neither. Workers without tasks
     * come first; pairs that share a site prefer different relays.
     *
     * @param up other workers that are up
     * @param node node on which this worker, one end, runs
     */
    static List<String> of(
            Collection<PeerEndpoint> up, String worker, String node, String region, PeerEndpoint target) {
        int pair = worker.hashCode() * 31 + target.worker().hashCode();
        return up.stream()
                .filter(other -> other.port() != 0
                        && !other.worker().equals(worker)
                        && !other.worker().equals(target.worker())
                        && !other.node().equals(node)
                        && !other.node().equals(target.node())
                        && (other.region().equals(region) || other.region().equals(target.region())))
                .sorted(Comparator.comparing((PeerEndpoint other) -> !other.relays())
                        .thenComparingInt(other -> (other.worker().hashCode() ^ pair) * 0x9E3779B9)
                        .thenComparing(PeerEndpoint::worker))
                .limit(MOST)
                .map(PeerEndpoint::worker)
                .toList();
    }
}
