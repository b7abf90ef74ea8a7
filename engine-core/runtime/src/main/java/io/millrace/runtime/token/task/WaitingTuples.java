// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.token.task;

import io.millrace.runtime.tuple.DataTuple;
import java.util.ArrayDeque;

/**
 * The tuples of one task that wait for tokens of a component, first in, first out. Confined to the thread of the task's
 * executor.
 *
 * <pre>
 *   take ◄── oldest ◄── spilled ◄── newest ◄── add
 *            objects    encoded     objects for which there is no room
 * </pre>
 *
 * Without files all tuples are in {@code oldest}.
 */
final class WaitingTuples {

    /** Takes reports of lost tuples. */
    @FunctionalInterface
    interface Losses {

        /** @param cause cause; null if a file was damaged, which is logged */
        void lost(long count, RuntimeException cause);
    }

    /** The bytes of the heap that a waiting tuple takes beside itself. */
    static final int ENTRY_BYTES = 80;

    private final WaitingMemory memory;
    private final SpilledTuples spilled;
    private final WaitingTrees trees;
    private final Losses losses;

    private final ArrayDeque<WaitingTuple> oldest = new ArrayDeque<>();
    private final ArrayDeque<WaitingTuple> newest = new ArrayDeque<>();

    /** The position of the first tuple. */
    private long head;

    private long tail;

    /** The bytes of the memory that its objects take. */
    private long bytes;

    WaitingTuples(WaitingMemory memory, SpilledTuples spilled, WaitingTrees trees, Losses losses) {
        this.memory = memory;
        this.spilled = spilled;
        this.trees = trees;
        this.losses = losses;
    }

    boolean isEmpty() {
        return head == tail;
    }

    long size() {
        return tail - head;
    }

    long bytes() {
        return bytes + spilled.bytes();
    }

    /** Returns the number of bytes in files. */
    long spilledBytes() {
        return spilled.spilledBytes();
    }

    /** Returns whether no more tuples shall be added. A tuple that is added nevertheless is kept too. */
    boolean isFull() {
        return !newest.isEmpty() || !spilled.isAvailable() && !oldest.isEmpty() && memory.isFull();
    }

    /** Returns the time since when the first tuple waits. There must be one. */
    long headSince() {
        if (!oldest.isEmpty()) {
            return oldest.peekFirst().since();
        }
        return spilled.isEmpty() ? newest.peekFirst().since() : spilled.headSince();
    }

    void add(DataTuple tuple, long now) {
        WaitingTuple added = new WaitingTuple(tuple, tail++, now, tuple.bytes() + ENTRY_BYTES);
        trees.add(added.position(), tuple, now);
        if (!newest.isEmpty()) {
            hold(added, newest);
        } else if (staysAsItIs()) {
            hold(added, oldest);
        } else if (!spilled.offer(added)) {
            hold(added, newest);
        }
    }

    /** Adds a tuple before all others. */
    void putBack(DataTuple tuple, long now) {
        // The queue is as old as before
        long since = isEmpty() ? now : Math.min(now, headSince());
        WaitingTuple first = new WaitingTuple(tuple, --head, since, tuple.bytes() + ENTRY_BYTES);
        trees.putBack(first.position(), tuple, now);
        oldest.addFirst(first);
        count(first.bytes());
    }

    /** Returns whether the next tuple is taken as an object behind the oldest ones. One tuple is in any case. */
    private boolean staysAsItIs() {
        return !spilled.isAvailable() || spilled.isEmpty() && (oldest.isEmpty() || !memory.isFull());
    }

    private void hold(WaitingTuple waiting, ArrayDeque<WaitingTuple> where) {
        where.addLast(waiting);
        count(waiting.bytes());
    }

    private void count(long more) {
        bytes += more;
        memory.add(more);
    }

    /** Moves the newest tuples to where there is room. */
    void settle() {
        while (!newest.isEmpty()) {
            if (staysAsItIs()) {
                oldest.addLast(newest.removeFirst());
            } else if (spilled.mayHaveRoom() && spilled.offer(newest.peekFirst())) {
                count(-newest.removeFirst().bytes());
            } else {
                return;
            }
        }
    }

    /** Reads the first tuple if that is needed and possible. Returns whether it is there. */
    boolean fetch() {
        if (oldest.isEmpty()) {
            WaitingTuple next = spilled.poll(this::lost);
            if (next != null) {
                hold(next, oldest);
            } else {
                settle();
            }
        }
        return hasFirst();
    }

    /** Returns whether the first tuple can be taken. */
    boolean hasFirst() {
        return !oldest.isEmpty();
    }

    private void lost(long last, long count, RuntimeException cause) {
        head = last + 1;
        trees.loseUpTo(last);
        losses.lost(count, cause);
    }

    /** Returns the first tuple, which must be there. */
    DataTuple first() {
        return oldest.peekFirst().tuple();
    }

    /** Takes the first tuple, which must be there. The time-outs of its trees begin now. */
    DataTuple take() {
        WaitingTuple first = oldest.removeFirst();
        count(-first.bytes());
        head = first.position() + 1;
        trees.leave(first.position());
        return first.tuple();
    }

    WaitingTrees trees() {
        return trees;
    }

    /** Drops all tuples. Returns how many. */
    long clear() {
        long dropped = size();
        head = tail;
        count(-bytes);
        oldest.clear();
        newest.clear();
        spilled.close();
        trees.clear();
        return dropped;
    }
}
