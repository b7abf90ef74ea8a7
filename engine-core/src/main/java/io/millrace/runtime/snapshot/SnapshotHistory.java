package io.millrace.runtime.snapshot;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last 100 snapshots that have ended. Any thread may read it; the coordinator's writes it. */
public final class SnapshotHistory {

    static final int LIMIT = 100;

    private final Deque<SnapshotRecord> records = new ArrayDeque<>();

    private long count;

    /** Returns how many snapshots have ended. */
    public synchronized long count() {
        return count;
    }

    synchronized void add(SnapshotRecord snapshot) {
        if (records.size() == LIMIT) {
            records.removeFirst();
        }
        records.addLast(snapshot);
        count++;
    }

    /** Returns them in the order of their ends. */
    public synchronized List<SnapshotRecord> list() {
        return List.copyOf(records);
    }
}
