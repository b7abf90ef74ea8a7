// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.token.task;

import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.tuple.DataTuple;
import java.util.function.LongConsumer;

/**
 * The trees of the tuples of one queue, in memory or in files. While a tuple waits, the time-outs of its trees are
 * restarted again and again. So they end only if the queue dies, or after the tuple has left it. Confined to the thread
 * of the task's executor.
 */
final class WaitingTrees {

    private static final int FIRST_CAPACITY = 64;
    private static final int KEPT_CAPACITY = 1 << 16;
    private static final int MOST_RENEWALS = 1024;

    /** The number of restarts within one time-out. */
    private static final int RENEWALS = 4;

    private static final long NEVER = Long.MAX_VALUE;

    // An entry is the position of a tuple, the number of its trees, and root and edge of each
    private static final int COUNT = 1;
    private static final int HEAD = 2;
    private static final int PAIR = 2;

    private final LongConsumer renew;
    private final LongConsumer fail;
    private final long renewalNanos;

    // A ring, whose capacity is a power of two
    private long[] ring = new long[FIRST_CAPACITY];
    private long head;
    private long tail;

    // The present round of restarts is done up to the place `renewed` and ends at `renewEnd`
    private long renewed;
    private long renewEnd;
    private long nextRound = NEVER;

    /**
     * @param renew restarts the time-out of a root
     * @param fail fails the tree of a root
     * @param timeoutNanos shortest time-out of trees whose tuples may wait; {@link Long#MAX_VALUE} if none time out
     */
    WaitingTrees(LongConsumer renew, LongConsumer fail, long timeoutNanos) {
        this.renew = renew;
        this.fail = fail;
        this.renewalNanos = timeoutNanos == NEVER ? NEVER : timeoutNanos / RENEWALS;
    }

    /** A tuple begins to wait. */
    void add(long position, DataTuple tuple, long now) {
        long entry = tail;
        tail += makeRoom(tuple);
        put(entry, position, tuple, now);
    }

    /** A tuple waits again, before all others. The time-outs of its trees went on meanwhile, and begin anew. */
    void putBack(long position, DataTuple tuple, long now) {
        head -= makeRoom(tuple);
        put(head, position, tuple, now);
        for (int i = 0; i < tuple.rootCount(); i++) {
            renew.accept(tuple.root(i));
        }
    }

    /** Makes room for the entry of a tuple, and returns its size. */
    private int makeRoom(DataTuple tuple) {
        int length = tuple.rootCount() == 0 ? 0 : HEAD + PAIR * tuple.rootCount();
        while (tail + length - head > ring.length) {
            grow();
        }
        return length;
    }

    private void put(long entry, long position, DataTuple tuple, long now) {
        int count = tuple.rootCount();
        if (count == 0) {
            return;
        }
        set(entry, position);
        set(entry + COUNT, count);
        for (int i = 0; i < count; i++) {
            set(entry + HEAD + (long) PAIR * i, tuple.root(i));
            set(entry + HEAD + (long) PAIR * i + 1, tuple.edge(i));
        }
        if (nextRound == NEVER && renewalNanos != NEVER) {
            nextRound = now + renewalNanos;
        }
    }

    /** The tuple at a position, which is the first, leaves the queue: the time-outs of its trees begin now. */
    void leave(long position) {
        removeUpTo(position, renew);
    }

    /** All tuples up to a position are lost: their trees fail. */
    void loseUpTo(long position) {
        removeUpTo(position, fail);
    }

    private void removeUpTo(long position, LongConsumer then) {
        while (head < tail && get(head) <= position) {
            long end = end(head);
            for (long place = head + HEAD; place < end; place += PAIR) {
                then.accept(get(place));
            }
            head = end;
        }
        if (head == tail && ring.length > KEPT_CAPACITY) {
            ring = new long[FIRST_CAPACITY];
        }
    }

    /** Restarts time-outs if it is time. */
    void renew(long now) {
        if (head == tail) {
            nextRound = NEVER;
            renewEnd = head;
        } else if (now >= nextRound) {
            nextRound = now + renewalNanos;
            renewed = head;
            renewEnd = tail;
        }
        renewed = Math.max(renewed, head);
        for (int done = 0; renewed < renewEnd && done < MOST_RENEWALS; done++) {
            long end = end(renewed);
            for (long place = renewed + HEAD; place < end; place += PAIR) {
                renew.accept(get(place));
            }
            renewed = end;
        }
    }

    /** Returns the time when {@link #renew} must be called; {@link Long#MAX_VALUE} for never. */
    long deadline(long now) {
        return Math.max(renewed, head) < renewEnd ? now : nextRound;
    }

    /** Adds the edges of all waiting tuples. */
    void addEdges(AckBuffer edges) {
        for (long entry = head; entry < tail; entry = end(entry)) {
            long end = end(entry);
            for (long place = entry + HEAD; place < end; place += PAIR) {
                edges.ack(get(place), get(place + 1));
            }
        }
    }

    /** Forgets all entries. */
    void clear() {
        ring = new long[FIRST_CAPACITY];
        head = tail;
        nextRound = NEVER;
    }

    /** Returns the place behind an entry. */
    private long end(long entry) {
        return entry + HEAD + PAIR * get(entry + COUNT);
    }

    private long get(long place) {
        return ring[at(place, ring)];
    }

    private void set(long place, long value) {
        ring[at(place, ring)] = value;
    }

    private static int at(long place, long[] ring) {
        return (int) place & ring.length - 1;
    }

    private void grow() {
        long[] before = ring;
        ring = new long[2 * before.length];
        for (long place = head; place < tail; place++) {
            ring[at(place, ring)] = before[at(place, before)];
        }
    }
}
