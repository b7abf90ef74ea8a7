package io.millrace.transport.geo;

import java.util.TreeMap;

/**
 * Brings the batches of a channel into the order of its policy. What is delivered, is waiting or was skipped is known of
 * each sequence, so that no batch is delivered twice. Holds at most so many bytes, and the batch that all wait for in
 * any case: one that is refused is sent again, and nothing can wait for it for ever. One thread.
 */
final class Reordering {

    /** How far ahead of the next batch one may be, so that a sender cannot ask for any memory. */
    static final int MAX_AHEAD = 1 << 16;

    /** Of how many skipped batches it is known that they were skipped; earlier ones count as duplicates. */
    private static final int MAX_SKIPPED = 1 << 12;

    /** The weight of the last batch in the mean wait. */
    private static final double MEAN_WEIGHT = 1.0 / 64;

    /** What became of a batch. */
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

    /** Those that have not come. The sender is told that they miss until they do. */
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

    /** Sets another policy; what waits is delivered if nothing has to wait any more. */
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

    /** Skips what the policy gives up now; returns whether there was something. */
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

    /** When {@link #skip} may have something to do; {@code Long.MAX_VALUE} if nothing waits. */
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

    /** Delivers all for which nothing is missing any more. */
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

    /** Drops what waits, and begins again: the sender is another one. Returns how many batches waited. */
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

    /** All before this sequence has come. */
    long firstMissing() {
        return skipped.isEmpty() ? window.next() : Math.min(skipped.firstKey(), window.next());
    }

    /** One after the last sequence of which something is known. */
    long end() {
        return window.end();
    }

    /** Whether a sequence, which is not before {@link #firstMissing}, has come. */
    boolean has(long sequence) {
        return (sequence < window.next() || window.get(sequence) != null)
                && (skipped.isEmpty() || !skipped.containsKey(sequence));
    }

    /** How many bytes may come after the first that misses; more are refused. None waits for one that was skipped. */
    long roomBytes() {
        return policy.keepsOrder() && skipped.isEmpty() ? maxBytes : Long.MAX_VALUE;
    }

    /** Bytes of the batches that wait. */
    long heldBytes() {
        return heldBytes;
    }

    /** The batches that have waited. */
    long waits() {
        return waits;
    }

    /** How long all of them have waited together. */
    long waitedNanos() {
        return waitedNanos;
    }

    /** How long a batch has waited lately, the mean of all. */
    double meanWaitNanos() {
        return meanWaitNanos;
    }

    /** The batches that were skipped. */
    long skips() {
        return skips;
    }
}
