// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.eventtime;

import io.millrace.runtime.tuple.Watermark;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.IntHashSet;

/**
 * The event times of the partitions that a spout task reads. To add, remove or look at a partition takes logarithmic
 * time, as there may be many that are short. Confined to the thread of the task's executor.
 */
final class PartitionTimes {

    private static final long NEVER = Long.MAX_VALUE;

    private static final class Partition {

        private final int id;
        private long latest = Watermark.NONE;

        /** The value of {@link #latest} when it was last put into {@link PartitionTimes#live}. */
        private long place = Watermark.NONE;

        private long emittedAt;
        private boolean emitted;
        private boolean backlog;
        private boolean idle;

        private Partition(int id, long now) {
            this.id = id;
            emittedAt = now;
        }
    }

    private final Int2ObjectHashMap<Partition> all = new Int2ObjectHashMap<>();

    /** The partitions that are not idle, the one furthest behind first. */
    private final TreeSet<Partition> live = new TreeSet<>(
            Comparator.comparingLong((Partition each) -> each.place).thenComparingInt(each -> each.id));

    /** The partitions of {@link #live} without a backlog, the next to become idle first. */
    private final TreeSet<Partition> quiet = new TreeSet<>(
            Comparator.comparingLong((Partition each) -> each.emittedAt).thenComparingInt(each -> each.id));

    /** The partitions that have emitted since the last {@link #look}. */
    private final List<Partition> moved = new ArrayList<>();

    /** The partition of the following emissions; null if the spout has not set it. */
    private Partition current;

    /** The latest time of the removed partitions. */
    private long left = Watermark.NONE;

    private boolean changed;
    private boolean allIdle;
    private long nextIdle = NEVER;

    /** Sets the partitions. A partition that stays keeps its times. */
    void set(int[] ids, long now) {
        Set<Integer> gone = new HashSet<>(all.keySet());
        for (int id : ids) {
            gone.remove(id);
            all.computeIfAbsent(id, none -> begin(id, now));
        }
        gone.forEach(this::remove);
        changed = true;
    }

    private Partition begin(int id, long now) {
        Partition each = new Partition(id, now);
        place(each);
        return each;
    }

    /** Adds a partition, if it is new. */
    void add(int id, boolean backlog, long now) {
        backlog(all.computeIfAbsent(id, none -> begin(id, now)), backlog, now);
        changed = true;
    }

    void remove(int id) {
        Partition gone = all.remove(id);
        if (gone != null) {
            displace(gone);
            left = Math.max(left, gone.latest);
            current = current == gone ? null : current;
            changed = true;
        }
    }

    /**
     * Sets the partitions that have more to emit, so are not idle. The idle time of one that has no more begins now.
     */
    void backlog(int[] ids, long now) {
        IntHashSet more = new IntHashSet();
        for (int id : ids) {
            more.add(id);
        }
        for (Partition each : all.values()) {
            backlog(each, more.contains(each.id), now);
        }
        changed = true;
    }

    private void backlog(Partition each, boolean more, long now) {
        if (each.backlog != more) {
            displace(each);
            if (more) {
                each.idle = false;
            } else {
                each.emittedAt = now;
            }
            each.backlog = more;
            place(each);
        }
    }

    private void displace(Partition each) {
        live.remove(each);
        quiet.remove(each);
    }

    private void place(Partition each) {
        each.place = each.latest;
        if (!each.idle) {
            live.add(each);
            if (!each.backlog) {
                quiet.add(each);
            }
        }
    }

    /** The following emissions come from this partition, or from none if the number is negative. */
    void from(int id) {
        if (id < 0) {
            current = null;
        } else if (current == null || current.id != id) {
            Partition found = all.get(id);
            if (found == null) {
                throw new IllegalArgumentException("partition " + id + " is none of the " + all.size()
                        + " that the task has named: name it in eventTimePartitions before");
            }
            current = found;
        }
    }

    /** A tuple is emitted, perhaps without event time. */
    void emits() {
        if (current != null && !current.emitted) {
            current.emitted = true;
            moved.add(current);
        }
    }

    /** Returns the latest time of the present partition. A tuple from no partition moves no watermark. */
    long latest() {
        return current == null ? Long.MAX_VALUE : current.latest;
    }

    /** Sets the latest time of the present partition. Must follow {@link #emits}. */
    void latest(long millis) {
        current.latest = millis;
    }

    /**
     * Finds out which partitions are idle.
     *
     * @param idleNanos time without emissions after which a partition is idle; 0: no partition is ever idle
     * @return the least latest time of the live partitions; if there are none any more, of the partitions that have
     *     just become idle; and if there are no partitions, the latest time of all that there were
     */
    long look(long now, long idleNanos) {
        changed = false;
        for (Partition each : moved) {
            each.emitted = false;
            if (all.get(each.id) == each) {
                displace(each);
                each.emittedAt = now;
                each.idle = false;
                place(each);
            }
        }
        moved.clear();
        long before = least();
        nextIdle = NEVER;
        while (idleNanos > 0 && nextIdle == NEVER && !quiet.isEmpty()) {
            Partition first = quiet.first();
            if (now - first.emittedAt >= idleNanos) {
                displace(first);
                first.idle = true;
            } else {
                nextIdle = first.emittedAt + idleNanos;
            }
        }
        allIdle = live.isEmpty();
        if (all.isEmpty()) {
            return left;
        }
        return allIdle ? before : least();
    }

    private long least() {
        return live.isEmpty() ? Watermark.NONE : live.first().latest;
    }

    /** Returns whether the partitions or their backlogs have changed since the last {@link #look}. */
    boolean hasChanged() {
        return changed;
    }

    /** Returns whether the last {@link #look} has found no live partition. */
    boolean allIdle() {
        return allIdle;
    }

    /** Returns when the next partition may become idle. */
    long nextIdle() {
        return nextIdle;
    }
}
