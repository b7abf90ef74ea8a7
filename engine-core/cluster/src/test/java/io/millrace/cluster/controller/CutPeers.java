// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.api.metrics.Figures;
import io.millrace.api.metrics.PeerFigure;
import io.millrace.api.metrics.PeerMetrics;
import java.time.Duration;
import java.util.Map;

/** Makes the counts of a worker for a peer to which it has no connection. */
final class CutPeers {

    static PeerMetrics of(String worker, String peer, Duration apart, String failure) {
        return new PeerMetrics(
                worker,
                peer,
                Figures.none(PeerFigure.class)
                        .with(PeerFigure.APART_NANOS, apart.toNanos())
                        .with(PeerFigure.DIALS, 7),
                failure,
                Map.of(),
                Map.of(),
                Map.of());
    }

    private CutPeers() {}
}
