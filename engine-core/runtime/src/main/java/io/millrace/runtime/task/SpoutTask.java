// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.api.Spout;
import io.millrace.runtime.ledger.Ledger;
import io.millrace.runtime.ledger.TreeListener;
import io.millrace.runtime.link.PauseSign;
import io.millrace.runtime.metrics.StreamCounters;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.Reply;
import java.util.Set;

/** Runs a spout: calls it while there is room for more, keeps the ledger of its trees, and tells it their ends. */
public final class SpoutTask extends Task {

    private final SpoutOutcomes outcomes;
    private final SpoutTrees trees;
    private final Ledger ledger;
    private final SpoutTraces traces;
    private final SpoutPacer pacer;
    private final DueTimes due;
    private final SpoutParts parts;
    private final FinishSign finishSign = new FinishSign(this);
    private Spout spout;

    /** The watcher of trees: the spout, if it is one of the engine. */
    private TreeWatcher watcher = TreeWatcher.NONE;

    private boolean active;
    private boolean shallBeActive;

    /** The time when the present run began. */
    private long runStart;

    /** The time of the last look at the clock before a call that may block. */
    private long lookedAt;

    /** The number of emissions of the present call of the spout. */
    private int emitted;

    public SpoutTask(TaskHost host, Context context, TaskSettings settings, PauseSign sign) {
        super(host, context, settings, sign);
        this.pacer = new SpoutPacer(settings.pollNanos());
        this.due = new DueTimes(pacer);
        this.traces = new SpoutTraces(host, id());
        this.outcomes = new SpoutOutcomes(this);
        this.trees = new SpoutTrees(this, outcomes);
        this.ledger = trees.ledger();
        this.parts = new SpoutParts(host.capabilities().stream()
                .flatMap(each -> each.partsOf(this).stream())
                .toList());
    }

    @Override
    SpoutParts parts() {
        return parts;
    }

    @Override
    void make(ClassLoader loader, TaskRestore from) {
        spout = (Spout) context.instance(loader);
        watcher = spout instanceof TreeWatcher engines ? engines : TreeWatcher.NONE;
        parts.made(spout, from);
        spout.open(
                context,
                new TrackingCollector(this, parts.find(PartitionedTime.class).orElse(PartitionedTime.NONE)));
        parts.opened(from);
    }

    @Override
    void drop() {
        parts.drop();
    }

    @Override
    boolean isMade() {
        return spout != null;
    }

    @Override
    void end() {
        shallBeActive = false;
        switchActivity();
        outcomes.close();
        ledger.failAll(TreeListener.Cause.CLOSED);
        spout.close();
    }

    @Override
    public boolean isPolled() {
        return watcher.isPolled() || super.isPolled();
    }

    @Override
    public void poll(long now) {
        super.poll(now);
        if (watcher.hasWork(now)) {
            wake();
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
            due.forget();
            long before = host.calls().enter(id());
            try {
                if (active) {
                    spout.activate();
                } else {
                    spout.deactivate();
                }
            } catch (Throwable e) {
                failure(active ? "activate" : "deactivate", e);
            } finally {
                host.calls().leave(before);
            }
            pacer.reset();
        }
    }

    @Override
    public int run(long now, boolean mayBlock, int budget) {
        counts();
        runStart = now;
        int drained = sender.drain(now, mayBlock);
        int work = drained + ledger.expire(now) + watcher.work(now) + runCommands(now, budget);
        int told = 0;
        if (outbox.isEmpty()) {
            switchActivity();
            told = outcomes.tell(spout, budget);
            work += told;
        }
        if (told > 0) {
            due.end();
            pacer.reset();
        }
        work += parts.turns.begin(now, budget);
        long share = 0;
        while (share < budget && mayCall(now) && (share == 0 || hasTime())) {
            long sentBefore = host.sent();
            if (!callNext(now) && !callAgain()) {
                long quietAt = quietAt(now, share == 0);
                pacer.emittedNothing(quietAt, outcomes.hasFinished());
                due.tellPacer(quietAt);
                outcomes.emittedNothing();
                break;
            }
            pacer.emitted();
            due.tellPacer(now);
            // A call that emits many tuples uses as much of the turn as many calls
            share += Math.max(1, host.sent() - sentBefore);
        }
        work += (int) share;
        work += parts.turns.work(now, budget);
        sender.tellWaiting();
        parts.turns.end();
        host.paths().handOver();
        int pending = underWay();
        tally.pending(pending);
        boolean stands = active && told == 0 && drained == 0 && (!sender.hasSentAll() || trees.isFull(pending));
        parts.spouts.look(now, pending, stands);
        showFinish();
        return work;
    }

    /**
     * Returns the time at which a call has found nothing: its begin, as it may have waited for something. A time that
     * the call has set is compared with the clock after it.
     *
     * @param now begin of the first call of the run
     */
    private long quietAt(long now, boolean first) {
        if (due.isIdleSet() || !first && !host.isBlocking()) {
            return host.nanoTime();
        }
        return first ? now : lookedAt;
    }

    /**
     * Calls that may block share a run, as what they emit does not wait for its end. But free tasks are told at the end
     * of a turn that a tuple waits for one.
     */
    @Override
    public boolean endsRunInTime() {
        return !sender.choosesLater();
    }

    @Override
    boolean hasTime() {
        if (!host.isBlocking()) {
            return true;
        }
        lookedAt = host.nanoTime();
        return lookedAt - runStart < RUN_NANOS;
    }

    @Override
    public boolean isReady() {
        return sender.isReady()
                || !outcomes.isEmpty()
                || hasCommand()
                || parts.turns.isReady()
                || hasRoom() && !pacer.isQuiet();
    }

    @Override
    public long deadline() {
        boolean blocked = !outbox.isEmpty();
        long own = Math.min(ledger.nextDeadline(), sender.deadline());
        long next = Math.min(own, Math.min(watcher.deadline(), parts.turns.deadline(blocked)));
        if (!blocked) {
            next = Math.min(next, nextCommand());
        }
        return hasRoom() && pacer.isQuiet() ? Math.min(next, pacer.nextCall()) : next;
    }

    private boolean hasRoom() {
        return active && sender.mayEmit() && !trees.isFull(underWay()) && parts.spouts.hasRoom();
    }

    private boolean mayCall(long now) {
        return hasRoom() && pacer.mayCall(now) && !host.isEnding();
    }

    /** Returns the number of trees whose end the spout has not been told. */
    private int underWay() {
        return ledger.pending() + outcomes.size();
    }

    @Override
    void runCommand(Runnable command) {
        try {
            command.run();
        } finally {
            due.end();
            // The command may have brought tuples that nextTuple can emit
            pacer.reset();
        }
    }

    private boolean callNext(long now) {
        // Counts from before an emission of the previous call may have been published there
        counts();
        emitted = 0;
        due.begin(now);
        long before = host.calls().enter(id());
        try {
            spout.nextTuple();
        } catch (Throwable e) {
            failure("nextTuple", e);
        } finally {
            host.calls().leave(before);
        }
        due.end();
        if (emitted > 0) {
            tally.executed();
        }
        return emitted > 0;
    }

    /** Calls the spout once more if the time that it has set in a call without emissions has come by now. */
    private boolean callAgain() {
        long now = host.nanoTime();
        return due.hasCome(now) && mayCall(now) && callNext(now);
    }

    /** Returns whether the spout may be told how a tree ended. */
    boolean mayTell() {
        return outbox.isEmpty() && !host.isEnding();
    }

    /**
     * Begins an emission of the spout.
     *
     * @return the clock, or 0 if it is not needed: reading it takes longer than most of the rest
     */
    long emits(boolean tracked) {
        emitted++;
        if (outcomes.emits()) {
            parts.spouts.finishWithdrawn();
            showFinish();
        }
        tally.emitted();
        return tracked || !due.isKnown() ? host.nanoTime() : 0;
    }

    @Override
    void trace(DataTuple tuple, StreamCounters stream) {
        traces.trace(tuple, stream.sampler(), due.isKnown());
    }

    DueTimes due() {
        return due;
    }

    void finish() {
        outcomes.finish();
    }

    /** Returns whether the spout has finished, and has sent all that follows its last tuple. */
    public boolean hasSentEnd() {
        return outcomes.hasFinished() && parts.spouts.hasSentEnd();
    }

    /** Returns whether the spout has finished, and its emissions are processed, as far as that is tracked. */
    public boolean isDone() {
        return outcomes.isQuiet() && underWay() == 0;
    }

    private void showFinish() {
        finishSign.show(isDone() && sender.hasSentAll() && parts.spouts.isFinished());
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

    @Override
    public void peerLost() {
        trees.lost();
    }

    @Override
    public void peerLost(Set<Integer> joinedTasks) {
        trees.lost(joinedTasks);
    }

    @Override
    void sentByToken(DataTuple tuple) {
        if (tuple.tracked()) {
            ledger.sent(tuple.root(0), tuple.targetTask());
        }
    }

    /** Tells the spout that the tuple with this message id is processed. */
    public void acked(Object messageId) {
        outcomes.acked(messageId);
    }

    TreeWatcher watcher() {
        return watcher;
    }

    SpoutTrees trees() {
        return trees;
    }

    /** Calls the spout in the next turn, also if it had nothing to emit. */
    public void wake() {
        pacer.reset();
        ready();
    }

    @Override
    public boolean handOver(DataTuple tuple) {
        deliver(tuple);
        return true;
    }

    /** Takes replies. No stream has a spout as its subscriber: other messages are misdirected, and dropped. */
    @Override
    public void deliver(DataTuple tuple) {
        counts();
        host.counters().addReceived(tuple.arrivedBy());
        tuple.releaseCredit();
        if (tuple.stream() == Reply.STREAM && tuple.tracked()) {
            trees.replied(tuple);
        }
    }
}
