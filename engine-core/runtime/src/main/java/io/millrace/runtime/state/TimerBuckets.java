package io.millrace.runtime.state;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Timers of one kind of time that captures do not contain: timers of the same time are in one bucket, in the order in
 * which they were set. Many keys wait for the same times, so a timer costs a place in an array. Confined to the thread
 * of the task.
 */
final class TimerBuckets {

    private static final int LEAST_LENGTH = 4;

    private static final class Bucket {

        private final long millis;
        private Object[] keys = new Object[LEAST_LENGTH];
        private int[] hashes = new int[LEAST_LENGTH];
        private short[] blocks = new short[LEAST_LENGTH];
        private int taken;
        private int added;

        private Bucket(long millis) {
            this.millis = millis;
        }

        private void add(CurrentKey key) {
            if (added == keys.length) {
                int length = added + (added >> 1);
                keys = Arrays.copyOf(keys, length);
                hashes = Arrays.copyOf(hashes, length);
                blocks = Arrays.copyOf(blocks, length);
            }
            keys[added] = key.key();
            hashes[added] = key.hash();
            blocks[added++] = (short) key.block();
        }

        private void take(CurrentKey into) {
            into.set(keys[taken], hashes[taken], blocks[taken]);
            keys[taken++] = null;
        }

        private boolean isEmpty() {
            return taken == added;
        }
    }

    private final TreeMap<Long, Bucket> buckets = new TreeMap<>();

    /** The bucket of the earliest time; null if there is none. */
    private Bucket first;

    /** The bucket to which a timer was added last; null if it is gone. */
    private Bucket last;

    /** Adds a timer of the current key. */
    void add(CurrentKey key, long millis) {
        if (last == null || last.millis != millis) {
            last = buckets.computeIfAbsent(millis, Bucket::new);
            if (first == null || millis < first.millis) {
                first = last;
            }
        }
        last.add(key);
    }

    void clear() {
        buckets.clear();
        first = null;
        last = null;
    }

    boolean isEmpty() {
        return first == null;
    }

    /** Returns the time of the first timer; {@link Long#MAX_VALUE} if there is none. */
    long firstMillis() {
        return first == null ? Long.MAX_VALUE : first.millis;
    }

    /** Removes the first timer, which must exist, and makes its key the current one. */
    void take(CurrentKey into) {
        first.take(into);
        if (first.isEmpty()) {
            buckets.remove(first.millis);
            last = last == first ? null : last;
            Map.Entry<Long, Bucket> next = buckets.firstEntry();
            first = next == null ? null : next.getValue();
        }
    }
}
