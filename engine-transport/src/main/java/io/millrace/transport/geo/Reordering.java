// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import java.util.TreeMap;

/**
 * Brings the batches of a channel into the order of its policy. It knows of each sequence whether it was delivered,
 * waits or was skipped, so that no batch is delivered twice. It holds a bounded number of bytes, and in any case the
 * batch for which all others wait: a refused batch is sent again, so no batch waits for it for ever. Used by one
 * thread.
 */
final class Reordering {

    /**
     * The most sequences by which a batch may be ahead of the next one, so that a sender cannot make this end take any
     * amount of memory.
     */
    static final int MAX_AHEAD = 1 << 16;

    /** The number of skipped batches that are remembered; earlier ones count as duplicates. */
    private static final int MAX_SKIPPED = 1 << 12;

    /** The weight of the last batch in the mean wait. */
    private static final double MEAN_WEIGHT = 1.0 / 64;

    /** The outcome of taking a batch. */
    enum Outcome {
        DELIVERED,
        WAITS,
        DUPLICATE,
        LATE,
        REFUSED
    }

    /** Stands for a batch that was delivered or skipped. */
    private static final Object DONE = new Object();

    private final GeoConsumer consumer;
    private final long maxBytes;
    private LatePolicy policy;
    private final SequenceWindow<Object> window = new SequenceWindow<>();

    /** The skipped batches that have not come. The receiver reports them as missing until they come. */
    private final TreeMap<Long, LateCause> skipped = new TreeMap<>();

    private long heldBytes;
    private int held;
    private long gapNanos;
    private long waitedNanos;
    private double meanWaitNanos;
    private long waits;
    private long skips;

    Reordering(LatePolicy policy, long maxBytes, GeoConsumer consumer) {
        this.policy = policy;
        this.maxBytes = maxBytes;
        this.consumer = consumer;
    }

    /** Sets another policy; waiting batches are delivered if they need not wait any more. */
    void policy(LatePolicy next, long nowNanos) {
        policy = next;
        if (!next.keepsOrder()) {
            for (long sequence = window.next(); sequence < window.end(); sequence++) {
                if (window.get(sequence) instanceof GeoBatch batch) {
                    window.put(sequence, DONE);
                    hand(batch, nowNanos);
                }
            }
            advance(nowNanos);
        }
    }

    /** Takes a batch, and owns it unless it is refused or a duplicate. */
    Outcome put(GeoBatch batch, long nowNanos) {
        long sequence = batch.sequence();
        LateCause cause = skipped.remove(sequence);
        if (cause != null) {
            batch.late(cause);
            consumer.onLate(batch);
            return Outcome.LATE;
        }
        if (sequence < window.next() || window.get(sequence) != null) {
            return Outcome.DUPLICATE;
        }
        if (sequence - window.next() >= MAX_AHEAD) {
            return Outcome.REFUSED;
        }
        if (policy.keepsOrder() && sequence != window.next()) {
            if (heldBytes + batch.heldBytes() > maxBytes) {
                return Outcome.REFUSED;
            }
            if (held == 0) {
                gapNanos = nowNanos;
            }
            held++;
            heldBytes += batch.heldBytes();
            batch.keep();
            window.put(sequence, batch);
            return Outcome.WAITS;
        }
        boolean marker = batch.isMarker();
        window.put(sequence, DONE);
        consumer.onBatch(batch);
        meanWaitNanos -= MEAN_WEIGHT * meanWaitNanos;
        if (marker && policy.order() == LatePolicy.Order.LATE_BY_MARKER) {
            skipTo(sequence, LateCause.MARKER);
        }
        advance(nowNanos);
        return Outcome.DELIVERED;
    }

    /** Skips the batches that the policy gives up now; returns whether there were any. */
    boolean skip(long nowNanos) {
        if (policy.order() != LatePolicy.Order.LATE_DROP || held == 0) {
            return false;
        }
        boolean waitedLong = !policy.maxWait().isZero()
                && nowNanos - gapNanos >= policy.maxWait().toNanos();
        if (!waitedLong && (policy.maxBehind() == 0 || held <= policy.maxBehind())) {
            return false;
        }
        long first = window.next();
        while (window.get(first) == null) {
            first++;
        }
        skipTo(first, waitedLong ? LateCause.WAIT : LateCause.BEHIND);
        advance(nowNanos);
        return true;
    }

    /** The time at which {@link #skip} may have something to do; {@code Long.MAX_VALUE} if nothing waits. */
    long skipDueNanos() {
        return held == 0
                        || policy.order() != LatePolicy.Order.LATE_DROP
                        || policy.maxWait().isZero()
                ? Long.MAX_VALUE
                : gapNanos + policy.maxWait().toNanos();
    }

    private void skipTo(long sequence, LateCause cause) {
        for (long missing = window.next(); missing < sequence; missing++) {
            if (window.get(missing) == null) {
                window.put(missing, DONE);
                skipped.put(missing, cause);
                skips++;
                if (skipped.size() > MAX_SKIPPED) {
                    skipped.pollFirstEntry();
                }
            }
        }
    }

    /** Delivers all batches before which none is missing any more. */
    private void advance(long nowNanos) {
        while (window.get(window.next()) != null) {
            if (window.removeFirst() instanceof GeoBatch batch) {
                hand(batch, nowNanos);
            }
        }
        if (held > 0) {
            gapNanos = firstHeld().receivedNanos();
        }
    }

    private GeoBatch firstHeld() {
        long sequence = window.next();
        while (!(window.get(sequence) instanceof GeoBatch)) {
            sequence++;
        }
        return (GeoBatch) window.get(sequence);
    }

    private void hand(GeoBatch batch, long nowNanos) {
        held--;
        heldBytes -= batch.heldBytes();
        long waited = nowNanos - batch.receivedNanos();
        waitedNanos += waited;
        meanWaitNanos += MEAN_WEIGHT * (waited - meanWaitNanos);
        waits++;
        consumer.onBatch(batch);
    }

    /** Drops the waiting batches, and begins again for another sender. Returns how many batches waited. */
    int reset() {
        int dropped = held;
        for (long sequence = window.next(); sequence < window.end(); sequence++) {
            if (window.get(sequence) instanceof GeoBatch batch) {
                batch.release();
            }
        }
        window.reset(0);
        skipped.clear();
        held = 0;
        heldBytes = 0;
        return dropped;
    }

    /** The first sequence that has not come. */
    long firstMissing() {
        return skipped.isEmpty() ? window.next() : Math.min(skipped.firstKey(), window.next());
    }

    /** One after the last sequence that is delivered, waits or was skipped. */
    long end() {
        return window.end();
    }

    /** Whether a sequence, which is not before {@link #firstMissing}, has come. */
    boolean has(long sequence) {
        return (sequence < window.next() || window.get(sequence) != null)
                && (skipped.isEmpty() || !skipped.containsKey(sequence));
    }

    /** The bytes that may come after the first missing batch; more are refused. No batch waits for a skipped one. */
    long roomBytes() {
        return policy.keepsOrder() && skipped.isEmpty() ? maxBytes : Long.MAX_VALUE;
    }

    /** The bytes of the batches that wait. */
    long heldBytes() {
        return heldBytes;
    }

    /** The number of batches that have waited. */
    long waits() {
        return waits;
    }

    /** The sum of these waits in nanoseconds. */
    long waitedNanos() {
        return waitedNanos;
    }

    /** The mean time for which batches have lately waited, in nanoseconds; batches that did not wait count. */
    double meanWaitNanos() {
        return meanWaitNanos;
    }

    /** The number of batches that were skipped. */
    long skips() {
        return skips;
    }
}
