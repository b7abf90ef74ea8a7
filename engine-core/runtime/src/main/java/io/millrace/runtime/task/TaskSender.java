// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.api.codec.PayloadWriter;
import io.millrace.runtime.codec.UnwrittenBytes;
import io.millrace.runtime.grouping.TargetList;
import io.millrace.runtime.grouping.TargetSelector;
import io.millrace.runtime.grouping.TaskSet;
import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.link.Path;
import io.millrace.runtime.link.Paths;
import io.millrace.runtime.metrics.EdgeTally;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.metrics.LinkTally;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.StreamRef;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Makes the tuples that one task sends and hands them over, or keeps them until there is room or a task is free.
 * Confined to the thread of the task's executor.
 *
 * <p>An emission takes these steps: the caller lets a selector choose {@link #targets}, calls {@link #startEmission},
 * for each target {@link #tupleFor} and {@link #send}, and {@link #endEmission}.
 */
public final class TaskSender {

    private static final long NEVER = Long.MAX_VALUE;

    /** The targets of the emission that was begun last. */
    final TargetList targets = new TargetList();

    final Outbox outbox;

    private final Task task;
    private final TaskHost host;
    private final Paths paths;
    private final LinkTally links;
    private final boolean detailed;
    private final TaskTally tally;
    private final TaskSet downstream;

    /** The targets of tuples that wait for a free task. */
    private FreeTargets free = FreeTargets.NONE;

    private int emission;

    /** The bytes of the values of an emission to several tasks; 0 if they are not known. */
    private int emissionBytes;

    private boolean heldUp;

    TaskSender(Task task, TaskHost host, Context context, TaskSettings settings, TaskTally tally) {
        this.task = task;
        this.host = host;
        this.paths = host.paths();
        this.links = host.counters();
        this.detailed = settings.detailed();
        this.tally = tally;
        this.outbox = new Outbox(
                paths,
                host.graph(),
                detailed ? new EdgeTally(context.counters()) : null,
                host::nanoTime,
                context.outboxes());
        this.downstream = host.graph().downstreamOf(context.componentId());
    }

    /** The task is about to open. */
    void open(Optional<FreeTargets> targets) {
        free = targets.orElse(FreeTargets.NONE);
    }

    /** Counts the tuples that it hands over to each task downstream, for barriers. */
    public void countHandedOver() {
        outbox.count(downstream);
    }

    /** Returns the tasks that subscribe to a stream of the component. */
    public TaskSet downstream() {
        return downstream;
    }

    /** Returns whether no emission waits for room. */
    public boolean isEmpty() {
        return outbox.isEmpty();
    }

    /** Returns how many emissions wait for room. */
    public int waiting() {
        return outbox.size();
    }

    /** Returns how many emissions wait for room at a task. */
    public int waiting(int target) {
        return outbox.waiting(target);
    }

    /** Returns the tasks for which a tuple waits. */
    public List<Integer> waitsFor() {
        return outbox.waitsFor();
    }

    /** Returns whether the component may be called, as no emission waits for room. */
    public boolean mayEmit() {
        return outbox.isEmpty() && !mustHandOver() && !free.isFull();
    }

    /** Returns whether tuples were emitted that must be handed over before the next call, as that may block. */
    private boolean mustHandOver() {
        return host.isBlocking() && paths.isGathering();
    }

    /** Returns whether no emission waits for room or a free task. */
    boolean hasSentAll() {
        return outbox.isEmpty() && free.waiting() == 0;
    }

    /** Returns whether the task must run, as waiting tuples may be sent now. */
    boolean isReady() {
        return !outbox.isEmpty() || mustHandOver() || free.mayDrain();
    }

    /** Returns when the task must run even if it is not ready before, because of tuples that wait for free tasks. */
    long deadline() {
        return free.exist() ? free.deadline(host.nanoTime()) : NEVER;
    }

    /** Sends the waiting tuples, as far as there is room and tasks are free. Returns how many. */
    int drain(long now, boolean mayBlock) {
        int drained = drainOutbox(mayBlock) + drainFree(now);
        if (mustHandOver()) {
            handOver();
        }
        return drained;
    }

    private int drainOutbox(boolean mayBlock) {
        if (outbox.isEmpty()) {
            return 0;
        }
        int drained = outbox.drain(mayBlock, this::undeliverable);
        countUnsent();
        endHoldUp();
        return drained;
    }

    private void endHoldUp() {
        if (heldUp && outbox.isEmpty()) {
            heldUp = false;
            host.turns().heldUp(false);
        }
    }

    private int drainFree(long now) {
        if (!free.exist()) {
            return 0;
        }
        int sent = free.drain(now);
        countUnsent();
        return sent;
    }

    private void undeliverable(DataTuple tuple, RuntimeException cause) {
        links.addDropped(1);
        free.undo(tuple);
        cannotBeSent(tuple, cause);
    }

    /** A tuple that waited for room or a free task cannot be sent. */
    public void cannotBeSent(DataTuple tuple, RuntimeException cause) {
        for (int i = 0; i < tuple.rootCount(); i++) {
            paths.fail(tuple.root(i));
        }
        task.failure("emit", cause);
    }

    /** Informs the targets of the tuples that wait for free tasks, at the end of each turn. */
    void tellWaiting() {
        free.tell();
    }

    /** Returns whether tuples may wait here for free tasks. */
    boolean choosesLater() {
        return free.exist();
    }

    /**
     * Takes back the tuples that wait for room at a task that belongs to no worker any more. They have not been sent.
     */
    public List<DataTuple> takeBack(int target) {
        List<DataTuple> back = outbox.withdraw(target);
        // Each tuple is counted as sent again
        back.forEach(tuple -> links.addReceived(paths.to(target).kind()));
        countUnsent();
        endHoldUp();
        return back;
    }

    /** Returns the edges of all tuples that wait for free tasks. */
    AckBuffer waitingEdges() {
        return free.edges();
    }

    /** Drops the tuples that wait for free tasks. Returns how many. */
    long dropWaiting() {
        return free.clear();
    }

    private void countUnsent() {
        tally.outbox(outbox.size() + free.waiting());
    }

    /**
     * Returns values whose last one is bytes of a writer. They are not written before the targets are chosen, unless
     * the choice depends on them.
     */
    Object[] payload(TargetSelector selector, Object[] before, int length, PayloadWriter writer) {
        Object[] values = Arrays.copyOf(before, before.length + 1, Object[].class);
        UnwrittenBytes bytes = new UnwrittenBytes(length, alone(writer));
        values[before.length] = selector.reads(before.length) ? bytes.toArray() : bytes;
        return values;
    }

    /** Returns a writer that refuses to emit: that would change the targets of the emission that calls it. */
    private PayloadWriter alone(PayloadWriter writer) {
        Objects.requireNonNull(writer, "the writer of a payload is null: give one");
        return target -> {
            long before = host.sent();
            int chosen = targets.size();
            writer.write(target);
            // An emission without a subscriber is not sent, and leaves no targets
            if (host.sent() != before || targets.size() != chosen) {
                throw new IllegalStateException(
                        "the writer of a payload has emitted a tuple: emit before or after the call that it is given to");
            }
        };
    }

    /** Writes the last value, unless it can be written straight into the memory of the link to the only target. */
    void writePayload(Object[] values) {
        if (values[values.length - 1] instanceof UnwrittenBytes bytes
                && (task.parts().followsEmissions() || !mayWriteLater())) {
            values[values.length - 1] = bytes.toArray();
        }
    }

    private boolean mayWriteLater() {
        return switch (targets.size()) {
            case 0 -> true;
            case 1 -> !isFreeTask(targets.get(0)) && paths.to(targets.get(0)).takesUnwritten();
            default -> false;
        };
    }

    /** Returns whether a number stands for a task that is chosen when it is free: its tuple may have to wait. */
    private static boolean isFreeTask(int target) {
        return target < 0;
    }

    /** Starts an emission. Must be called when its targets have been chosen, before the first of its tuples is made. */
    void startEmission() {
        emission = 0;
        if (targets.size() > 1) {
            emission = (int) host.sent() + 1;
            emissionBytes = 0;
        }
    }

    /** Ends an emission. Must be called when its tuples have been sent or kept. */
    public void endEmission() {
        if (!outbox.isEmpty() || free.exist()) {
            countUnsent();
        }
        if (host.isBlocking()) {
            handOver();
            host.publish();
        }
    }

    /** Hands over gathered tuples now, not at the end of the run, which may take long. */
    private void handOver() {
        paths.handOverAll(false);
    }

    /** Makes the tuple for one chosen target. */
    DataTuple tupleFor(TargetSelector selector, int target, long intended, Object[] values) {
        DataTuple tuple = new DataTuple(selector.stream(), task.id(), target, intended, values);
        tuple.generation((short) host.generation());
        tuple.share(emission);
        return tuple;
    }

    /** Hands a tuple over or keeps it. It is counted as sent before any receiver can see it. */
    void send(DataTuple tuple) {
        int target = tuple.targetTask();
        host.sends();
        if (isFreeTask(target)) {
            shareBytes(tuple);
            trace(tuple);
            free.send(tuple, -target);
            return;
        }
        Path path = paths.to(target);
        if (path.kind() == LinkKind.QUEUE) {
            shareBytes(tuple);
        }
        links.addSent(path.kind());
        trace(tuple);
        handOverOrKeep(tuple, path, false);
    }

    /** Counts the bytes of a tuple once for all targets of its emission, as they get the same values. */
    private void shareBytes(DataTuple tuple) {
        if (tuple.emission() != 0) {
            emissionBytes = emissionBytes == 0 ? tuple.bytes() : emissionBytes;
            tuple.bytes(emissionBytes);
        }
    }

    private void trace(DataTuple tuple) {
        if (detailed) {
            task.trace(tuple, task.counters.stream(tuple.stream().index()));
        }
    }

    /** Sends a tuple whose target was not known when it was emitted. */
    public void sendTo(DataTuple tuple) {
        task.sentByToken(tuple);
        Path path = paths.to(tuple.targetTask());
        links.addSent(path.kind());
        if (tuple.stageTimes() != null) {
            tuple.stageTimes().offer(host.nanoTime());
        }
        handOverOrKeep(tuple, path, true);
    }

    /** Returns whether there is room for a tuple that may wait elsewhere. */
    public boolean hasRoomFor(DataTuple tuple) {
        return outbox.hasRoomFor(tuple);
    }

    /** Sends a reply to a fed spout, a barrier, or a watermark. */
    public void sendOfEngine(DataTuple tuple) {
        tuple.generation((short) host.generation());
        host.sends();
        Path path = paths.to(tuple.targetTask());
        if (tuple.stream().isCounted()) {
            links.addSent(path.kind());
        }
        handOverOrKeep(tuple, path, false);
    }

    private void handOverOrKeep(DataTuple tuple, Path path, boolean always) {
        StreamRef stream = tuple.stream();
        try {
            if (!outbox.send(tuple, path, always)) {
                holdUp();
            }
        } catch (RuntimeException e) {
            links.addDropped(stream.isCounted() ? 1 : 0);
            throw e;
        }
    }

    private void holdUp() {
        if (!heldUp) {
            heldUp = true;
            host.turns().heldUp(true);
            task.ready();
        }
    }

    /** Takes over tuples of which a predecessor has sent a part. */
    void takeOver(List<DataTuple> begun) {
        for (DataTuple tuple : begun) {
            outbox.add(tuple);
            holdUp();
        }
    }
}
