package io.millrace.runtime.task;

import io.millrace.api.BasicBolt;
import io.millrace.api.Bolt;
import io.millrace.api.Component;
import io.millrace.api.Fields;
import io.millrace.api.ServiceEnd;
import io.millrace.api.Streams;
import io.millrace.api.Tuple;
import io.millrace.api.config.EngineBounds;
import io.millrace.runtime.link.PauseSign;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.metrics.StreamCounters;
import io.millrace.runtime.routing.TaskSet;
import io.millrace.runtime.snapshot.store.ChannelTuples;
import io.millrace.runtime.state.TaskStates;
import io.millrace.runtime.tuple.Barrier;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.HoldingsMessage;
import io.millrace.runtime.tuple.StreamRef;
import io.millrace.runtime.tuple.TokenMessage;
import io.millrace.runtime.tuple.UnreadableTupleException;
import io.millrace.runtime.tuple.Watermark;
import java.util.List;
import java.util.Optional;

/** Runs a bolt: takes tuples into its inbox, executes them in order, and sends their acks. */
public final class BoltTask extends Task {

    static final StreamRef TICKS = new StreamRef("__system", -1, Streams.TICK, Fields.of(), false);
    private static final Object[] NO_VALUES = {};
    private static final IllegalStateException TOO_LATE =
            new IllegalStateException("it came too late from another region (topology.geo.order)");
    private static final long NEVER = Long.MAX_VALUE;

    private final Inbox inbox;
    private final BoltTrees trees;
    private final InputTimes times;

    /** The input in {@code execute}; null between calls. */
    private DataTuple current;

    private final long tickNanos;
    private Bolt bolt;

    /** Null if the bolt processes each input by itself. */
    private HeldInputs held;

    /** Null if the bolt emits nothing for an input after {@code execute} has returned. */
    private HeldEmissions holder;

    private boolean running;

    /** Whether the bolt takes no tuple now. */
    private boolean inputPaused;

    private long nextTick = NEVER;

    /** Whether the bolt declares a stream for late tuples, and how many of them wait for their emission. */
    private final boolean emitsLate;

    private int lateWaiting;

    /** Null if the topology has no fed spout. */
    private final Whereabouts whereabouts;

    /** Null if the topology takes no snapshots. */
    private final BoltSnapshots snapshots;

    /** Null if the bolt has no states. */
    private BoltStates states;

    /** Null if no spout before the bolt knows event time. */
    private BoltWatermarks watermarks;

    /** Null if it gets nothing by {@link io.millrace.api.Grouping.FirstIdle}. */
    private final TokenInput tokens;

    /** Null if the bolt has no engines. */
    private TaskEngines engines;

    /** Whether long values of inputs may stay in the ring. */
    private boolean views;

    /** Bounds of engines that were set since the worker was started. */
    private EngineBounds engineBounds = EngineBounds.NONE;

    public BoltTask(TaskHost host, Context context, TaskSettings settings, PauseSign sign) {
        super(host, context, settings, sign);
        this.times = new InputTimes(host, counters, settings.detailed());
        this.tickNanos = context.spec().tickNanos();
        this.emitsLate = context.spec().outputs().stream()
                .anyMatch(stream -> stream.name().equals(Streams.LATE));
        this.inbox = new Inbox(settings.inbox(), settings.inboxBytes());
        this.whereabouts = Whereabouts.of(this, host);
        this.trees = new BoltTrees(this, host, whereabouts);
        this.tokens = TokenInput.of(this, host);
        SnapshotHost worker = host.snapshots();
        this.snapshots = worker == null
                ? null
                : new BoltSnapshots(
                        this, worker, new Alignment(host.upstreamOf(context.componentId()), worker.isAligned()));
    }

    @Override
    void make(ClassLoader loader, TaskRestore from) {
        Component instance = context.instance(loader);
        states = BoltStates.of(instance, this, from);
        TaskSet timed = host.watermarksTo(context.componentId());
        holder = HeldEmissions.of(instance, this::restart);
        watermarks = timed.size() == 0 ? null : new BoltWatermarks(this, timed, states, holder);
        held = HeldInputs.of(instance, this::restart);
        times.open(instance, held != null);
        bolt = instance instanceof Bolt full ? full : new AckingBolt((BasicBolt) instance, this);
        engines = TaskEngines.of(instance, this, host, context, tokens);
        // A service may read an input after it was acked or failed
        views = settings.views() && context.spec().service().kind() == ServiceEnd.Kind.NONE;
        bolt.prepare(context, new AnchoringCollector(this));
        if (engines != null) {
            engines.open();
            engines.bounds(engineBounds);
        }
        if (states != null) {
            states.countRestored(from);
        }
        if (snapshots != null) {
            snapshots.open(instance, from);
            from.passing().forEach(this::restore);
        }
        if (tokens != null) {
            tokens.open(instance);
        }
        nextTick = tickNanos > 0 ? host.nanoTime() + tickNanos : NEVER;
    }

    @Override
    boolean isMade() {
        return bolt != null;
    }

    @Override
    public void publish() {
        times.finish();
        if ((holder != null || held != null) && isOpen()) {
            // Before these inputs are published as received: nothing else shows that they are under way
            tally.pending(pending());
        }
        super.publish();
    }

    private int pending() {
        int inputs = holder == null ? 0 : holder.held();
        return inputs == 0 && held != null && held.holdsAny() ? 1 : inputs;
    }

    @Override
    void end() {
        bolt.close();
        if (snapshots != null) {
            snapshots.keep();
        }
    }

    @Override
    void releaseInputs() {
        for (DataTuple tuple : inbox) {
            tuple.releaseCredit();
        }
    }

    @Override
    public boolean handOver(DataTuple tuple) {
        if (inbox.isEmpty()
                && !running
                && !inputPaused
                && sender.mayEmit()
                && isOpen()
                && (snapshots == null || snapshots.letsIn(tuple))
                && (watermarks == null || !watermarks.isPassing() && tuple.stream() != Watermark.STREAM)
                && host.descend()) {
            try {
                if (snapshots != null) {
                    snapshots.received(tuple);
                }
                boolean heldNone = held != null && !held.holdsAny();
                if (tokens != null) {
                    tokens.arrived(tuple);
                }
                execute(tuple);
                if (tokens != null) {
                    // It gives the next token in its turn
                    ready();
                }
                if (heldNone && held.holdsAny()) {
                    // The executor must learn the deadline
                    ready();
                }
            } finally {
                host.ascend();
            }
            return true;
        }
        // A pause holds for all sources. Otherwise sources on this executor would fill each free place before others
        // see that the pause is over
        boolean insideCycle = host.traffic().insideCycle(tuple.sourceTask(), id());
        if (sign().isPaused() && !insideCycle || !sign().admits(tuple, insideCycle)) {
            return false;
        }
        deliver(tuple);
        return true;
    }

    @Override
    public void deliver(DataTuple tuple) {
        if (inbox.isEmpty()) {
            ready();
        }
        inbox.add(tuple);
        if (engines != null) {
            engines.added();
        }
        if (tokens != null) {
            tokens.arrived(tuple);
            tokens.waits(tuple, inbox.mostBytes());
        }
        if (whereabouts != null) {
            whereabouts.lookSoon();
        }
        counts();
        tally.inbox(inbox.size());
        if (snapshots != null && snapshots.isRecording()) {
            recorded(tuple);
        } else if (inbox.isFullFor(tuple.bytes()) && !sign().isPaused()) {
            pause(true);
        }
    }

    private void recorded(DataTuple tuple) {
        if (tuple.releaseCredit()) {
            host.roomMade();
        }
        snapshots.arrived(tuple, inbox.isFullFor(tuple.bytes()));
    }

    @Override
    public void engineBounds(EngineBounds bounds) {
        engineBounds = bounds;
        if (engines != null && isOpen()) {
            engines.bounds(bounds);
            // It may give more tokens, or must recall some
            ready();
        }
    }

    private void pause(boolean on) {
        sign().set(on);
        host.paused(this, on);
    }

    @Override
    public boolean takesViews() {
        return views;
    }

    /** Takes whatever arrives from now on, also without room, so that barriers come. */
    void takeAll() {
        releaseInputs();
        host.roomMade();
        if (sign().isPaused()) {
            pause(false);
        }
    }

    /** Takes only what there is room for from now on. */
    void takeWithinBounds() {
        if (!sign().isPaused() && inbox.isFullFor(0)) {
            pause(true);
        }
    }

    Inbox inbox() {
        return inbox;
    }

    /** Takes a tuple of a snapshot, which comes before all others. */
    private void restore(ChannelTuples.Passing passing) {
        StreamRef stream = host.snapshots().stream(passing.sourceTask(), passing.stream());
        DataTuple tuple = new DataTuple(stream, passing.sourceTask(), id(), DataTuple.UNKNOWN_TIME, passing.values());
        tuple.generation(host.generation());
        snapshots.restored(tuple);
        // It is counted as received when it is executed
        host.counters().addSent(LinkKind.DIRECT);
        deliver(tuple);
    }

    @Override
    public int run(long now, boolean mayBlock, int budget) {
        counts();
        int work = sender.drain(now, mayBlock);
        work += runCommands(now, budget);
        if (whereabouts != null && outbox.isEmpty()) {
            whereabouts.tell(now, inbox);
        }
        if (nextTick <= now && sender.mayEmit()) {
            // Ticks that would be late are skipped
            nextTick = now + tickNanos;
            execute(new DataTuple(TICKS, 0, id(), now, NO_VALUES));
            work++;
        }
        long share = 0;
        if (watermarks != null && watermarks.isPassing() && !host.isEnding()) {
            share += watermarks.goOn(budget);
        }
        // A turn that executes a batch says nothing about the cost of taking an input
        int most = held == null ? budget : HeldInputs.MOST_PER_TURN;
        if (held != null) {
            held.begin(now, inbox.size());
        }
        while (share < most && mayTakeInput()) {
            long sentBefore = host.sent();
            DataTuple next = inbox.poll();
            if (next == null) {
                break;
            }
            if (engines != null) {
                engines.taken();
            }
            if (next.releaseCredit()) {
                host.roomMade();
            }
            if (snapshots != null && snapshots.takes(next, now)) {
                tally.inbox(inbox.size());
                share++;
                continue;
            }
            if (watermarks != null && next.stream() == Watermark.STREAM) {
                share += watermarks.received(next, budget);
                tally.inbox(inbox.size());
                continue;
            }
            execute(next);
            tally.inbox(inbox.size());
            share += Math.max(1, host.sent() - sentBefore);
            if (held != null && held.executed(now, inbox.size())) {
                break;
            }
        }
        if (isReleaseDue(now)) {
            release();
            share++;
        }
        if (states != null && outbox.isEmpty() && !host.isEnding()) {
            work += states.fireTimers(budget) + states.fireEventTimers(budget);
        }
        work += (int) share;
        sender.tellTokens();
        if (sign().isPaused() && inbox.isHalfEmpty()) {
            pause(false);
        }
        if (tokens != null) {
            tokens.issue(host.nanoTime(), sender.mayEmit(), sign().isPaused());
        }
        host.paths().handOver();
        return work;
    }

    /** A batch whose time has come takes along what waits. */
    private boolean isReleaseDue(long now) {
        return held != null
                && outbox.isEmpty()
                && !host.isEnding()
                && held.isDue(now, !inbox.isEmpty() && mayTakeInput());
    }

    /** Lets the bolt process all inputs that it holds. No effect if it holds none. */
    void release() {
        if (held == null || !held.holdsAny()) {
            return;
        }
        counts();
        long before = host.enter(id());
        try {
            runCommand(held.release());
        } catch (Throwable e) {
            failure("execute", e);
        } finally {
            host.leave(before);
        }
    }

    /** The bolt has acked an input. */
    void acked(DataTuple tuple) {
        if (tokens != null) {
            tokens.settled(tuple);
        }
        times.acked(tuple);
    }

    /** The bolt has failed an input. */
    void failed(DataTuple tuple) {
        if (tokens != null) {
            tokens.settled(tuple);
        }
    }

    private boolean mayTakeInput() {
        return sender.mayEmit() && !inputPaused && !host.isEnding() && (watermarks == null || !watermarks.isPassing());
    }

    @Override
    public boolean isReady() {
        return !inbox.isEmpty() && !inputPaused
                || watermarks != null && watermarks.isPassing()
                || sender.isReady()
                || tokens != null && tokens.isReady()
                || hasCommand()
                || states != null && states.hasEventTimer();
    }

    @Override
    public long deadline() {
        long ofTokens = Math.min(tokens == null ? NEVER : tokens.deadline(), sender.deadline());
        if (!outbox.isEmpty()) {
            return ofTokens;
        }
        long next = Math.min(ofTokens, Math.min(nextTick, nextCommand()));
        if (held != null) {
            next = Math.min(next, held.deadline());
        }
        if (whereabouts != null) {
            next = Math.min(next, whereabouts.deadline());
        }
        return states == null ? next : Math.min(next, states.deadline());
    }

    /** Puts a tuple at the head of the inbox, from which it was taken. */
    void takeBack(DataTuple tuple) {
        inbox.takeBack(tuple);
        ready();
    }

    /** Returns whether a watermark has come that has not passed. */
    boolean holdsWatermarks() {
        return watermarks != null && watermarks.holdsAny();
    }

    TaskStates states() {
        return states == null ? null : states.content();
    }

    @Override
    public void skip(int sourceTask, short generation) {
        if (snapshots != null && generation == host.generation()) {
            // At its place among the others, as the next barrier says how many came before it
            deliver(new DataTuple(Barrier.UNREADABLE, sourceTask, id(), DataTuple.UNKNOWN_TIME, NO_VALUES));
        }
    }

    @Override
    public void watermark(long millis) {
        if (states != null) {
            states.advanceWatermark(millis);
        }
    }

    @Override
    public void onHoldings(HoldingsMessage message) {
        if (!message.answer()) {
            long inputs = tally.held();
            // One that has much to take, or cannot emit, is slow: what it holds is not what keeps the spout
            boolean holds = outbox.isEmpty() && (inputPaused || inputs >= inbox.size());
            HoldingsMessage answer = message.answer(
                    holder != null && holder.waitsForCalls(), holds ? inputs : 0, (long) inbox.size() + outbox.size());
            host.paths().control(message.spout(), answer.bytes());
        }
    }

    @Override
    public void trigger(long snapshotId, boolean overtakes) {
        if (snapshots != null) {
            snapshots.trigger(snapshotId, overtakes);
        }
    }

    @Override
    public Optional<SnapshotWait> waitsIn(long snapshotId) {
        List<Integer> missing = snapshots == null ? List.of() : snapshots.missing(snapshotId);
        if (missing.isEmpty()) {
            return Optional.empty();
        }
        if (!outbox.isEmpty()) {
            return Optional.of(waits(SnapshotWait.Cause.EMISSIONS, outbox.waitsFor(), missing.size()));
        }
        if (inputPaused) {
            return Optional.of(waits(SnapshotWait.Cause.PAUSED, List.of(), missing.size()));
        }
        boolean begun = snapshots.hasBarrierOf(snapshotId);
        return Optional.of(
                waits(begun ? SnapshotWait.Cause.BARRIERS : SnapshotWait.Cause.FIRST_BARRIER, missing, missing.size()));
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
            snapshots.committed(snapshotId);
        }
    }

    @Override
    void drop() {
        for (DataTuple tuple : inbox) {
            tuple.releaseCredit();
            tuple.releaseViews();
            if (tuple.stream().isCounted()) {
                host.counters().addReceived(tuple.arrivedBy());
            }
        }
        inbox.clear();
        if (engines != null) {
            engines.cleared();
        }
        if (watermarks != null) {
            watermarks.drop();
        }
        if (snapshots != null) {
            snapshots.drop();
        }
        if (sign().isPaused()) {
            pause(false);
        }
    }

    /**
     * A tuple has come from another region too late to be executed: its trees fail, and its values go to the stream for late tuples, if
     * the bolt declares one and not too many wait for it already.
     */
    public void late(DataTuple tuple) {
        counts();
        if (whereabouts != null && tuple.tracked()) {
            whereabouts.began(tuple);
        }
        if (tokens != null) {
            tokens.arrived(tuple);
        }
        trees.fail(tuple, TOO_LATE);
        if (tokens != null) {
            tokens.executed(tuple);
            ready();
        }
        host.counters().addReceived(tuple.arrivedBy());
        if (emitsLate && lateWaiting < settings.commands()) {
            lateWaiting++;
            later(() -> {
                lateWaiting--;
                trees.emit(routes.of(Streams.LATE), (Tuple) null, tuple.array());
            });
        }
    }

    private void execute(DataTuple tuple) {
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
        if (tuple.stream() != TICKS) {
            tally.executed();
            host.counters().addReceived(tuple.arrivedBy());
            if (tokens != null) {
                tokens.executed(tuple);
            }
        }
    }

    @Override
    void failTrees(UnreadableTupleException lost) {
        trees.unreadable(lost);
    }

    @Override
    public void unreadable(RuntimeException cause) {
        super.unreadable(cause);
        if (tokens != null && cause instanceof UnreadableTupleException lost) {
            tokens.lost(lost.stream(), lost.sourceTask());
            ready();
        }
    }

    @Override
    public void onTokens(TokenMessage message) {
        super.onTokens(message);
        if (message.ask() != null && tokens != null) {
            tokens.asked(message.source(), message.ask());
            ready();
        }
    }

    @Override
    public void pathChanged(int other) {
        super.pathChanged(other);
        if (tokens != null) {
            tokens.pathChanged(other);
            ready();
        }
    }

    @Override
    public boolean isPolled() {
        return super.isPolled() || tokens != null;
    }

    @Override
    public void poll(long now) {
        super.poll(now);
        if (tokens != null && tokens.findBreaks()) {
            ready();
        }
    }

    @Override
    void beginCommand() {
        if (states != null) {
            states.content().noKey("a command has no input");
        }
        times.beginWithoutInput();
    }

    @Override
    void runCommand(Runnable command) {
        running = true;
        try {
            command.run();
        } finally {
            // Edges of an emission that has thrown
            trees.forget();
            running = false;
            times.endCall();
        }
    }

    private void call(DataTuple tuple) {
        running = true;
        if (whereabouts != null && tuple.tracked()) {
            whereabouts.began(tuple);
        }
        if (states != null) {
            states.enter(tuple);
        }
        current = tuple;
        long before = host.enter(id());
        try {
            times.beginCall(tuple, states);
            bolt.execute(tuple);
        } catch (Throwable e) {
            trees.forget();
            trees.fail(tuple, e);
            failure("execute", e);
        } finally {
            host.leave(before);
            running = false;
            current = null;
            times.endCall();
            if (states != null) {
                states.leave();
            }
        }
    }

    DataTuple current() {
        return current;
    }

    @Override
    void trace(DataTuple tuple, StreamCounters stream) {
        times.trace(tuple, stream);
    }

    InputTimes times() {
        return times;
    }

    void pauseInput(boolean on) {
        inputPaused = on;
        if (!inbox.isEmpty()) {
            ready();
        }
    }

    BoltTrees trees() {
        return trees;
    }
}
