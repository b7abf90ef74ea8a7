package io.millrace.runtime.meters;

import io.millrace.api.metrics.PeerMetrics;
import java.util.Map;

/** Maps the values of two workers on different nodes to meters. */
final class PeerMeters {

    private static final double NANOS = 1e9;
    private static final String ALONE = "";

    private final String topology;
    private final Meters meters;

    PeerMeters(String topology, Meters meters) {
        this.topology = topology;
        this.meters = meters;
    }

    void write(PeerMetrics of) {
        String[] labels = {topology, of.worker(), of.peer()};
        meters.gauge(Family.PEER_UP, of.connected() ? 1 : 0, labels);
        meters.gauge(Family.PEER_RTT, seconds(of.rttNanos()), labels);
        meters.gauge(Family.PEER_LAST_RTT, seconds(of.lastRttNanos()), labels);
        meters.gauge(Family.PEER_CLOCK_ERROR, seconds(of.clockErrorNanos()), labels);
        meters.gauge(
                Family.PEER_CLOCK_OFFSET,
                of.clockErrorNanos() == 0 ? Double.NaN : of.clockOffsetNanos() / NANOS,
                labels);
        meters.gauge(Family.PEER_WINDOW, of.windowBytes(), labels);
        meters.gauge(Family.PEER_IN_FLIGHT, of.inFlightBytes(), labels);
        meters.gauge(Family.PEER_QUEUED, of.queuedBytes(), labels);
        meters.count(Family.PEER_CONNECTED, ALONE, of.connectedNanos() / NANOS, labels);
        meters.count(Family.PEER_LIMITED, ALONE, of.creditLimitedNanos() / NANOS, labels);
        meters.count(Family.PEER_WRITES, ALONE, of.writes(), labels);
        meters.count(Family.PEER_LINGERS, ALONE, of.lingers(), labels);
        meters.count(Family.PEER_UNTIMED, ALONE, of.untimedMessages(), labels);
        meters.count(Family.PEER_REFUSED, ALONE, of.refusedOffers(), labels);
        meters.count(Family.PEER_CONNECTIONS, ALONE, of.connections(), labels);
        both(Family.PEER_MESSAGES, of, of.sentMessages(), of.receivedMessages());
        both(Family.PEER_BYTES, of, of.sentBytes(), of.receivedBytes());
        byCause(Family.PEER_DROPS, of, of.drops());
        byCause(Family.PEER_REFUSALS, of, of.refusals());
        byCause(Family.PEER_CLOSES, of, of.closes());
    }

    /** Returns seconds; NaN if the time is unknown. */
    private static double seconds(long nanos) {
        return nanos == 0 ? Double.NaN : nanos / NANOS;
    }

    private void both(Family family, PeerMetrics of, long sent, long received) {
        meters.count(family, ALONE, sent, topology, of.worker(), of.peer(), "sent");
        meters.count(family, ALONE, received, topology, of.worker(), of.peer(), "received");
    }

    private void byCause(Family family, PeerMetrics of, Map<String, Long> counts) {
        counts.forEach((cause, count) -> meters.count(family, ALONE, count, topology, of.worker(), of.peer(), cause));
    }
}
