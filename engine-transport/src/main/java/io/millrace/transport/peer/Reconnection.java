// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.peer;

import io.millrace.transport.PeerCounter;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides when a lost or failed connection is tried again, and logs why. The loss of a connection that had been
 * accepted is a warning only if it lasts, because a peer that ends in order closes its connections, and others hear of
 * its end a moment later. One per peer, on its event loop.
 */
final class Reconnection {

    private static final Logger LOG = LoggerFactory.getLogger(Reconnection.class);

    private static final String TEXT = "{}; trying again until the peer is closed";

    /** The time within which a peer that has ended is closed on this side too. */
    static final long LASTING_NANOS = 2_000_000_000L;

    static final int MOST_REASONS = 8;

    private final Backoff backoff;
    private final PeerStatistics statistics;
    private final Runnable dial;
    private boolean dialling;
    private long dialAt;
    private boolean accepted;
    private boolean apart;
    private long apartSince;

    /** The reasons that were logged since the connection has worked last. */
    private final Set<String> warnedOf = new HashSet<>();

    private final Set<String> toldOf = new HashSet<>();

    /** @param dial starts an attempt, whose outcome is reported here */
    Reconnection(Backoff backoff, PeerStatistics statistics, Runnable dial) {
        this.backoff = backoff;
        this.statistics = statistics;
        this.dial = dial;
    }

    void now() {
        dialling = true;
        statistics.add(PeerCounter.DIALS, 1);
        dial.run();
    }

    /** There is no connection: dials if the back-off is over. */
    void ifDue(long nowNanos) {
        if (!dialling && nowNanos - dialAt >= 0) {
            now();
        }
    }

    /** The attempt has ended with a connection, or is not needed any more. */
    void onEnded() {
        dialling = false;
    }

    /** The attempt has failed, or the connection is lost: the next attempt follows after the back-off. */
    void onFailed(long nowNanos, String reason) {
        dialling = false;
        if (!apart) {
            apart = true;
            apartSince = nowNanos;
        }
        if (!accepted || nowNanos - apartSince >= LASTING_NANOS) {
            if (isNews(warnedOf, reason)) {
                LOG.warn(TEXT, reason);
            }
        } else if (isNews(toldOf, reason)) {
            LOG.info(TEXT, reason);
        }
        statistics.lastFailure = reason;
        dialAt = nowNanos + backoff.nextNanos();
    }

    /** Whether a reason is logged. A peer may give another reason each time: after some of them no more are logged. */
    private static boolean isNews(Set<String> said, String reason) {
        return said.size() < MOST_REASONS && said.add(reason);
    }

    /** The lost connection had been accepted by the peer, however long it lasted. */
    void onWasAccepted() {
        accepted = true;
    }

    /** The lost connection had worked: the back-off begins again with the shortest one. */
    void onHadWorked() {
        backoff.reset();
        apart = false;
        warnedOf.clear();
        toldOf.clear();
    }
}
