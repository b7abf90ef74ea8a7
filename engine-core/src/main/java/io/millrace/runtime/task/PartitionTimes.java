package io.millrace.runtime.task;

import io.millrace.runtime.tuple.Watermark;
import java.util.Arrays;

/** The event times of the partitions that a spout task reads. Confined to the thread of the task's executor. */
final class PartitionTimes {

    private static final long NEVER = Long.MAX_VALUE;

    private static final class Partition {

        private final int id;
        private long latest = Watermark.NONE;
        private long emittedAt;
        private boolean emitted;
        private boolean idle;

        private Partition(int id, long now) {
            this.id = id;
            emittedAt = now;
        }
    }

    private Partition[] all = {};

    /** That of the following emissions; null if the spout has not said it. */
    private Partition current;

    private boolean changed;
    private boolean allIdle;
    private long nextIdle = NEVER;

    /** These are the partitions from now on. Those that stay keep their times. */
    void set(int[] ids, long now) {
        Partition[] next = new Partition[ids.length];
        for (int i = 0; i < ids.length; i++) {
            Partition known = find(ids[i]);
            next[i] = known == null ? new Partition(ids[i], now) : known;
        }
        all = next;
        current = current == null ? null : find(current.id);
        changed = true;
    }

    /** The following emissions come from this partition. */
    void from(int id) {
        if (current == null || current.id != id) {
            Partition found = find(id);
            if (found == null) {
                throw new IllegalArgumentException("partition " + id + " is none of "
                        + Arrays.toString(
                                Arrays.stream(all).mapToInt(each -> each.id).toArray())
                        + ": name it in eventTimePartitions before");
            }
            current = found;
        }
    }

    private Partition find(int id) {
        for (Partition each : all) {
            if (each.id == id) {
                return each;
            }
        }
        return null;
    }

    /** Something is emitted, perhaps without event time. */
    void emits() {
        if (current != null) {
            current.emitted = true;
        }
    }

    /** Returns the latest time of the present partition; what comes from no partition moves no watermark. */
    long latest() {
        return current == null ? Long.MAX_VALUE : current.latest;
    }

    void latest(long millis) {
        current.latest = millis;
    }

    /**
     * Finds out which partitions are idle.
     *
     * @param idleNanos 0: none ever is
     * @return the least latest time of the live ones, or if there are none any more, of those that have just become idle
     */
    long look(long now, long idleNanos) {
        changed = false;
        for (Partition each : all) {
            if (each.emitted) {
                each.emitted = false;
                each.emittedAt = now;
                each.idle = false;
            }
        }
        long before = least();
        nextIdle = NEVER;
        allIdle = true;
        for (Partition each : all) {
            each.idle |= idleNanos > 0 && now - each.emittedAt >= idleNanos;
            allIdle &= each.idle;
            if (!each.idle && idleNanos > 0) {
                nextIdle = Math.min(nextIdle, each.emittedAt + idleNanos);
            }
        }
        return allIdle ? before : least();
    }

    private long least() {
        long least = NEVER;
        for (Partition each : all) {
            if (!each.idle) {
                least = Math.min(least, each.latest);
            }
        }
        return least == NEVER ? Watermark.NONE : least;
    }

    /** Returns whether {@link #set} was called since the last {@link #look}. */
    boolean hasChanged() {
        return changed;
    }

    /** Returns whether the last {@link #look} has found no live one. */
    boolean allIdle() {
        return allIdle;
    }

    /** Returns when the next one may become idle. */
    long nextIdle() {
        return nextIdle;
    }
}
