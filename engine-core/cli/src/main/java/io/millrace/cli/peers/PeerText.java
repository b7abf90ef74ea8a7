package io.millrace.cli.peers;

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
                    time(peer.rttNanos()),
                    time(peer.lastRttNanos()),
                    clock(peer),
                    kib(peer.windowBytes()),
                    kib(peer.inFlightBytes()),
                    kib(peer.queuedBytes()),
                    Format.percent(peer.creditLimitedNanos(), peer.connectedNanos()),
                    Format.count(peer.refusedOffers()));
            sent.row(
                    peer.worker(),
                    peer.peer(),
                    Format.count(peer.sentMessages()),
                    Format.count(peer.receivedMessages()),
                    Format.count(peer.untimedMessages()),
                    one(peer.sentBytes() / MIB),
                    one(peer.receivedBytes() / MIB),
                    Format.count(peer.writes()),
                    one(peer.meanWriteBytes() / KIB),
                    Format.percent(peer.lingers(), peer.writes()));
            wrong.row(
                    peer.worker(),
                    peer.peer(),
                    Format.count(peer.connections()),
                    Format.count(peer.dials()),
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
        if (peer.clockErrorNanos() == 0) {
            return "-";
        }
        long offset = peer.clockOffsetNanos();
        return (offset < 0 ? "-" : "+") + Format.nanos(Math.abs(offset)) + " +- "
                + Format.nanos(peer.clockErrorNanos());
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
