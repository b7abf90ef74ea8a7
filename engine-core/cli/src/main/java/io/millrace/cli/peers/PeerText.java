// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.peers;

import io.millrace.api.metrics.PeerFigure;
import io.millrace.api.metrics.PeerMetrics;
import io.millrace.cli.terminal.Columns;
import io.millrace.cli.terminal.Format;
import java.util.ArrayList;
import java.util.List;

/** Traffic between workers on different nodes: state, volume and errors. */
public final class PeerText {

    private static final double KIB = 1024;
    private static final double MIB = 1024 * 1024;

    private static final Columns<PeerMetrics> PATHS = new Columns<PeerMetrics>()
            .add("WORKER", peer -> peer.worker())
            .add("PEER", peer -> peer.peer())
            .add("UP", peer -> peer.connected() ? "yes" : "no")
            .add("RTT", peer -> time(peer.get(PeerFigure.RTT_NANOS)))
            .add("LAST RTT", peer -> time(peer.get(PeerFigure.LAST_RTT_NANOS)))
            .add("CLOCK", peer -> clock(peer))
            .add("WINDOW", peer -> kib(peer.get(PeerFigure.WINDOW_BYTES)))
            .add("IN FLIGHT", peer -> kib(peer.get(PeerFigure.IN_FLIGHT_BYTES)))
            .add("QUEUED", peer -> kib(peer.get(PeerFigure.QUEUED_BYTES)))
            .add(
                    "WAITED FOR CREDIT",
                    peer -> Format.percent(
                            peer.get(PeerFigure.CREDIT_LIMITED_NANOS), peer.get(PeerFigure.CONNECTED_NANOS)))
            .add("REFUSED", peer -> Format.count(peer.get(PeerFigure.REFUSED_OFFERS)));

    private static final Columns<PeerMetrics> TRAFFIC = new Columns<PeerMetrics>()
            .add("WORKER", peer -> peer.worker())
            .add("PEER", peer -> peer.peer())
            .add("SENT", peer -> Format.count(peer.get(PeerFigure.SENT_MESSAGES)))
            .add("RECEIVED", peer -> Format.count(peer.get(PeerFigure.RECEIVED_MESSAGES)))
            .add("UNTIMED", peer -> Format.count(peer.get(PeerFigure.UNTIMED_MESSAGES)))
            .add("SENT MIB", peer -> one(peer.get(PeerFigure.SENT_BYTES) / MIB))
            .add("RECEIVED MIB", peer -> one(peer.get(PeerFigure.RECEIVED_BYTES) / MIB))
            .add("WRITES", peer -> Format.count(peer.get(PeerFigure.WRITES)))
            .add("MEAN KIB", peer -> one(peer.meanWriteBytes() / KIB))
            .add("LINGERED", peer -> Format.percent(peer.get(PeerFigure.LINGERS), peer.get(PeerFigure.WRITES)));

    private static final Columns<PeerMetrics> FAILURES = new Columns<PeerMetrics>()
            .add("WORKER", peer -> peer.worker())
            .add("PEER", peer -> peer.peer())
            .add("CONNECTIONS", peer -> Format.count(peer.get(PeerFigure.CONNECTIONS)))
            .add("DIALS", peer -> Format.count(peer.get(PeerFigure.DIALS)))
            .add("DROPS", peer -> Format.causes(peer.drops()))
            .add("CLOSES", peer -> Format.causes(peer.closes()))
            .add("REFUSALS", peer -> Format.causes(peer.refusals()))
            .add("LAST FAILURE", peer -> peer.lastFailure().isEmpty() ? "-" : peer.lastFailure());

    private PeerText() {}

    public static List<String> lines(List<PeerMetrics> peers) {
        if (peers.isEmpty()) {
            return List.of("no traffic between nodes: the topology runs on one node, or is just starting");
        }
        List<String> lines = new ArrayList<>();
        for (Columns<PeerMetrics> columns : List.of(PATHS, TRAFFIC, FAILURES)) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            lines.addAll(columns.lines(peers));
        }
        return lines;
    }

    private static String time(long nanos) {
        return nanos == 0 ? "-" : Format.nanos(nanos);
    }

    /** Returns the lead of the peer's clock, and the error of that. */
    private static String clock(PeerMetrics peer) {
        if (peer.get(PeerFigure.CLOCK_ERROR_NANOS) == 0) {
            return "-";
        }
        long offset = peer.get(PeerFigure.CLOCK_OFFSET_NANOS);
        return (offset < 0 ? "-" : "+") + Format.nanos(Math.abs(offset)) + " +- "
                + Format.nanos(peer.get(PeerFigure.CLOCK_ERROR_NANOS));
    }

    private static String kib(long bytes) {
        return Format.decimal(bytes / KIB, 0, " KiB");
    }

    private static String one(double value) {
        return Format.decimal(value, 1);
    }
}
