package io.millrace.cli.peers;

import io.millrace.api.metrics.PeerFigure;
import io.millrace.api.metrics.PeerMetrics;
import io.millrace.cli.terminal.Format;
import io.millrace.cli.terminal.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Traffic between workers on different nodes: state, volume and errors. */
public final class PeerText {

    private static final double KIB = 1024;
    private static final double MIB = 1024 * 1024;

    private PeerText() {}

    public static List<String> lines(List<PeerMetrics> peers) {
        if (peers.isEmpty()) {
            return List.of("no traffic between nodes: the topology runs on one node, or is just starting");
        }
        List<String> lines = new ArrayList<>();
        Table paths = new Table(
                "WORKER",
                "PEER",
                "UP",
                "RTT",
                "LAST RTT",
                "CLOCK",
                "WINDOW",
                "IN FLIGHT",
                "QUEUED",
                "WAITED FOR CREDIT",
                "REFUSED");
        Table sent = new Table(
                "WORKER",
                "PEER",
                "SENT",
                "RECEIVED",
                "UNTIMED",
                "SENT MIB",
                "RECEIVED MIB",
                "WRITES",
                "MEAN KIB",
                "LINGERED");
        Table wrong =
                new Table("WORKER", "PEER", "CONNECTIONS", "DIALS", "DROPS", "CLOSES", "REFUSALS", "LAST FAILURE");
        for (PeerMetrics peer : peers) {
            paths.row(
                    peer.worker(),
                    peer.peer(),
                    peer.connected() ? "yes" : "no",
                    time(peer.get(PeerFigure.RTT_NANOS)),
                    time(peer.get(PeerFigure.LAST_RTT_NANOS)),
                    clock(peer),
                    kib(peer.get(PeerFigure.WINDOW_BYTES)),
                    kib(peer.get(PeerFigure.IN_FLIGHT_BYTES)),
                    kib(peer.get(PeerFigure.QUEUED_BYTES)),
                    Format.percent(peer.get(PeerFigure.CREDIT_LIMITED_NANOS), peer.get(PeerFigure.CONNECTED_NANOS)),
                    Format.count(peer.get(PeerFigure.REFUSED_OFFERS)));
            sent.row(
                    peer.worker(),
                    peer.peer(),
                    Format.count(peer.get(PeerFigure.SENT_MESSAGES)),
                    Format.count(peer.get(PeerFigure.RECEIVED_MESSAGES)),
                    Format.count(peer.get(PeerFigure.UNTIMED_MESSAGES)),
                    one(peer.get(PeerFigure.SENT_BYTES) / MIB),
                    one(peer.get(PeerFigure.RECEIVED_BYTES) / MIB),
                    Format.count(peer.get(PeerFigure.WRITES)),
                    one(peer.meanWriteBytes() / KIB),
                    Format.percent(peer.get(PeerFigure.LINGERS), peer.get(PeerFigure.WRITES)));
            wrong.row(
                    peer.worker(),
                    peer.peer(),
                    Format.count(peer.get(PeerFigure.CONNECTIONS)),
                    Format.count(peer.get(PeerFigure.DIALS)),
                    causes(peer.drops()),
                    causes(peer.closes()),
                    causes(peer.refusals()),
                    peer.lastFailure().isEmpty() ? "-" : peer.lastFailure());
        }
        for (Table table : List.of(paths, sent, wrong)) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            lines.addAll(table.lines());
        }
        return lines;
    }

    private static String time(long nanos) {
        return nanos == 0 ? "-" : Format.nanos(nanos);
    }

    /** How far the peer's clock is ahead, and the error of that. */
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

    private static String causes(Map<String, Long> counts) {
        if (counts.isEmpty()) {
            return "-";
        }
        List<String> words = new ArrayList<>();
        new TreeMap<>(counts).forEach((cause, count) -> words.add(cause + " " + Format.count(count)));
        return String.join(", ", words);
    }
}
