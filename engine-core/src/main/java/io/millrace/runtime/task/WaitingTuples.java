package io.millrace.runtime.task;

import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.link.Paths;
import io.millrace.runtime.tuple.DataTuple;

/**
 * The tuples of one task that wait for tokens of a component, first in, first out. While a tuple waits, the time-outs of its trees are restarted again and again. So they
 * end only if the queue dies, or after the tuple has left it. Confined to the thread of the task's executor.
 */
final class WaitingTuples {

    private static final int FIRST_CAPACITY = 16;
    private static final int MOST_RENEWALS = 1024;

    /** Time-outs are restarted so many times in one time-out. */
    private static final int RENEWALS = 4;

    private final WaitingMemory memory;
    private final Paths paths;
    private final long renewalNanos;

    // A ring, whose capacity is a power of two; positions only grow
    private DataTuple[] tuples = new DataTuple[FIRST_CAPACITY];
    private long[] since = new long[FIRST_CAPACITY];
    private long head;
    private long tail;
    private long bytes;

    // The present round of restarts is done up to the position `renewed` and ends at `renewEnd`
    private long renewed;
    private long renewEnd;
    private long nextRound = Long.MAX_VALUE;

    /** @param timeoutNanos the shortest of trees whose tuples may wait; {@link Long#MAX_VALUE} if none time out */
    WaitingTuples(WaitingMemory memory, Paths paths, long timeoutNanos) {
        this.memory = memory;
        this.paths = paths;
        this.renewalNanos = timeoutNanos == Long.MAX_VALUE ? timeoutNanos : timeoutNanos / RENEWALS;
    }

    boolean isEmpty() {
        return head == tail;
    }

    int size() {
        return (int) (tail - head);
    }

    long bytes() {
        return bytes;
    }

    /** Whether no more shall be added. What is added in spite of that is kept too. */
    boolean isFull() {
        return head != tail && memory.isFull();
    }

    /** Returns since when the first one waits. */
    long headSince() {
        return since[at(head)];
    }

    void add(DataTuple tuple, long now) {
        if (tail - head == tuples.length) {
            grow();
        }
        tuples[at(tail)] = tuple;
        since[at(tail)] = now;
        tail++;
        bytes += tuple.bytes();
        memory.add(tuple.bytes());
        if (nextRound == Long.MAX_VALUE && renewalNanos != Long.MAX_VALUE) {
            nextRound = now + renewalNanos;
        }
    }

    /** Takes the first one. The time-outs of its trees begin now. */
    DataTuple take() {
        DataTuple tuple = tuples[at(head)];
        tuples[at(head)] = null;
        head++;
        bytes -= tuple.bytes();
        memory.add(-tuple.bytes());
        renew(tuple);
        return tuple;
    }

    /** Restarts time-outs if it is time to. */
    void renew(long now) {
        if (head == tail) {
            nextRound = Long.MAX_VALUE;
            renewEnd = head;
        } else if (now >= nextRound) {
            nextRound = now + renewalNanos;
            renewed = head;
            renewEnd = tail;
        }
        renewed = Math.max(renewed, head);
        long end = Math.min(renewEnd, renewed + MOST_RENEWALS);
        while (renewed < end) {
            renew(tuples[at(renewed++)]);
        }
    }

    /** Returns when {@link #renew} must be called; {@link Long#MAX_VALUE} for never. */
    long deadline(long now) {
        return Math.max(renewed, head) < renewEnd ? now : nextRound;
    }

    private void renew(DataTuple tuple) {
        for (int i = 0; i < tuple.rootCount(); i++) {
            paths.renew(tuple.root(i));
        }
    }

    /** Adds the edges of all that wait. */
    void addEdges(AckBuffer edges) {
        for (long i = head; i < tail; i++) {
            DataTuple tuple = tuples[at(i)];
            for (int root = 0; root < tuple.rootCount(); root++) {
                edges.ack(tuple.root(root), tuple.edge(root));
            }
        }
    }

    /** Drops all. Returns how many. */
    int clear() {
        int dropped = size();
        memory.add(-bytes);
        bytes = 0;
        head = tail;
        tuples = new DataTuple[FIRST_CAPACITY];
        since = new long[FIRST_CAPACITY];
        nextRound = Long.MAX_VALUE;
        return dropped;
    }

    private int at(long position) {
        return (int) position & tuples.length - 1;
    }

    private void grow() {
        int count = size();
        DataTuple[] before = tuples;
        long[] sinceBefore = since;
        int first = at(head);
        tuples = new DataTuple[2 * count];
        since = new long[2 * count];
        for (int i = 0; i < count; i++) {
            int from = first + i & count - 1;
            tuples[at(head + i)] = before[from];
            since[at(head + i)] = sinceBefore[from];
        }
    }
}
