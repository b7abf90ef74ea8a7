// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.task;

import io.millrace.runtime.grouping.TaskSet;
import io.millrace.runtime.snapshot.store.ChannelTuples;
import io.millrace.runtime.tuple.DataTuple;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The alignment of a task: which barriers of a snapshot have come, and the tuples that are parked until all have.
 * Confined to the thread of the task's executor.
 */
final class Alignment {

    /** The consequence of a barrier. */
    enum Step {
        /** Other barriers are missing. */
        WAITS,
        /** All barriers have come. */
        COMPLETE,
        /** The barrier belongs to a snapshot that was given up. */
        STALE,
        /** Tuples that were sent before the barrier have not arrived. */
        INCOMPLETE
    }

    private final TaskSet sources;
    private final boolean[] passed;
    private final boolean[] held;
    private final long[] received;
    private final boolean parks;
    private final ArrayDeque<DataTuple> parked = new ArrayDeque<>();

    private long snapshotId;
    private int missing;
    private long parkedBytes;
    private long begunAt;

    /** The last snapshot that was completed or given up. */
    private long last;

    /**
     * @param sources upstream tasks
     * @param parks whether tuples behind a barrier wait for the other barriers
     */
    Alignment(TaskSet sources, boolean parks) {
        this.sources = sources;
        this.passed = new boolean[sources.size()];
        this.held = new boolean[sources.size()];
        this.received = new long[sources.size()];
        this.parks = parks;
    }

    /** Returns whether this snapshot has neither been completed nor given up here. */
    boolean isNew(long id) {
        return id > last;
    }

    /** A task without upstream tasks has taken a snapshot. */
    void taken(long id) {
        last = Math.max(last, id);
    }

    /** A restored tuple will be executed, which its source has not sent in this generation. */
    void restored(int source) {
        int index = sources.indexOf(source);
        if (index >= 0) {
            received[index]--;
        }
    }

    /**
     * Ends the wait for barriers. The caller must call {@link #end}, and takes back the parked tuples.
     *
     * @param id id of a snapshot that is new, and not before the one that is aligned
     * @return the recording, which goes on to wait for the missing barriers
     */
    ChannelState overtake(long id, long now, ChannelTuples tuples, long mostBytes) {
        if (id > snapshotId) {
            begin(id, now);
        }
        return new ChannelState(id, sources, passed, received, tuples, mostBytes);
    }

    /** Returns whether there is no upstream task, so that the task must be triggered. */
    boolean isSource() {
        return passed.length == 0;
    }

    boolean isAligning() {
        return snapshotId != 0;
    }

    /** Returns the snapshot for which barriers are missing; 0 for none. */
    long snapshotId() {
        return snapshotId;
    }

    /** Returns when the first barrier of the snapshot came. */
    long begunAt() {
        return begunAt;
    }

    /** Returns whether the task must park the tuples of a source. */
    boolean parks(int source) {
        if (snapshotId == 0 || !parks) {
            return false;
        }
        int index = sources.indexOf(source);
        return index >= 0 && passed[index];
    }

    /** Counts a tuple that the task executes. */
    void received(int source) {
        int index = sources.indexOf(source);
        if (index >= 0) {
            received[index]++;
        }
    }

    /** Parks a tuple. */
    void park(DataTuple tuple) {
        parked.add(tuple);
        parkedBytes += tuple.bytes();
    }

    /** Returns the bytes of the parked tuples. */
    long parkedBytes() {
        return parkedBytes;
    }

    /**
     * Takes a barrier. If the alignment for an earlier snapshot goes on, it must be ended before.
     *
     * @param tuples number of tuples that the barrier states
     */
    Step barrier(int source, long id, long tuples, long now) {
        int index = sources.indexOf(source);
        if (index < 0 || id <= last || id < snapshotId) {
            return Step.STALE;
        }
        if (tuples != received[index]) {
            return Step.INCOMPLETE;
        }
        if (id > snapshotId) {
            begin(id, now);
        }
        if (!passed[index]) {
            passed[index] = true;
            missing--;
        }
        return missing == 0 ? Step.COMPLETE : Step.WAITS;
    }

    /** Returns the sources whose barriers of a snapshot have not come; none if it was completed or given up. */
    List<Integer> missing(long id) {
        List<Integer> missing = new ArrayList<>();
        for (int i = 0; isNew(id) && i < passed.length; i++) {
            if (snapshotId != id || !passed[i]) {
                missing.add(sources.task(i));
            }
        }
        return missing;
    }

    private void begin(long id, long now) {
        snapshotId = id;
        begunAt = now;
        missing = passed.length;
        Arrays.fill(passed, false);
    }

    /** Marks a source as held. Returns false if it was held already. */
    boolean hold(int source) {
        int index = sources.indexOf(source);
        boolean first = !held[index];
        held[index] = true;
        return first;
    }

    /** Ends the alignment. Returns the sources that were held. */
    int[] end() {
        last = Math.max(last, snapshotId);
        snapshotId = 0;
        int[] told = new int[held.length];
        int count = 0;
        for (int i = 0; i < held.length; i++) {
            if (held[i]) {
                told[count++] = sources.task(i);
            }
        }
        Arrays.fill(held, false);
        return Arrays.copyOf(told, count);
    }

    /** Returns the tuple that was parked last, or null. All must be taken after {@link #end}. */
    DataTuple unpark() {
        DataTuple tuple = parked.pollLast();
        parkedBytes = parked.isEmpty() ? 0 : parkedBytes - tuple.bytes();
        return tuple;
    }
}
