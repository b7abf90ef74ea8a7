// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.runtime.link.PauseSign;
import io.millrace.runtime.tuple.DataTuple;
import java.util.ArrayDeque;
import java.util.Iterator;

/**
 * The tuples that wait for a bolt, in the order in which they are executed. It pauses the task's sources while it is
 * full. Confined to the thread of the task's executor.
 */
public final class Inbox implements Iterable<DataTuple> {

    private final BoltTask task;
    private final PauseSign sign;
    private final ArrayDeque<DataTuple> tuples = new ArrayDeque<>();
    private final int most;
    private final long mostBytes;
    private long bytes;

    /** Whether the bolt takes no tuple now. */
    private boolean closed;

    Inbox(BoltTask task, PauseSign sign) {
        this.task = task;
        this.sign = sign;
        this.most = task.settings.inbox().tuples();
        this.mostBytes = task.settings.inbox().bytes();
    }

    public long mostBytes() {
        return mostBytes;
    }

    public boolean isEmpty() {
        return tuples.isEmpty();
    }

    public int size() {
        return tuples.size();
    }

    /** Adds a tuple, also without room. */
    void add(DataTuple tuple) {
        if (tuples.isEmpty()) {
            task.ready();
        }
        tuples.add(tuple);
        bytes += tuple.bytes();
        task.tally.inbox(tuples.size());
    }

    /** Puts a tuple at the head, from which it was taken. */
    public void takeBack(DataTuple tuple) {
        tuples.addFirst(tuple);
        bytes += tuple.bytes();
        task.ready();
    }

    /** Removes and returns the first tuple; null if there is none. */
    DataTuple poll() {
        DataTuple first = tuples.poll();
        if (first != null) {
            bytes -= first.bytes();
            if (first.releaseCredit()) {
                task.host.turns().roomMade();
            }
        }
        return first;
    }

    /** Returns whether another tuple of this size would exceed the bound. */
    public boolean isFullFor(long tupleBytes) {
        return tuples.size() >= most || bytes + tupleBytes > mostBytes;
    }

    /** Lets the bolt take no tuple from now on, or take tuples again. */
    void close(boolean on) {
        closed = on;
        if (!tuples.isEmpty()) {
            task.ready();
        }
    }

    /** Returns whether the bolt has said that it takes no tuple now. */
    public boolean isClosed() {
        return closed;
    }

    /** Returns whether a tuple waits that the bolt would take. */
    boolean isReady() {
        return !closed && !tuples.isEmpty();
    }

    /** Returns whether the sources of the task were told to wait. */
    public boolean isPaused() {
        return sign.isPaused();
    }

    private void pause(boolean on) {
        if (on != sign.isPaused()) {
            sign.set(on);
            task.host.turns().paused(task, on);
        }
    }

    /** Tells the sources to wait if there is no room for another tuple of this size. */
    void pauseIfFull(long tupleBytes) {
        if (!sign.isPaused() && isFullFor(tupleBytes)) {
            pause(true);
        }
    }

    /** Lets the sources send again if there is room for many. */
    void resumeIfHalfEmpty() {
        if (sign.isPaused() && tuples.size() <= most / 2 && bytes <= mostBytes / 2) {
            pause(false);
        }
    }

    /** Takes all tuples that arrive from now on, also without room, so that barriers come. */
    public void takeAll() {
        releaseCredit();
        task.host.turns().roomMade();
        pause(false);
    }

    /** Takes only tuples for which there is room from now on. */
    public void takeWithinBounds() {
        pauseIfFull(0);
    }

    /** Returns the credit that the tuples hold. */
    void releaseCredit() {
        for (DataTuple tuple : tuples) {
            tuple.releaseCredit();
        }
    }

    /** Drops all tuples. */
    void drop() {
        for (DataTuple tuple : tuples) {
            tuple.releaseCredit();
            tuple.releaseViews();
            if (tuple.stream().isCounted()) {
                task.host.counters().addReceived(tuple.arrivedBy());
            }
        }
        tuples.clear();
        bytes = 0;
        pause(false);
    }

    @Override
    public Iterator<DataTuple> iterator() {
        return tuples.iterator();
    }
}
