// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state;

import java.util.PriorityQueue;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * Timers of one kind of time that captures do not contain: timers of the same time are in one bucket. Many keys wait
 * for the same times, so a timer costs a place in an array. Confined to the thread of the task.
 *
 * <p>A bucket of many timers is a sweep over the tables of states: it takes its keys partition by partition, so that
 * the tables of a partition are read from memory once, and not again for each key. A bucket of few takes them in the
 * order in which they were set.
 */
final class TimerBuckets {

    private static final int LEAST_LENGTH = 4;
    private static final int MOST_LENGTH = 1024;

    /** The least number of timers that are taken by partition: the tables of fewer keys stay in the cache. */
    private static final int LEAST_SWEEP = 1024;

    /** A part of a bucket: an array that is full is not copied to a larger one. */
    private static final class Part {

        private final Object[] keys;
        private final int[] hashes;
        private Part next;

        private Part(int length) {
            keys = new Object[length];
            hashes = new int[length];
        }
    }

    private static final class Bucket implements Comparable<Bucket> {

        private final long millis;
        private Part first = new Part(LEAST_LENGTH);
        private Part last = first;

        /** How many timers of the first part were taken. */
        private int taken;

        /** How many timers were added to the last part. */
        private int added;

        /** How many timers were added in all. */
        private int size;

        /** Whether the first timer was taken. */
        private boolean begun;

        private Bucket(long millis) {
            this.millis = millis;
        }

        private void add(CurrentKey key) {
            int length = last.keys.length;
            if (added == length) {
                last.next = new Part(Math.min(2 * length, MOST_LENGTH));
                last = last.next;
                added = 0;
            }
            last.keys[added] = key.key();
            last.hashes[added++] = key.hash();
            size++;
        }

        private void take(CurrentKey into) {
            if (!begun) {
                begun = true;
                if (size >= LEAST_SWEEP) {
                    sortByBlock();
                }
            }
            if (taken == first.keys.length) {
                first = first.next;
                taken = 0;
            }
            into.set(first.keys[taken], first.hashes[taken]);
            taken++;
        }

        /** Sorts all timers into one part, in the order of their blocks and otherwise as they are. */
        private void sortByBlock() {
            int[] places = new int[Changes.BLOCKS + 1];
            for (Part part = first; part != null; part = part.next) {
                int length = length(part);
                for (int i = 0; i < length; i++) {
                    places[CurrentKey.block(part.hashes[i]) + 1]++;
                }
            }
            for (int block = 1; block < places.length; block++) {
                places[block] += places[block - 1];
            }
            Part sorted = new Part(size);
            for (Part part = first; part != null; part = part.next) {
                int length = length(part);
                for (int i = 0; i < length; i++) {
                    int place = places[CurrentKey.block(part.hashes[i])]++;
                    sorted.keys[place] = part.keys[i];
                    sorted.hashes[place] = part.hashes[i];
                }
            }
            first = sorted;
            last = sorted;
            added = size;
        }

        private int length(Part part) {
            return part == last ? added : part.keys.length;
        }

        private boolean isEmpty() {
            return first == last && taken == added;
        }

        @Override
        public int compareTo(Bucket other) {
            return Long.compare(millis, other.millis);
        }
    }

    private final Long2ObjectHashMap<Bucket> byTime = new Long2ObjectHashMap<>();
    private final PriorityQueue<Bucket> inOrder = new PriorityQueue<>();

    /** When the first timer is due. */
    private long firstMillis = Long.MAX_VALUE;

    /** The bucket to which a timer was added last; null if it is gone. */
    private Bucket last;

    /** Adds a timer of the current key. */
    void add(CurrentKey key, long millis) {
        if (last == null || last.millis != millis) {
            last = byTime.get(millis);
            if (last == null) {
                last = new Bucket(millis);
                byTime.put(millis, last);
                inOrder.add(last);
                firstMillis = Math.min(firstMillis, millis);
            }
        }
        last.add(key);
    }

    void clear() {
        byTime.clear();
        inOrder.clear();
        last = null;
        firstMillis = Long.MAX_VALUE;
    }

    boolean isEmpty() {
        return inOrder.isEmpty();
    }

    /** Returns the time of the first timer; {@link Long#MAX_VALUE} if there is none. */
    long firstMillis() {
        return firstMillis;
    }

    /** Removes the first timer, which must exist, and makes its key the current one. */
    void take(CurrentKey into) {
        Bucket first = inOrder.element();
        first.take(into);
        if (first.isEmpty()) {
            inOrder.remove();
            byTime.remove(first.millis);
            last = last == first ? null : last;
            firstMillis = inOrder.isEmpty() ? Long.MAX_VALUE : inOrder.element().millis;
        }
    }
}
