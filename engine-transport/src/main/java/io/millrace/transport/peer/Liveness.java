// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.peer;

/**
 * Decides when to ping, and when silence means that the other end is gone. Pure; owned by one connection's event loop.
 * A late tick shows that this process was paused, not that the peer is gone, so such a pause does not count as silence.
 */
final class Liveness {

    private final long heartbeatNanos;
    private final long idleNanos;
    private long heardAt;
    private long tickedAt;
    private long pingedAt;
    private boolean pinged;

    Liveness(long heartbeatNanos, long idleNanos, long nowNanos) {
        this.heartbeatNanos = heartbeatNanos;
        this.idleNanos = idleNanos;
        this.heardAt = nowNanos;
        this.tickedAt = nowNanos;
    }

    void heard(long nowNanos) {
        heardAt = nowNanos;
    }

    void tick(long nowNanos) {
        long sinceTick = nowNanos - tickedAt;
        if (sinceTick > idleNanos / 2) {
            heardAt += sinceTick;
        }
        tickedAt = nowNanos;
    }

    boolean isIdle(long nowNanos) {
        return nowNanos - heardAt > idleNanos;
    }

    /** Whether a ping is due; it then counts as sent. */
    boolean takePing(long nowNanos) {
        if (pinged && nowNanos - pingedAt < heartbeatNanos) {
            return false;
        }
        pinged = true;
        pingedAt = nowNanos;
        return true;
    }
}
