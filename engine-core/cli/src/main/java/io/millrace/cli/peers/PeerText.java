package io.millrace.cli.peers;

import io.millrace.api.metrics.PeerMetrics;
import io.millrace.cli.terminal.Columns;
import io.millrace.cli.terminal.Format;
import java.util.ArrayList;
import java.util.List;

/** Traffic between workers on different nodes: state, volume and errors. */
public final class PeerText {

    private static final double KIB = 1024;
    private static final double MIB = 1024 * 1024;

    private PeerText() {}

    public static List<String> lines(List<PeerMetrics> peers) {
        if (peers.isEmpty()) {
            return List.of("no traffic between nodes: the topology runs on one node, or is just starting");
        }
        List<String> lines = new ArrayList<>(ofPeers()
                .add("UP", peer -> peer.connected() ? "yes" : "no")
                .add("RTT", peer -> time(peer.rttNanos()))
                .add("LAST RTT", peer -> time(peer.lastRttNanos()))
                .add("CLOCK", PeerText::clock)
                .add("WINDOW", peer -> kib(peer.windowBytes()))
                .add("IN FLIGHT", peer -> kib(peer.inFlightBytes()))
                .add("QUEUED", peer -> kib(peer.queuedBytes()))
                .add("WAITED FOR CREDIT", peer -> Format.percent(peer.creditLimitedNanos(), peer.connectedNanos()))
                .add("REFUSED", peer -> Format.count(peer.refusedOffers()))
                .lines(peers));
        lines.add("");
        lines.addAll(ofPeers()
                .add("SENT", peer -> Format.count(peer.sentMessages()))
                .add("RECEIVED", peer -> Format.count(peer.receivedMessages()))
                .add("UNTIMED", peer -> Format.count(peer.untimedMessages()))
                .add("SENT MIB", peer -> one(peer.sentBytes() / MIB))
                .add("RECEIVED MIB", peer -> one(peer.receivedBytes() / MIB))
                .add("WRITES", peer -> Format.count(peer.writes()))
                .add("MEAN KIB", peer -> one(peer.meanWriteBytes() / KIB))
                .add("LINGERED", peer -> Format.percent(peer.lingers(), peer.writes()))
                .lines(peers));
        lines.add("");
        lines.addAll(ofPeers()
                .add("CONNECTIONS", peer -> Format.count(peer.connections()))
                .add("DIALS", peer -> Format.count(peer.dials()))
                .add("DROPS", peer -> Format.causes(peer.drops()))
                .add("CLOSES", peer -> Format.causes(peer.closes()))
                .add("REFUSALS", peer -> Format.causes(peer.refusals()))
                .add("LAST FAILURE", peer -> peer.lastFailure().isEmpty() ? "-" : peer.lastFailure())
                .lines(peers));
        return lines;
    }

    private static Columns<PeerMetrics> ofPeers() {
        return new Columns<PeerMetrics>().add("WORKER", PeerMetrics::worker).add("PEER", PeerMetrics::peer);
    }

    private static String time(long nanos) {
        return nanos == 0 ? "-" : Format.nanos(nanos);
    }

    /** Returns the lead of the peer's clock, and the error of that. */
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
}
