// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import io.millrace.transport.geo.model.MulticastModel.Strategy;

/**
 * Changes the strategy of copies without an overlap: no event is taken until all receivers have the events that went by
 * the former strategy, so that no event overtakes, is lost or comes twice. Used by one thread.
 */
public final class MulticastSwitch {

    private Strategy present = Strategy.DIRECT;

    /** The next strategy; null while nothing changes. */
    private Strategy next;

    private long begunNanos;

    /** The present strategy. */
    public Strategy present() {
        return present;
    }

    /** Whether the strategy is being changed, during which no event may be taken. */
    public boolean isSwitching() {
        return next != null;
    }

    /** Begins a change, unless one has begun; to the same strategy, if the receivers are other ones. */
    public void begin(Strategy to, long nowNanos) {
        if (next == null) {
            begunNanos = nowNanos;
        }
        next = to;
    }

    /** The time for which the change has been going on. */
    public long switchingNanos(long nowNanos) {
        return next == null ? 0 : nowNanos - begunNanos;
    }

    /** Keeps the former strategy: the batches in flight take too long. */
    public void giveUp() {
        next = null;
    }

    /** Completes the change: all receivers have the events that went by the former strategy. */
    public void complete() {
        present = next;
        next = null;
    }
}
