package io.millrace.transport.peer;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** When a peer is dialled, again and again, and what is said of why that was needed. One per peer, on its event loop. */
final class Redial {

    private static final Logger LOG = LoggerFactory.getLogger(Redial.class);

    private final Backoff backoff;
    private final PeerStatistics statistics;
    private final Runnable dial;
    private boolean dialling;
    private long dialAt;

    /** {@code dial}: starts an attempt, whose outcome comes back here. */
    Redial(Backoff backoff, PeerStatistics statistics, Runnable dial) {
        this.backoff = backoff;
        this.statistics = statistics;
        this.dial = dial;
    }

    void now() {
        dialling = true;
        statistics.dials++;
        dial.run();
    }

    /** There is no connection: dials if it is time. */
    void ifDue(long nowNanos) {
        if (!dialling && nowNanos - dialAt >= 0) {
            now();
        }
    }

    /** The attempt is over: there is a connection, or nobody wants one any more. */
    void onEnded() {
        dialling = false;
    }

    /** The attempt has failed, or the connection is lost: the next one comes after a pause. */
    void onFailed(long nowNanos, String reason) {
        dialling = false;
        if (!reason.equals(statistics.lastFailure)) {
            LOG.warn("{}; trying again until the peer is closed", reason);
        }
        statistics.lastFailure = reason;
        dialAt = nowNanos + backoff.nextNanos();
    }

    /** What was lost had worked: the pause is a short one. */
    void onHadWorked() {
        backoff.reset();
    }
}
