// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.task;

import io.millrace.runtime.grouping.TaskSet;
import io.millrace.runtime.snapshot.store.ChannelTuples;
import io.millrace.runtime.tuple.Barrier;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.Watermark;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Records the tuples on their way to a task that takes a snapshot before all barriers have come: a copy of all that
 * arrives from each source until its barrier does. Confined to the thread of the task's executor.
 */
final class ChannelState {

    /** The consequence of an arrival. */
    enum Step {
        GOES_ON,
        /** All barriers have come. */
        COMPLETE,
        /** Tuples that were sent before a barrier have not arrived. */
        INCOMPLETE,
        /** The copies have more bytes than are allowed. */
        TOO_LARGE,
        /** A later snapshot has begun. */
        GIVEN_UP
    }

    private final long snapshotId;
    private final TaskSet sources;
    private final boolean[] passed;
    private final boolean[] held;
    private final long[] arrived;
    private final ChannelTuples tuples;
    private final long mostBytes;
    private int missing;
    private boolean watermarks;

    /**
     * @param passed sources whose barriers have come
     * @param received number of tuples of each source that the task has executed; others are in its inbox, and must be
     *     given to {@link #arrived} first
     * @param mostBytes most bytes of the copies
     */
    ChannelState(
            long snapshotId, TaskSet sources, boolean[] passed, long[] received, ChannelTuples tuples, long mostBytes) {
        this.snapshotId = snapshotId;
        this.sources = sources;
        this.passed = passed.clone();
        this.held = new boolean[passed.length];
        this.arrived = received.clone();
        this.tuples = tuples;
        this.mostBytes = mostBytes;
        for (boolean each : passed) {
            missing += each ? 0 : 1;
        }
    }

    long snapshotId() {
        return snapshotId;
    }

    /** Returns the sources whose barriers have not come. */
    List<Integer> missing() {
        List<Integer> tasks = new ArrayList<>();
        for (int i = 0; i < passed.length; i++) {
            if (!passed[i]) {
                tasks.add(sources.task(i));
            }
        }
        return tasks;
    }

    boolean hasTuples() {
        return tuples.size() > 0;
    }

    /** Returns whether watermarks have arrived, which are not copied. */
    boolean hasWatermarks() {
        return watermarks;
    }

    /** Takes a tuple, in the order of each source. Throws the exceptions of {@link ChannelTuples#add}. */
    Step arrived(DataTuple tuple) {
        int index = sources.indexOf(tuple.sourceTask());
        if (index < 0 || passed[index]) {
            return Step.GOES_ON;
        }
        if (tuple.stream() == Watermark.STREAM) {
            // A source sends event time again after it was restored
            watermarks = true;
            return Step.GOES_ON;
        }
        if (tuple.stream() == Barrier.STREAM) {
            return barrier(index, tuple);
        }
        arrived[index]++;
        if (tuple.stream() != Barrier.UNREADABLE) {
            tuples.add(tuple.sourceTask(), tuple.stream().index(), tuple.array());
        }
        return tuples.size() > mostBytes ? Step.TOO_LARGE : Step.GOES_ON;
    }

    private Step barrier(int index, DataTuple barrier) {
        long id = Barrier.snapshotId(barrier);
        if (id != snapshotId) {
            return id < snapshotId ? Step.GOES_ON : Step.GIVEN_UP;
        }
        if (Barrier.tuples(barrier) != arrived[index]) {
            return Step.INCOMPLETE;
        }
        passed[index] = true;
        missing--;
        return missing == 0 ? Step.COMPLETE : Step.GOES_ON;
    }

    /** Marks a source as held. Returns false if its barrier has come, or it was held already. */
    boolean hold(int source) {
        int index = sources.indexOf(source);
        if (index < 0 || !passed[index] || held[index]) {
            return false;
        }
        held[index] = true;
        return true;
    }

    /** Runs an action for each source that was held. */
    void forEachHeld(IntConsumer action) {
        for (int i = 0; i < held.length; i++) {
            if (held[i]) {
                action.accept(sources.task(i));
            }
        }
    }

    /** Returns the copies. Nothing may arrive afterwards. */
    ByteBuffer block() {
        return tuples.block();
    }
}
