// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

import java.time.Duration;
import java.util.List;

/**
 * A worker that has had no connection to another one, which is up, for {@code topology.standstill.warning} at least.
 *
 * @param seconds the time without a connection
 * @param reason the reason why the last attempt failed
 */
public record CutLink(String worker, String peer, long seconds, String reason) {

    /** Finds the cut links among all pairs of workers of a topology. */
    public static List<CutLink> of(List<PeerMetrics> peers, Duration least) {
        return peers.stream()
                .filter(peer -> !peer.connected() && peer.get(PeerFigure.APART_NANOS) >= least.toNanos())
                .map(peer -> new CutLink(
                        peer.worker(),
                        peer.peer(),
                        Duration.ofNanos(peer.get(PeerFigure.APART_NANOS)).toSeconds(),
                        peer.lastFailure()))
                .toList();
    }

    /** Returns the message in one line. */
    public String line() {
        return worker + " has had no connection to " + peer + " for " + seconds + " s, so tuples for it wait"
                + (reason.isEmpty() ? "" : ": " + reason);
    }
}
