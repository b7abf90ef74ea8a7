// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.flow;

/**
 * Decides whether a writer that was woken writes at once or waits for more to come. One per peer, on its event loop.
 * Pure: time comes with each call.
 *
 * <p>Each write call has a cost that hardly depends on how much it writes. An idle writer writes at once: waiting would
 * only add delay. A hot writer, which small batches alone keep busy for most of the time, takes a processor from the
 * threads that make and consume the messages. It therefore waits so long that its calls take {@link #TARGET_SHARE} of
 * the time: {@code cost / share - cost}, at most {@link #BUDGET_SHARE} of the latency budget. TurboStream's batch model
 * and JetStream's batch oracle decide in the same way, with a table in place of the measured cost of a call.
 */
public final class WriteGovernor {

    /** The share of the time in which it did not linger for which a hot writer was busy. */
    static final double HOT_SHARE = 0.5;

    static final double TARGET_SHARE = 0.4;
    static final double BUDGET_SHARE = 0.1;

    /** The batch size above which the bytes, and not the call, determine the cost. */
    static final int SMALL_BATCH_BYTES = 32 * 1024;

    /** The time for which the writer is watched before it is judged. */
    static final long WATCH_NANOS = 500_000L;

    private static final double COST_WEIGHT = 0.05;

    private final long maxLingerNanos;

    private double costNanos;
    private boolean hot;
    private boolean started;
    private long watchedFrom;
    private long endedAt;
    private long busyNanos;
    private long lingeredNanos;
    private long batches;
    private long bytes;
    private long lingers;

    /** {@code latencyBudgetNanos}: the time that a message's way may take; 0: never linger. */
    public WriteGovernor(long latencyBudgetNanos) {
        this.maxLingerNanos = (long) (BUDGET_SHARE * latencyBudgetNanos);
    }

    /** Counts a call of the writer, which wrote so many batches, perhaps none. */
    public void onWritten(long beganNanos, long endedNanos, long writtenBatches, long writtenBytes) {
        if (!started || beganNanos - endedAt > WATCH_NANOS) {
            started = true;
            hot = false;
            watch(beganNanos);
        }
        endedAt = endedNanos;
        if (writtenBatches > 0) {
            long elapsed = endedNanos - beganNanos;
            double cost = (double) elapsed / writtenBatches;
            // A call that was interrupted does not show the cost of calls.
            costNanos = costNanos == 0 ? cost : costNanos + COST_WEIGHT * (Math.min(cost, 4 * costNanos) - costNanos);
            busyNanos += elapsed;
            batches += writtenBatches;
            bytes += writtenBytes;
        }
        if (endedNanos - watchedFrom >= WATCH_NANOS) {
            judge(endedNanos);
        }
    }

    private void judge(long nowNanos) {
        long free = Math.max(1, nowNanos - watchedFrom - lingeredNanos);
        boolean small = bytes <= batches * SMALL_BATCH_BYTES;
        hot = small && batches > 0 && busyNanos >= HOT_SHARE * free;
        watch(nowNanos);
    }

    private void watch(long nowNanos) {
        watchedFrom = nowNanos;
        busyNanos = 0;
        lingeredNanos = 0;
        batches = 0;
        bytes = 0;
    }

    /** Returns how long the writer, which has something to write, should wait before it writes; 0 for not at all. */
    public long lingerNanos(long nowNanos) {
        if (!hot || nowNanos - endedAt > maxLingerNanos) {
            return 0;
        }
        long linger = Math.min(maxLingerNanos, (long) (costNanos / TARGET_SHARE - costNanos));
        lingers += linger > 0 ? 1 : 0;
        return linger;
    }

    /** Counts a wait of the writer. */
    public void onLingered(long nanos) {
        lingeredNanos += nanos;
    }

    /** The number of waits so far. */
    public long lingers() {
        return lingers;
    }
}
