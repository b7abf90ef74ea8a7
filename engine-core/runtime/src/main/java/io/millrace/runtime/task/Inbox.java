package io.millrace.runtime.task;

import io.millrace.runtime.tuple.DataTuple;
import java.util.ArrayDeque;
import java.util.Iterator;

/** The tuples that wait for a bolt, in the order in which they are executed. Confined to the thread of the task's executor. */
final class Inbox implements Iterable<DataTuple> {

    private final ArrayDeque<DataTuple> tuples = new ArrayDeque<>();
    private final int most;
    private final long mostBytes;
    private long bytes;

    /**
     * @param most tuples
     * @param mostBytes of them
     */
    Inbox(int most, long mostBytes) {
        this.most = most;
        this.mostBytes = mostBytes;
    }

    long mostBytes() {
        return mostBytes;
    }

    boolean isEmpty() {
        return tuples.isEmpty();
    }

    int size() {
        return tuples.size();
    }

    void add(DataTuple tuple) {
        tuples.add(tuple);
        bytes += tuple.bytes();
    }

    /** Puts a tuple at the head, from which it was taken. */
    void takeBack(DataTuple tuple) {
        tuples.addFirst(tuple);
        bytes += tuple.bytes();
    }

    /** Removes and returns the first one; null if there is none. */
    DataTuple poll() {
        DataTuple first = tuples.poll();
        if (first != null) {
            bytes -= first.bytes();
        }
        return first;
    }

    /** Returns whether another tuple of this size would exceed the bound. */
    boolean isFullFor(long tupleBytes) {
        return tuples.size() >= most || bytes + tupleBytes > mostBytes;
    }

    /** Returns whether sources may send again that were told to wait. */
    boolean isHalfEmpty() {
        return tuples.size() <= most / 2 && bytes <= mostBytes / 2;
    }

    void clear() {
        tuples.clear();
        bytes = 0;
    }

    @Override
    public Iterator<DataTuple> iterator() {
        return tuples.iterator();
    }
}
