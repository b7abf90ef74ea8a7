package io.millrace.runtime.task;

import io.millrace.runtime.tuple.Watermark;
import java.util.LinkedHashMap;
import java.util.Map;

/** The event times of the partitions that a spout task reads. Confined to the thread of the task's executor. */
final class PartitionTimes {

    private static final long NEVER = Long.MAX_VALUE;

    private static final class Partition {

        private final int id;
        private long latest = Watermark.NONE;
        private long emittedAt;
        private boolean emitted;
        private boolean backlog;
        private boolean idle;

        private Partition(int id, long now) {
            this.id = id;
            emittedAt = now;
        }
    }

    private Map<Integer, Partition> all = Map.of();

    /** That of the following emissions; null if the spout has not said it. */
    private Partition current;

    /** The latest time of those that are no more. */
    private long left = Watermark.NONE;

    private boolean changed;
    private boolean allIdle;
    private long nextIdle = NEVER;

    /** These are the partitions from now on. Those that stay keep their times. */
    void set(int[] ids, long now) {
        Map<Integer, Partition> next = new LinkedHashMap<>(2 * ids.length);
        for (int id : ids) {
            Partition known = all.get(id);
            next.put(id, known == null ? new Partition(id, now) : known);
        }
        for (Partition each : all.values()) {
            if (!next.containsKey(each.id)) {
                left = Math.max(left, each.latest);
            }
        }
        all = next;
        current = current == null ? null : all.get(current.id);
        changed = true;
    }

    /** These have more to emit, so they are not idle. The time of one that has no more begins now. */
    void backlog(int[] ids, long now) {
        for (Partition each : all.values()) {
            if (each.backlog) {
                each.emittedAt = now;
                each.backlog = false;
            }
        }
        for (int id : ids) {
            Partition each = all.get(id);
            if (each != null) {
                each.backlog = true;
                each.idle = false;
            }
        }
        changed = true;
    }

    /** The following emissions come from this partition, or from none if the number is negative. */
    void from(int id) {
        if (id < 0) {
            current = null;
        } else if (current == null || current.id != id) {
            Partition found = all.get(id);
            if (found == null) {
                throw new IllegalArgumentException(
                        "partition " + id + " is none of " + all.keySet() + ": name it in eventTimePartitions before");
            }
            current = found;
        }
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
     * @return the least latest time of the live ones; if there are none any more, of those that have just become idle; and if there are no partitions, the
     *     latest time of all that there were
     */
    long look(long now, long idleNanos) {
        changed = false;
        for (Partition each : all.values()) {
            if (each.emitted) {
                each.emitted = false;
                each.emittedAt = now;
                each.idle = false;
            }
        }
        long before = least();
        nextIdle = NEVER;
        allIdle = true;
        for (Partition each : all.values()) {
            each.idle |= idleNanos > 0 && !each.backlog && now - each.emittedAt >= idleNanos;
            allIdle &= each.idle;
            if (!each.idle && !each.backlog && idleNanos > 0) {
                nextIdle = Math.min(nextIdle, each.emittedAt + idleNanos);
            }
        }
        if (all.isEmpty()) {
            return left;
        }
        return allIdle ? before : least();
    }

    private long least() {
        long least = NEVER;
        for (Partition each : all.values()) {
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
