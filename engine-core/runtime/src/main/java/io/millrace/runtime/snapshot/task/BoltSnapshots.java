// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.task;

import io.millrace.api.CommittingBolt;
import io.millrace.api.Component;
import io.millrace.api.config.TopologyKeys;
import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.eventtime.BoltWatermarks;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.snapshot.store.TaskCapture;
import io.millrace.runtime.state.StateCapture;
import io.millrace.runtime.state.TaskStates;
import io.millrace.runtime.state.task.BoltStates;
import io.millrace.runtime.task.BoltTask;
import io.millrace.runtime.task.InputPart;
import io.millrace.runtime.task.TaskRestore;
import io.millrace.runtime.tuple.Barrier;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.PassingTuple;
import io.millrace.runtime.tuple.StreamRef;
import io.millrace.runtime.tuple.Watermark;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * The part of a bolt task that takes snapshots: barriers, states, and prepared transactions of a committing bolt.
 * Confined to the thread of the task's executor.
 */
final class BoltSnapshots implements InputPart, SnapshotTask {

    /** A capture whose snapshot has neither been committed nor given up. */
    private record Pending(long snapshotId, StateCapture states) {}

    private final BoltTask task;
    private final SnapshotHost host;
    private final long mostBytes;
    private final Alignment alignment;
    private final ArrayDeque<Pending> pending = new ArrayDeque<>();
    private Optional<SinkTransactions> sink = Optional.empty();
    private Optional<BoltStates> states = Optional.empty();

    /** The recording of a snapshot that was taken before all barriers had come; null if there is none. */
    private ChannelState channelState;

    /** The other contents of that snapshot. */
    private List<TaskCapture.Content> contents;

    private boolean holdsWatermarks;
    private long copyNanos;
    private long recordedSince;

    /** The last snapshot that the task knows as committed; 0 for none. */
    private long committed;

    /** The states in the last committed snapshot; null for none. */
    private StateCapture committedStates;

    BoltSnapshots(BoltTask task, SnapshotHost host) {
        this.task = task;
        this.host = host;
        this.alignment = new Alignment(task.host().graph().upstreamOf(task.component()), host.isAligned());
        task.sender().countHandedOver();
        this.mostBytes = task.context().config().get(TopologyKeys.SNAPSHOT_CHANNEL_BYTES);
    }

    @Override
    public boolean made(Component instance, TaskRestore from) {
        if (task.context().spec().snapshots().committing() && instance instanceof CommittingBolt committing) {
            sink = Optional.of(new SinkTransactions(task, host, committing));
        }
        return true;
    }

    @Override
    public void opened(TaskRestore from) {
        states = task.part(BoltStates.class);
        sink.ifPresent(each -> each.recover(from.prepared()));
        from.passing().forEach(this::restore);
    }

    /** Takes a tuple of a snapshot, which comes before all others. */
    private void restore(PassingTuple passing) {
        StreamRef stream = host.stream(passing.sourceTask(), passing.stream());
        DataTuple tuple =
                new DataTuple(stream, passing.sourceTask(), task.id(), DataTuple.UNKNOWN_TIME, passing.values());
        tuple.generation((short) task.host().generation());
        alignment.restored(tuple.sourceTask());
        // The tuple is counted as received when it is executed
        task.host().counters().addSent(LinkKind.DIRECT);
        task.deliver(tuple);
    }

    @Override
    public boolean admits(DataTuple tuple) {
        return tuple.stream() != Barrier.STREAM && !alignment.parks(tuple.sourceTask());
    }

    @Override
    public void admitted(DataTuple tuple) {
        if (channelState != null) {
            record(tuple, false);
        }
        alignment.received(tuple.sourceTask());
    }

    @Override
    public boolean takesAll() {
        return channelState != null;
    }

    @Override
    public void queued(DataTuple tuple) {
        if (channelState != null) {
            if (tuple.releaseCredit()) {
                task.host().turns().roomMade();
            }
            record(tuple, task.inbox().isFullFor(tuple.bytes()));
        }
    }

    private void record(DataTuple tuple, boolean full) {
        int source = tuple.sourceTask();
        if (full && channelState.hold(source)) {
            host.hold(source, task.id(), true);
        }
        record(tuple);
    }

    private void record(DataTuple tuple) {
        try {
            recorded(channelState.arrived(tuple), tuple.sourceTask());
        } catch (CodecException e) {
            fail("a tuple of task " + tuple.sourceTask() + " cannot be encoded: " + e.getMessage());
        }
    }

    private void recorded(ChannelState.Step step, int source) {
        switch (step) {
            case GOES_ON -> {}
            case COMPLETE -> complete();
            case INCOMPLETE -> {
                dropRecording();
                lost(source);
            }
            case TOO_LARGE ->
                fail("more than " + mostBytes + " bytes are on their way to it: raise "
                        + TopologyKeys.SNAPSHOT_CHANNEL_BYTES.name() + ", or let the topology do its work faster");
            case GIVEN_UP -> dropRecording();
        }
    }

    private void fail(String why) {
        long id = channelState.snapshotId();
        dropRecording();
        host.captureFailed(id, task + ": " + why);
    }

    private void complete() {
        ChannelState done = channelState;
        endRecording();
        if (done.hasTuples()) {
            contents.add(new TaskCapture.Channel(done.block()));
        }
        holdsWatermarks |= done.hasWatermarks();
        long alignedNanos = task.host().nanoTime() - recordedSince;
        captured(done.snapshotId(), alignedNanos);
    }

    private void captured(long id, long alignedNanos) {
        host.captured(
                id,
                task.id(),
                alignedNanos,
                new TaskCapture(task.component(), task.context().taskIndex(), copyNanos, contents, holdsWatermarks));
        contents = null;
    }

    /** Drops the recording of a snapshot that was given up. */
    private void dropRecording() {
        endRecording();
        for (TaskCapture.Content content : contents) {
            if (content instanceof TaskCapture.States states) {
                states.capture().release();
            }
        }
        contents = null;
    }

    private void endRecording() {
        ChannelState ended = channelState;
        channelState = null;
        ended.forEachHeld(source -> host.hold(source, task.id(), false));
        task.inbox().takeWithinBounds();
    }

    private void lost(int source) {
        host.lost(task + " has not received all that task " + source + " has sent to it");
    }

    @Override
    public int take(DataTuple tuple, long now, int budget) {
        return takes(tuple, now) ? 1 : 0;
    }

    private boolean takes(DataTuple tuple, long now) {
        if (tuple.stream() == Barrier.STREAM) {
            barrier(tuple, now);
            return true;
        }
        int source = tuple.sourceTask();
        if (!alignment.parks(source)) {
            if (tuple.stream() == Watermark.STREAM) {
                return false;
            }
            alignment.received(source);
            return tuple.stream() == Barrier.UNREADABLE;
        }
        alignment.park(tuple);
        if (alignment.parkedBytes() > task.settings().inbox().bytes() && alignment.hold(source)) {
            host.hold(source, task.id(), true);
        }
        return true;
    }

    private void barrier(DataTuple barrier, long now) {
        long id = Barrier.snapshotId(barrier);
        if (alignment.isAligning() && id > alignment.snapshotId()) {
            // The snapshot was given up; the tuples that were parked for it come before this barrier
            task.inbox().takeBack(barrier);
            endAlignment();
            return;
        }
        switch (alignment.barrier(barrier.sourceTask(), id, Barrier.tuples(barrier), now)) {
            case COMPLETE -> capture(id, now - alignment.begunAt());
            case INCOMPLETE -> lost(barrier.sourceTask());
            case WAITS, STALE -> {}
        }
    }

    /** Counts an unreadable tuple at its place, as the next barrier states how many tuples came before it. */
    @Override
    public void skipped(int sourceTask, short generation) {
        if (generation == (short) task.host().generation()) {
            task.deliver(
                    new DataTuple(Barrier.UNREADABLE, sourceTask, task.id(), DataTuple.UNKNOWN_TIME, new Object[0]));
        }
    }

    /** Begins a snapshot at a bolt without inputs, or at any bolt if barriers overtake. */
    @Override
    public void trigger(long id, boolean overtakes) {
        if (!alignment.isNew(id)) {
            return;
        }
        // Holds of this snapshot come later, as they need a barrier of this task
        task.releaseHolds();
        if (alignment.isSource()) {
            task.ready();
            alignment.taken(id);
            capture(id, 0);
        } else if (overtakes && id >= alignment.snapshotId()) {
            task.ready();
            overtake(id);
        } else {
            sink.ifPresent(each -> each.begun(id));
        }
    }

    @Override
    public Optional<SnapshotWait> waitsIn(long id) {
        List<Integer> missing = missing(id);
        if (missing.isEmpty()) {
            return Optional.empty();
        }
        if (!task.sender().isEmpty()) {
            return waits(SnapshotWait.Cause.EMISSIONS, task.sender().waitsFor(), missing.size());
        }
        if (task.inbox().isClosed()) {
            return waits(SnapshotWait.Cause.PAUSED, List.of(), missing.size());
        }
        boolean hasBegun = channelState != null || alignment.snapshotId() == id;
        SnapshotWait.Cause cause = hasBegun ? SnapshotWait.Cause.BARRIERS : SnapshotWait.Cause.FIRST_BARRIER;
        return waits(cause, missing, missing.size());
    }

    private Optional<SnapshotWait> waits(SnapshotWait.Cause cause, List<Integer> tasks, int barriers) {
        return Optional.of(new SnapshotWait(task.toString(), cause, tasks, barriers));
    }

    /** Returns the tasks whose barriers of a snapshot have not come; none if it was taken or given up. */
    private List<Integer> missing(long id) {
        return channelState != null && channelState.snapshotId() == id ? channelState.missing() : alignment.missing(id);
    }

    /** Takes a snapshot before all barriers have come. */
    private void overtake(long id) {
        if (channelState != null) {
            dropRecording();
        }
        if (id > alignment.snapshotId()) {
            // The snapshot for which barriers were missing was given up
            endAlignment();
        }
        recordedSince = task.host().nanoTime();
        ChannelState begun = alignment.overtake(id, recordedSince, host.channel(), mostBytes);
        boolean ready = cut(id);
        endAlignment();
        if (!ready) {
            return;
        }
        channelState = begun;
        task.inbox().takeAll();
        Iterator<DataTuple> waiting = task.inbox().iterator();
        while (channelState != null && waiting.hasNext()) {
            record(waiting.next());
        }
    }

    private void capture(long id, long alignedNanos) {
        if (cut(id)) {
            captured(id, alignedNanos);
        }
        endAlignment();
    }

    /**
     * Copies the task's state, and sends its barriers. Returns false if the sink is not ready, and the snapshot fails.
     */
    private boolean cut(long id) {
        // The inputs that the bolt holds are from before the barrier
        task.release();
        boolean ready = sink.isEmpty() || sink.get().prepare(id);
        // Barriers are sent even if the bolt is not ready: tasks downstream must not wait for a barrier that never
        // comes
        SnapshotTask.sendBarriers(task, id);
        if (ready) {
            copy(id);
        }
        return ready;
    }

    private void copy(long id) {
        contents = new ArrayList<>();
        holdsWatermarks =
                task.part(BoltWatermarks.class).filter(BoltWatermarks::holdsAny).isPresent();
        long begin = task.host().nanoTime();
        StateCapture capture = states.map(each -> each.content().capture()).orElse(null);
        if (capture != null) {
            contents.add(new TaskCapture.States(capture, committed));
        }
        sink.ifPresent(each -> each.addTo(contents));
        pending.add(new Pending(id, capture));
        copyNanos = task.host().nanoTime() - begin;
    }

    private void endAlignment() {
        for (int source : alignment.end()) {
            host.hold(source, task.id(), false);
        }
        DataTuple tuple;
        while ((tuple = alignment.unpark()) != null) {
            task.inbox().takeBack(tuple);
        }
    }

    @Override
    public void abort(long id) {
        if (alignment.snapshotId() == id) {
            endAlignment();
        }
        if (channelState != null && channelState.snapshotId() == id) {
            dropRecording();
        }
        if (pending.removeIf(each -> each.snapshotId() == id)) {
            sink.ifPresent(each -> each.abort(id));
        }
    }

    @Override
    public void committed(long id, boolean holdsTuples) {
        Pending next;
        while ((next = pending.peek()) != null && next.snapshotId() <= id) {
            pending.remove();
            if (next.snapshotId() == id && next.states() != null) {
                states.orElseThrow().content().committed(next.states());
                committed = id;
                committedStates = next.states();
            }
        }
        sink.ifPresent(each -> each.commit(id));
    }

    /** Keeps states that are in a snapshot without change, so that the task's successor need not read them. */
    @Override
    public void closed() {
        sink.ifPresent(SinkTransactions::close);
        if (committedStates != null) {
            TaskStates left = states.orElseThrow().content();
            if (left.isUnchangedSince(committedStates)) {
                host.keep(task.id(), committed, left);
            }
        }
    }

    /** Drops the parked tuples. */
    @Override
    public void drop() {
        alignment.end();
        channelState = null;
        DataTuple parked;
        while ((parked = alignment.unpark()) != null) {
            // The tuple has no credit any more
            parked.releaseViews();
            if (parked.stream().isCounted()) {
                task.host().counters().addReceived(parked.arrivedBy());
            }
        }
        pending.forEach(each -> {
            if (each.states() != null) {
                each.states().release();
            }
        });
    }
}
