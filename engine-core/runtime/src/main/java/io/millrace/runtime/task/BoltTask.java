// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.api.BasicBolt;
import io.millrace.api.Bolt;
import io.millrace.api.Component;
import io.millrace.api.Emitter;
import io.millrace.api.ServiceEnd;
import io.millrace.api.Tuple;
import io.millrace.runtime.link.PauseSign;
import io.millrace.runtime.metrics.StreamCounters;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.UnreadableTupleException;
import java.util.stream.Stream;

/** Runs a bolt: takes tuples into its inbox, executes them in order, and sends their acks. */
public final class BoltTask extends Task {

    private final BoltParts parts;
    private final Inbox inbox;
    private final BoltTrees trees;
    private final InputTimes times;
    private Bolt bolt;

    /** The input in {@code execute}; null between calls. */
    private DataTuple current;

    private boolean running;

    /** Whether long values of inputs may stay in the ring. */
    private boolean views;

    public BoltTask(TaskHost host, Context context, TaskSettings settings, PauseSign sign) {
        super(host, context, settings, sign);
        this.times = new InputTimes(host, context, settings.detailed());
        this.inbox = new Inbox(this, sign);
        this.trees = new BoltTrees(this, host);
        Stream<TaskPart> others = host.capabilities().stream().flatMap(each -> each.partsOf(this).stream());
        this.parts =
                new BoltParts(Stream.concat(others, Stream.of(new Ticks(this))).toList());
    }

    @Override
    BoltParts parts() {
        return parts;
    }

    @Override
    void make(ClassLoader loader, TaskRestore from) {
        Component instance = context.instance(loader);
        parts.made(instance, from);
        times.open(instance, parts.buffersInputs());
        bolt = parts.calls.around(instance instanceof Bolt full ? full : new AckingBolt((BasicBolt) instance, this));
        // A service may read an input after it was acked or failed
        views = settings.views() && context.spec().service().kind() == ServiceEnd.Kind.NONE;
        bolt.prepare(context, new AnchoringCollector(this));
        parts.opened(from);
    }

    @Override
    boolean isMade() {
        return bolt != null;
    }

    @Override
    public void publish() {
        times.finish();
        super.publish();
    }

    @Override
    void end() {
        bolt.close();
    }

    @Override
    void releaseInputs() {
        inbox.releaseCredit();
    }

    @Override
    public boolean handOver(DataTuple tuple) {
        if (inbox.isEmpty()
                && !running
                && !inbox.isClosed()
                && sender.mayEmit()
                && isOpen()
                && parts.inputs.admits(tuple)
                && host.calls().descend()) {
            try {
                parts.inputs.admitted(tuple);
                execute(tuple);
                parts.inputs.executedAtOnce();
            } finally {
                host.calls().ascend();
            }
            return true;
        }
        // A pause holds for all sources. Otherwise sources on this executor would fill each free place before others
        // see that the pause is over
        boolean insideCycle = host.graph().insideCycle(tuple.sourceTask(), id());
        if (sign().isPaused() && !insideCycle || !sign().admits(tuple, insideCycle)) {
            return false;
        }
        deliver(tuple);
        return true;
    }

    @Override
    public void deliver(DataTuple tuple) {
        inbox.add(tuple);
        parts.inputs.queued(tuple);
        counts();
        if (!parts.inputs.takesAll()) {
            inbox.pauseIfFull(tuple.bytes());
        }
    }

    @Override
    public boolean takesViews() {
        return views;
    }

    public Inbox inbox() {
        return inbox;
    }

    @Override
    public int run(long now, boolean mayBlock, int budget) {
        counts();
        int work = sender.drain(now, mayBlock);
        work += runCommands(now, budget);
        long share = parts.turns.begin(now, budget);
        // The time of a turn that executes a batch does not show the cost of taking an input
        int most = parts.buffering.mostInputs(budget);
        while (share < most && mayTakeInput()) {
            long sentBefore = host.sent();
            DataTuple next = inbox.poll();
            if (next == null) {
                break;
            }
            parts.inputs.unqueued(next);
            int taken = parts.inputs.take(next, now, budget);
            if (taken == 0) {
                execute(next);
            }
            tally.inbox(inbox.size());
            share += taken == 0 ? Math.max(1, host.sent() - sentBefore) : taken;
            if (taken == 0 && parts.buffering.endsTurn(now)) {
                break;
            }
        }
        work += (int) share + parts.turns.work(now, budget);
        sender.tellWaiting();
        inbox.resumeIfHalfEmpty();
        parts.turns.end();
        host.paths().handOver();
        return work;
    }

    /** Returns whether the bolt may be called with an input. */
    public boolean mayTakeInput() {
        return sender.mayEmit() && !inbox.isClosed() && !host.isEnding() && !parts.inputs.closesInbox();
    }

    /** Lets the bolt process all inputs that it holds. It has no effect if the bolt holds none. */
    public void release() {
        parts.buffering.release();
    }

    @Override
    public boolean isReady() {
        return inbox.isReady() || sender.isReady() || hasCommand() || parts.turns.isReady();
    }

    @Override
    public long deadline() {
        boolean blocked = !outbox.isEmpty();
        long next = Math.min(sender.deadline(), parts.turns.deadline(blocked));
        return blocked ? next : Math.min(next, nextCommand());
    }

    @Override
    public void skip(int sourceTask, short generation) {
        parts.inputs.skipped(sourceTask, generation);
    }

    @Override
    void drop() {
        inbox.drop();
        parts.drop();
    }

    /** Fails the trees of a tuple that has come and is not executed. */
    public void refuse(DataTuple tuple, RuntimeException cause) {
        counts();
        parts.inputs.refused(tuple);
        trees.fail(tuple, cause);
        parts.calls.executed(tuple);
        ready();
        host.counters().addReceived(tuple.arrivedBy());
    }

    /** Emits values to a stream for no input, in the next turn in which no emission waits, and runs a command then. */
    public void emitLater(String stream, Object[] values, Runnable command) {
        later(() -> {
            command.run();
            trees.emit(selectors.of(stream), (Tuple) null, values);
        });
    }

    void execute(DataTuple tuple) {
        counts();
        if (times.isTimed(tuple)) {
            long begun = host.nanoTime();
            long outer = times.beginTimed(tuple, begun);
            call(tuple);
            times.endTimed(tuple, begun, outer);
        } else {
            call(tuple);
            times.executed(tuple);
        }
        if (tuple.stream() != Ticks.STREAM) {
            tally.executed();
            host.counters().addReceived(tuple.arrivedBy());
            parts.calls.executed(tuple);
        }
    }

    private void call(DataTuple tuple) {
        running = true;
        parts.calls.begins(tuple);
        current = tuple;
        long before = host.calls().enter(id());
        try {
            times.beginCall(tuple);
            bolt.execute(tuple);
        } catch (Throwable e) {
            trees.forget();
            trees.fail(tuple, e);
            failure("execute", e);
        } finally {
            host.calls().leave(before);
            running = false;
            current = null;
            times.endCall();
            parts.calls.ends(tuple);
        }
    }

    @Override
    void failTrees(UnreadableTupleException lost) {
        trees.unreadable(lost);
        parts.calls.lost(lost.stream(), lost.sourceTask());
        ready();
    }

    @Override
    void beginCommand() {
        parts.calls.beginsCommand();
        times.beginWithoutInput();
    }

    @Override
    void runCommand(Runnable command) {
        running = true;
        try {
            command.run();
        } finally {
            // The edges belong to an emission that has thrown
            trees.forget();
            running = false;
            times.endCall();
        }
    }

    /** The bolt has acked an input. */
    void acked(DataTuple tuple) {
        parts.calls.settled(tuple);
        times.acked(tuple);
    }

    /** The bolt has failed an input. */
    void failed(DataTuple tuple) {
        parts.calls.settled(tuple);
    }

    DataTuple current() {
        return current;
    }

    @Override
    void trace(DataTuple tuple, StreamCounters stream) {
        times.trace(tuple, stream);
    }

    /** Returns the emitter for timers. */
    public Emitter timerEmitter() {
        return new TimerEmitter(this);
    }

    /** A timer is about to call the bolt, which may emit results of earlier inputs. */
    public void beginTimer(Object key, long millis) {
        times.beginWithoutInput(key, millis);
    }

    InputTimes times() {
        return times;
    }

    BoltTrees trees() {
        return trees;
    }
}
