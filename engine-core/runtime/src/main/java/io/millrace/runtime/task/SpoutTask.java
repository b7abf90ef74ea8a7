package io.millrace.runtime.task;

import io.millrace.api.EventTime;
import io.millrace.api.Spout;
import io.millrace.api.codec.PayloadWriter;
import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.ledger.Ledger;
import io.millrace.runtime.ledger.TreeListener;
import io.millrace.runtime.link.PauseSign;
import io.millrace.runtime.metrics.StreamCounters;
import io.millrace.runtime.routing.Route;
import io.millrace.runtime.routing.TaskSet;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.HoldingsMessage;
import io.millrace.runtime.tuple.Reply;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Runs a spout: calls it while there is room for more, keeps the ledger of its trees, and tells it how they ended. */
public final class SpoutTask extends Task implements TreeListener {

    private static final long NONE = Long.MAX_VALUE;

    private final Ledger ledger;
    private final SpoutTraces traces;
    private final SpoutPacer pacer = new SpoutPacer();
    private final ArrayDeque<Object> acked = new ArrayDeque<>();
    private final ArrayDeque<Object> failed = new ArrayDeque<>();
    private Spout spout;

    /** The spout, if it is one of the engine; else null. */
    private TreeWatcher watcher;

    /** Null if the topology takes no snapshots. */
    private final SpoutSnapshots snapshots;

    /** Null if the spout's event time is not known. */
    private final SpoutEventTime eventTime;

    /** Null if no trees are tracked. */
    private final Standstill standstill;

    private boolean active;
    private boolean shallBeActive;

    // State of one nextTuple call
    private int emitted;
    private boolean idleSet;
    private long idleUntil;
    private boolean intendedSet;
    private long intendedNanos;

    /** When the spout said that it will have something; {@link #NONE} if it did not, or has been called since. */
    private long announced = NONE;

    // What the spout said about its end
    private boolean finished;
    private boolean finishShown;
    private boolean quietSinceFail = true;
    private int repeatsOwed;

    public SpoutTask(TaskHost host, Context context, TaskSettings settings, PauseSign sign) {
        super(host, context, settings, sign);
        this.traces = new SpoutTraces(host, id());
        this.snapshots = host.snapshots() == null ? null : new SpoutSnapshots(this, host.snapshots());
        EventTime declared = context.spec().eventTime();
        this.eventTime = declared.isKnown() ? new SpoutEventTime(this, declared) : null;
        this.standstill = settings.tracked() ? new Standstill(this, host.behind(context.componentId())) : null;
        this.ledger = new Ledger(id(), settings.messageTimeoutNanos(), (int) host.nextEdge(), this);
    }

    @Override
    void make(ClassLoader loader, TaskRestore from) {
        spout = (Spout) context.instance(loader);
        watcher = spout instanceof TreeWatcher engines ? engines : null;
        spout.open(context, new TrackingCollector(this));
        if (snapshots != null) {
            snapshots.open(spout, from);
        }
    }

    @Override
    public void trigger(long snapshotId, boolean overtakes) {
        if (snapshots != null) {
            snapshots.trigger(snapshotId, overtakes);
            ready();
        }
    }

    @Override
    public Optional<SnapshotWait> waitsIn(long snapshotId) {
        return snapshots != null && snapshots.isWanted() && !outbox.isEmpty()
                ? Optional.of(waits(SnapshotWait.Cause.EMISSIONS, outbox.waitsFor(), 0))
                : Optional.empty();
    }

    @Override
    public void abortSnapshot(long snapshotId) {
        if (snapshots != null) {
            snapshots.abort(snapshotId);
        }
    }

    @Override
    public void committed(long snapshotId, boolean holdsTuples) {
        if (snapshots != null) {
            snapshots.committed(snapshotId, holdsTuples, acked);
            pacer.reset();
            ready();
        }
    }

    @Override
    void drop() {}

    @Override
    boolean isMade() {
        return spout != null;
    }

    @Override
    void end() {
        shallBeActive = false;
        switchActivity();
        if (watcher != null) {
            acked.forEach(watcher::ack);
            failed.forEach(messageId -> watcher.failed(messageId, Cause.CLOSED));
            ledger.failAll(Cause.CLOSED);
        }
        spout.close();
    }

    @Override
    public boolean isPolled() {
        return watcher != null || super.isPolled();
    }

    @Override
    public void poll(long now) {
        super.poll(now);
        if (watcher != null && watcher.hasWork(now)) {
            pacer.reset();
            ready();
        }
    }

    @Override
    public void activate(boolean on) {
        shallBeActive = on;
        ready();
    }

    private void switchActivity() {
        if (active != shallBeActive) {
            active = shallBeActive;
            announced = NONE;
            long before = host.enter(id());
            try {
                if (active) {
                    spout.activate();
                } else {
                    spout.deactivate();
                }
            } catch (Throwable e) {
                failure(active ? "activate" : "deactivate", e);
            } finally {
                host.leave(before);
            }
            pacer.reset();
        }
    }

    @Override
    public int run(long now, boolean mayBlock, int budget) {
        counts();
        int drained = sender.drain(now, mayBlock);
        int work = drained;
        work += ledger.expire(now);
        if (watcher != null) {
            work += watcher.work(now);
        }
        work += runCommands(now, budget);
        int told = 0;
        if (outbox.isEmpty()) {
            switchActivity();
            told = tellOutcomes(budget);
            work += told;
        }
        if (snapshots != null && snapshots.isWanted() && (outbox.isEmpty() || snapshots.overtakes())) {
            snapshots.take(finished && (eventTime == null || eventTime.isEnded()));
            work++;
        }
        long share = 0;
        while (share < budget && mayCall(now)) {
            long sentBefore = host.sent();
            if (!callNext(now)) {
                // A time that the call said is compared with the clock after it
                long quietAt = share == 0 && !idleSet ? now : host.nanoTime();
                pacer.emittedNothing(quietAt, finished);
                noteIdle(quietAt);
                noteQuiet();
                break;
            }
            pacer.reset();
            noteIdle(now);
            // A call that emits many tuples uses as much of the turn as many calls
            share += Math.max(1, host.sent() - sentBefore);
        }
        work += (int) share;
        if (eventTime != null && outbox.isEmpty()) {
            work += isDone() ? eventTime.end() : eventTime.run(now);
        }
        sender.tellTokens();
        host.paths().handOver();
        int pending = underWay();
        tally.pending(pending);
        if (standstill != null) {
            boolean stands = active && told == 0 && drained == 0 && (!sender.hasSentAll() || isFull(pending));
            standstill.look(now, pending, stands);
        }
        showFinish();
        return work;
    }

    @Override
    public boolean isReady() {
        return sender.isReady()
                || !acked.isEmpty()
                || !failed.isEmpty()
                || snapshots != null && snapshots.isWanted()
                || hasCommand()
                || hasRoom() && !pacer.isQuiet();
    }

    @Override
    public long deadline() {
        long next = Math.min(ledger.nextDeadline(), sender.deadline());
        if (watcher != null) {
            next = Math.min(next, watcher.deadline());
        }
        if (outbox.isEmpty()) {
            next = Math.min(next, nextCommand());
        }
        if (standstill != null) {
            next = Math.min(next, standstill.deadline());
        }
        if (eventTime != null && outbox.isEmpty()) {
            next = Math.min(next, eventTime.deadline());
        }
        return hasRoom() && pacer.isQuiet() ? Math.min(next, pacer.nextCall()) : next;
    }

    private boolean hasRoom() {
        return active && sender.mayEmit() && !isFull(underWay()) && (snapshots == null || snapshots.hasRoom());
    }

    /** Whether another tracked tuple would be too many. */
    private boolean isFull(int pending) {
        return pending >= settings.maxSpoutPending() || ledger.pendingBytes() >= settings.maxSpoutPendingBytes();
    }

    private boolean mayCall(long now) {
        return hasRoom() && pacer.mayCall(now) && !host.isEnding();
    }

    private void noteIdle(long now) {
        if (idleSet) {
            pacer.idleUntil(idleUntil, now);
            announced = idleUntil > now ? idleUntil : NONE;
        }
    }

    /** Returns the number of trees whose end the spout has not been told. */
    private int underWay() {
        return ledger.pending() + acked.size() + failed.size();
    }

    @Override
    void runCommand(Runnable command) {
        try {
            command.run();
        } finally {
            intendedSet = false;
            // The command may have brought what nextTuple can emit
            pacer.reset();
        }
    }

    private boolean callNext(long now) {
        emitted = 0;
        idleSet = false;
        if (announced <= now) {
            intendedSet = true;
            intendedNanos = announced;
            announced = NONE;
        }
        long before = host.enter(id());
        try {
            spout.nextTuple();
        } catch (Throwable e) {
            failure("nextTuple", e);
        } finally {
            host.leave(before);
        }
        intendedSet = false;
        if (emitted > 0) {
            tally.executed();
        }
        return emitted > 0;
    }

    private int tellOutcomes(int budget) {
        int told = 0;
        while (told < budget && outbox.isEmpty() && !acked.isEmpty() && !host.isEnding()) {
            Object messageId = acked.remove();
            tally.acked();
            long before = host.enter(id());
            try {
                spout.ack(messageId);
            } catch (Throwable e) {
                failure("ack", e);
            } finally {
                host.leave(before);
            }
            told++;
        }
        while (told < budget && outbox.isEmpty() && !failed.isEmpty() && !host.isEnding()) {
            Object messageId = failed.remove();
            tally.failed();
            repeatsOwed++;
            quietSinceFail = false;
            long before = host.enter(id());
            try {
                spout.fail(messageId);
            } catch (Throwable e) {
                failure("fail", e);
            } finally {
                host.leave(before);
            }
            told++;
        }
        if (told > 0) {
            intendedSet = false;
            pacer.reset();
        }
        return told;
    }

    void emit(Route route, Object messageId, Object[] values) {
        route.choose(values, sender.targets);
        emitToTargets(route, messageId, values);
    }

    void emitInto(Route route, Object messageId, Object[] before, int length, PayloadWriter writer) {
        Object[] values = sender.payload(route, before, length, writer);
        route.choose(values, sender.targets);
        sender.writePayload(values);
        emitToTargets(route, messageId, values);
    }

    void emitIntoDirect(int task, Route route, Object messageId, Object[] before, int length, PayloadWriter writer) {
        Object[] values = sender.payload(route, before, length, writer);
        route.chooseDirect(task, values, sender.targets);
        sender.writePayload(values);
        emitToTargets(route, messageId, values);
    }

    void emitDirect(int task, Route route, Object messageId, Object[] values) {
        route.chooseDirect(task, values, sender.targets);
        emitToTargets(route, messageId, values);
    }

    private void emitToTargets(Route route, Object messageId, Object[] values) {
        boolean tracked =
                messageId != null && (settings.tracked() || watcher != null && watcher.isAlwaysTracked(messageId));
        // Reading the clock takes longer than most of the rest
        long now = tracked || !intendedSet ? host.nanoTime() : 0;
        long intended = intendedSet ? intendedNanos : now;
        emitted++;
        withdrawFinish();
        tally.emitted();
        if (eventTime != null) {
            eventTime.emits(route.stream(), values);
        }
        sender.startEmission();
        try {
            if (tracked) {
                emitTree(route, messageId, values, intended, now);
            } else {
                for (int i = 0; i < sender.targets.size(); i++) {
                    sender.send(sender.tupleFor(route, sender.targets.get(i), intended, values));
                }
                if (messageId != null) {
                    if (snapshots == null || !settings.covered()) {
                        acked.add(messageId);
                    } else {
                        snapshots.emitted(messageId);
                    }
                }
            }
        } finally {
            sender.endEmission();
        }
    }

    private void emitTree(Route route, Object messageId, Object[] values, long intended, long now) {
        long root = ledger.open(messageId, now);
        long edges = 0;
        boolean sent = false;
        try {
            if (settings.maxSpoutPendingBytes() != TaskSettings.NO_BOUND) {
                ledger.weigh(root, DataTuple.bytesOf(values));
            }
            for (int i = 0; i < sender.targets.size(); i++) {
                DataTuple tuple = sender.tupleFor(route, sender.targets.get(i), intended, values);
                long edge = host.nextEdge();
                tuple.track(root, edge, null);
                edges ^= edge;
                sender.send(tuple);
            }
            sent = true;
        } finally {
            // Acks of bolts that ran on this thread meanwhile are buffered, not applied
            if (sent) {
                ledger.close(root, edges);
            } else {
                ledger.fail(root);
            }
        }
    }

    @Override
    void trace(DataTuple tuple, StreamCounters stream) {
        traces.trace(tuple, stream.sampler(), intendedSet);
    }

    void idleUntil(long nanoTime) {
        idleSet = true;
        idleUntil = nanoTime;
    }

    void eventTimePartitions(int[] partitions) {
        if (eventTime != null) {
            eventTime.partitions(partitions);
        }
    }

    void eventTimeBacklog(int[] partitions) {
        if (eventTime != null) {
            eventTime.backlog(partitions);
        }
    }

    void addEventTimePartition(int partition, boolean backlog) {
        if (eventTime != null) {
            eventTime.add(partition, backlog);
        }
    }

    void removeEventTimePartition(int partition) {
        if (eventTime != null) {
            eventTime.remove(partition);
        }
    }

    void eventTimePartition(int partition) {
        if (eventTime != null) {
            eventTime.partition(partition);
        }
    }

    void intendedAt(long nanoTime) {
        intendedSet = true;
        intendedNanos = nanoTime;
    }

    void finish() {
        finished = true;
        quietSinceFail = true;
    }

    /** An emission after {@link #finish} either repeats a failed tuple, or is new and withdraws the finish. */
    private void withdrawFinish() {
        if (repeatsOwed > 0) {
            repeatsOwed--;
        } else if (finished) {
            finished = false;
            if (snapshots != null) {
                snapshots.withdrawFinish();
            }
            showFinish();
        }
    }

    /** A call emitted nothing: whatever failed before it has been repeated, or never will be. */
    private void noteQuiet() {
        if (failed.isEmpty()) {
            quietSinceFail = true;
            repeatsOwed = 0;
        }
    }

    /** Returns whether the spout has finished, and what it has emitted is processed, as far as that is tracked. */
    private boolean isDone() {
        return finished && quietSinceFail && underWay() == 0;
    }

    private void showFinish() {
        boolean atEnd = isDone()
                && sender.hasSentAll()
                && (eventTime == null || eventTime.isEnded())
                && (snapshots == null || snapshots.isFinishCommitted());
        if (atEnd != finishShown) {
            finishShown = atEnd;
            if (atEnd) {
                // Whoever sees that the task has finished must also see all that it has sent
                host.publish();
                counters.finish();
            } else {
                counters.withdrawFinish();
            }
        }
    }

    @Override
    public void onHoldings(HoldingsMessage message) {
        if (message.answer() && standstill != null) {
            standstill.answered(message);
        }
    }

    @Override
    public void acked(long root, long edges) {
        ledger.ack(root, edges);
    }

    @Override
    public void treeFailed(long root) {
        ledger.fail(root);
    }

    @Override
    public void treeRenewed(long root) {
        ledger.renew(root, host.nanoTime());
    }

    void resetTimeout(Object messageId) {
        ledger.renewAll(Objects.requireNonNull(messageId, "the message id is null: give one"), host.nanoTime());
    }

    @Override
    public void peerLost() {
        AckBuffer waiting = sender.waitingEdges();
        if (waiting == null) {
            ledger.failAll(Cause.LOST);
        } else {
            // What waits here was not lost
            ledger.failAll(Cause.LOST, waiting);
        }
    }

    @Override
    void sentByToken(DataTuple tuple) {
        if (tuple.tracked()) {
            ledger.sent(tuple.root(0), tuple.targetTask());
        }
    }

    /** All of a tree that such a worker has had belongs to what this task has sent to it, unless another task behind this one sends to it too. */
    @Override
    public void peerLost(Set<Integer> joinedTasks) {
        TaskSet behind = host.behind(component());
        if (joinedTasks.stream().anyMatch(task -> behind.indexOf(task) >= 0 && !host.isOnlySender(component(), task))) {
            peerLost();
        } else if (sender.waitingEdges() != null) {
            ledger.failSent(Cause.LOST, sender.waitingEdges(), joinedTasks::contains);
        }
    }

    @Override
    public void acked(Object messageId) {
        acked.add(messageId);
        ready();
    }

    @Override
    public void failed(Object messageId, Cause cause) {
        if (watcher != null) {
            watcher.failed(messageId, cause);
        }
        if (cause != Cause.CLOSED) {
            failed.add(messageId);
            ready();
        }
    }

    @Override
    public boolean handOver(DataTuple tuple) {
        deliver(tuple);
        return true;
    }

    /** Takes replies. Nothing subscribes to a stream for a spout: other messages are misdirected, and dropped. */
    @Override
    public void deliver(DataTuple tuple) {
        counts();
        host.counters().addReceived(tuple.arrivedBy());
        tuple.releaseCredit();
        if (tuple.stream() == Reply.STREAM && tuple.tracked()) {
            replied(tuple);
        }
    }

    private void replied(DataTuple reply) {
        long root = reply.root(0);
        Object messageId = ledger.messageId(root);
        if (Reply.kind(reply) == Reply.Kind.HOLDER) {
            if (watcher != null && messageId != null) {
                watcher.replied(messageId, reply);
            }
            return;
        }
        // A test may have replaced the engine's spout
        if (watcher != null) {
            if (messageId == null) {
                watcher.repliedLate();
                return;
            }
            watcher.replied(messageId, reply);
        }
        // Not applied at once: a bolt of this executor may reply before the emission of the tree has returned
        if (Reply.kind(reply) == Reply.Kind.FAILURE) {
            host.paths().fail(root);
        } else {
            host.paths().ack(root, reply.edge(0));
        }
    }
}
