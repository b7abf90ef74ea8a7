package io.millrace.runtime.task;

import io.millrace.api.BasicBolt;
import io.millrace.api.Bolt;
import io.millrace.api.Component;
import io.millrace.api.Fields;
import io.millrace.api.Streams;
import io.millrace.api.Tuple;
import io.millrace.api.error.Problems;
import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.ledger.RootIds;
import io.millrace.runtime.link.PauseSign;
import io.millrace.runtime.routing.Route;
import io.millrace.runtime.state.TaskStates;
import io.millrace.runtime.tuple.Barrier;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.Reply;
import io.millrace.runtime.tuple.StreamRef;
import java.util.ArrayDeque;
import java.util.Collection;

/** Runs a bolt: takes tuples into its inbox, executes them in order, and sends their acks. */
public final class BoltTask extends Task {

    private static final StreamRef TICKS = new StreamRef("__system", -1, Streams.TICK, Fields.of(), false);
    private static final Object[] NO_VALUES = {};
    private static final long NEVER = Long.MAX_VALUE;

    private final ArrayDeque<DataTuple> inbox = new ArrayDeque<>();
    private final AckBuffer gathered = new AckBuffer();
    private final EndToEnd endToEnd;
    private final StageRecorder stages;
    private final ExecuteTimer timer;
    private final long tickNanos;
    private Bolt bolt;

    /** What the tuples in the inbox take. */
    private long inboxBytes;

    private boolean running;

    /** Whether the bolt takes no tuple now. */
    private boolean inputPaused;

    private long nextTick = NEVER;

    /** Null if the topology has no fed spout. */
    private final Holdings holdings;

    /** How old tuples of fed spouts are when their spouts are told where they are. */
    private final long tellAfterNanos;

    /** When to look for such tuples; never, if there are no tuples. */
    private long nextLook = NEVER;

    /** Null if the topology takes no snapshots. */
    private final BoltSnapshots snapshots;

    /** Null if the bolt has no states. */
    private BoltStates states;

    public BoltTask(TaskHost host, Context context, TaskSettings settings, PauseSign sign) {
        super(host, context, settings, sign);
        this.endToEnd = counters.endToEnd() == null || !settings.detailed()
                ? null
                : new EndToEnd(counters.endToEnd(), host::nanoTime);
        this.stages = new StageRecorder(counters);
        this.timer = host.executeTimer();
        this.tickNanos = context.spec().tickNanos();
        long timeoutNanos = host.fedTimeoutNanos();
        this.holdings = timeoutNanos == Long.MAX_VALUE ? null : new Holdings();
        this.tellAfterNanos = timeoutNanos / 2;
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
        bolt = instance instanceof Bolt full ? full : new AckingBolt((BasicBolt) instance, this);
        bolt.prepare(context, new AnchoringCollector(this));
        if (snapshots != null) {
            snapshots.open(instance, from);
        }
        nextTick = tickNanos > 0 ? host.nanoTime() + tickNanos : NEVER;
    }

    @Override
    boolean isMade() {
        return bolt != null;
    }

    @Override
    public void publish() {
        if (endToEnd != null) {
            endToEnd.finish();
        }
        super.publish();
    }

    @Override
    void end() {
        bolt.close();
    }

    @Override
    public boolean handOver(DataTuple tuple) {
        if (inbox.isEmpty()
                && !running
                && !inputPaused
                && outbox.isEmpty()
                && isOpen()
                && (snapshots == null || snapshots.letsIn(tuple))
                && host.descend()) {
            try {
                if (snapshots != null) {
                    snapshots.received(tuple);
                }
                execute(tuple);
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
        lookSoon();
        inboxBytes += tuple.bytes();
        counts();
        tally.inbox(inbox.size());
        // Another tuple of this size would exceed the bound
        boolean full = inbox.size() >= settings.inbox() || inboxBytes + tuple.bytes() > settings.inboxBytes();
        if (full && !sign().isPaused()) {
            sign().set(true);
            host.paused(this, true);
        }
    }

    @Override
    public int run(long now, boolean mayBlock, int budget) {
        counts();
        int work = drainOutbox(mayBlock);
        work += runCommands(now, budget);
        if (nextLook <= now && outbox.isEmpty()) {
            tellHolder(now);
        }
        if (nextTick <= now && outbox.isEmpty()) {
            // Ticks that would be late are skipped
            nextTick = now + tickNanos;
            execute(new DataTuple(TICKS, 0, id(), now, NO_VALUES));
            work++;
        }
        long share = 0;
        while (share < budget && outbox.isEmpty() && !inputPaused && !host.isEnding()) {
            long sentBefore = host.sent();
            DataTuple next = inbox.poll();
            if (next == null) {
                break;
            }
            inboxBytes -= next.bytes();
            if (next.releaseCredit()) {
                host.roomMade();
            }
            if (snapshots != null && snapshots.takes(next, now)) {
                tally.inbox(inbox.size());
                share++;
                continue;
            }
            execute(next);
            tally.inbox(inbox.size());
            share += Math.max(1, host.sent() - sentBefore);
        }
        if (states != null && outbox.isEmpty() && !host.isEnding()) {
            work += states.fireTimers(budget) + states.fireEventTimers(budget);
        }
        work += (int) share;
        host.paths().handOver();
        if (sign().isPaused() && inbox.size() <= settings.inbox() / 2 && inboxBytes <= settings.inboxBytes() / 2) {
            sign().set(false);
            host.paused(this, false);
        }
        return work;
    }

    @Override
    public boolean isReady() {
        return !inbox.isEmpty() && !inputPaused
                || !outbox.isEmpty()
                || hasCommand()
                || states != null && states.hasEventTimer();
    }

    @Override
    public long deadline() {
        if (!outbox.isEmpty()) {
            return NEVER;
        }
        long next = Math.min(Math.min(nextTick, nextLook), nextCommand());
        return states == null ? next : Math.min(next, states.deadline());
    }

    /** Puts a tuple at the head of the inbox, from which it was taken. */
    void takeBack(DataTuple tuple) {
        inbox.addFirst(tuple);
        inboxBytes += tuple.bytes();
        ready();
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
    public void trigger(long snapshotId) {
        if (snapshots != null) {
            snapshots.trigger(snapshotId);
        }
    }

    @Override
    public void abortSnapshot(long snapshotId) {
        if (snapshots != null) {
            snapshots.abort(snapshotId);
        }
    }

    @Override
    public void committed(long snapshotId) {
        if (snapshots != null) {
            snapshots.committed(snapshotId);
        }
    }

    @Override
    void drop() {
        for (DataTuple tuple : inbox) {
            tuple.releaseCredit();
            if (tuple.stream().isCounted()) {
                host.counters().addReceived(tuple.arrivedBy());
            }
        }
        inbox.clear();
        if (snapshots != null) {
            snapshots.drop();
        }
        if (sign().isPaused()) {
            sign().set(false);
            host.paused(this, false);
        }
    }

    /** Looks at the tuples of fed spouts after a while, if there are any. */
    private void lookSoon() {
        if (holdings != null && nextLook == NEVER) {
            nextLook = host.turnStart() + tellAfterNanos / 2;
            ready();
        }
    }

    /** Tells fed spouts of tuples that are here for long. A time-out names the bolt that has told this last. */
    private void tellHolder(long now) {
        long before = now - tellAfterNanos;
        holdings.takeOlder(before, root -> tellHolder(root, this + " has neither acked nor failed it"));
        for (DataTuple tuple : inbox) {
            if (tuple.intendedNanos() != DataTuple.UNKNOWN_TIME && tuple.intendedNanos() - before <= 0) {
                for (int i = 0; i < tuple.rootCount(); i++) {
                    if (host.answersOf(RootIds.task(tuple.root(i))) != null) {
                        tellHolder(tuple.root(i), "it waits for " + this);
                    }
                }
            }
        }
        nextLook = holdings.isEmpty() && inbox.isEmpty() ? NEVER : now + tellAfterNanos / 2;
    }

    private void tellHolder(long root, String text) {
        DataTuple told =
                new DataTuple(Reply.STREAM, id(), RootIds.task(root), DataTuple.UNKNOWN_TIME, Reply.holder(text));
        told.track(root, 0, null);
        sendOfEngine(told);
        endEmission();
    }

    private void hold(DataTuple tuple, boolean on) {
        for (int i = 0; i < tuple.rootCount(); i++) {
            long root = tuple.root(i);
            if (host.answersOf(RootIds.task(root)) != null) {
                if (on) {
                    boolean known = tuple.intendedNanos() != DataTuple.UNKNOWN_TIME;
                    holdings.add(root, known ? tuple.intendedNanos() : host.turnStart());
                } else {
                    holdings.remove(root);
                }
            }
        }
    }

    private void execute(DataTuple tuple) {
        counts();
        boolean timed = tuple.trace() != null || timer.isRunning();
        if (timed) {
            long begin = host.nanoTime();
            long outer = timer.begin();
            call(tuple);
            long end = host.nanoTime();
            long executeNanos = timer.end(outer, end - begin);
            if (tuple.trace() != null) {
                stages.executed(tuple, begin, executeNanos);
            }
            if (endToEnd != null && tuple.stream() != TICKS) {
                endToEnd.endedAt(end, tuple.intendedNanos());
            }
        } else {
            call(tuple);
            if (endToEnd != null && tuple.stream() != TICKS) {
                endToEnd.ended(tuple.intendedNanos());
            }
        }
        if (tuple.stream() != TICKS) {
            tally.executed();
            host.counters().addReceived(tuple.arrivedBy());
        }
    }

    @Override
    void beginCommand() {
        if (states != null) {
            states.content().noKey("a command has no input");
        }
    }

    @Override
    void runCommand(Runnable command) {
        running = true;
        try {
            command.run();
        } finally {
            // Edges of an emission that has thrown
            gathered.clear();
            running = false;
        }
    }

    private void call(DataTuple tuple) {
        running = true;
        if (holdings != null && tuple.tracked()) {
            hold(tuple, true);
            lookSoon();
        }
        if (states != null) {
            states.enter(tuple);
        }
        long before = host.enter(id());
        try {
            bolt.execute(tuple);
        } catch (Throwable e) {
            gathered.clear();
            fail(tuple, e);
            failure("execute", e);
        } finally {
            host.leave(before);
            running = false;
            if (states != null) {
                states.leave();
            }
        }
    }

    void pauseInput(boolean on) {
        inputPaused = on;
        if (!inbox.isEmpty()) {
            ready();
        }
    }

    void emit(Route route, Tuple anchor, Object[] values) {
        route.choose(values, targets);
        emit(route, anchor, null, values);
    }

    void emit(Route route, Collection<? extends Tuple> anchors, Object[] values) {
        route.choose(values, targets);
        emit(route, null, anchors, values);
    }

    void emitDirect(int task, Route route, Tuple anchor, Collection<? extends Tuple> anchors, Object[] values) {
        route.chooseDirect(task, values, targets);
        emit(route, anchor, anchors, values);
    }

    private void emit(Route route, Tuple one, Collection<? extends Tuple> many, Object[] values) {
        DataTuple anchor = one == null ? null : anchor(one);
        long intended = anchor != null ? anchor.intendedNanos() : intended(many);
        tally.emitted();
        startEmission();
        int count = targets.size();
        for (int i = 0; i < count; i++) {
            DataTuple tuple = tupleFor(route, targets.get(i), intended, values);
            if (anchor != null) {
                anchorTo(anchor, tuple);
            } else if (many != null) {
                for (Tuple each : many) {
                    gather((DataTuple) each);
                }
                trackGathered(tuple);
            }
            send(tuple);
        }
        endEmission();
    }

    /** Returns when the oldest of the roots was due; now, if there are no roots; unknown, if that of one root is. */
    private long intended(Collection<? extends Tuple> anchors) {
        long now = host.nanoTime();
        long oldest = 0;
        if (anchors != null) {
            for (Tuple anchor : anchors) {
                long intended = anchor(anchor).intendedNanos();
                if (intended == DataTuple.UNKNOWN_TIME) {
                    return intended;
                }
                oldest = Math.min(oldest, intended - now);
            }
        }
        return now + oldest;
    }

    /** Adds the tuple to each tree of the anchor. */
    private void anchorTo(DataTuple anchor, DataTuple tuple) {
        int roots = anchor.rootCount();
        if (roots == 1) {
            long edge = host.nextEdge();
            anchor.addChild(edge);
            tuple.track(anchor.root(0), edge, null);
        } else if (roots > 1) {
            gather(anchor);
            trackGathered(tuple);
        }
    }

    /** Anchors may belong to the same trees, so their edges are merged per root. */
    private void gather(DataTuple anchor) {
        int roots = anchor.rootCount();
        if (roots > 0) {
            long edge = host.nextEdge();
            anchor.addChild(edge);
            for (int i = 0; i < roots; i++) {
                gathered.ack(anchor.root(i), edge);
            }
        }
    }

    private void trackGathered(DataTuple tuple) {
        int roots = gathered.size();
        if (roots > 0) {
            long[] further = roots == 1 ? null : new long[2 * (roots - 1)];
            for (int i = 1; i < roots; i++) {
                further[2 * (i - 1)] = gathered.root(i);
                further[2 * i - 1] = gathered.edges(i);
            }
            tuple.track(gathered.root(0), gathered.edges(0), further);
            gathered.clear();
        }
    }

    private DataTuple anchor(Tuple tuple) {
        DataTuple anchor = own(tuple);
        if (anchor.settled() && anchor.tracked()) {
            throw new IllegalStateException(
                    this + " anchors to " + anchor + ", which it has acked or failed before: emit first, then ack");
        }
        return anchor;
    }

    private DataTuple own(Tuple tuple) {
        if (tuple instanceof DataTuple own && own.targetTask() == id()) {
            return own;
        }
        throw new IllegalArgumentException(this + " acks, fails or anchors to " + tuple
                + ", which it did not get: use tuples that execute() was called with");
    }

    void ack(Tuple input) {
        DataTuple tuple = own(input);
        if (tuple.settle() && tuple.stream() != TICKS) {
            tally.acked();
            if (holdings != null) {
                hold(tuple, false);
            }
            for (int i = 0; i < tuple.rootCount(); i++) {
                host.paths().ack(tuple.root(i), tuple.edge(i) ^ tuple.children());
            }
        }
    }

    void resetTimeout(Tuple input) {
        DataTuple tuple = own(input);
        if (!tuple.settled()) {
            for (int i = 0; i < tuple.rootCount(); i++) {
                host.paths().renew(tuple.root(i));
            }
        }
    }

    void fail(Tuple input) {
        fail(own(input), null);
    }

    /** @param cause what the bolt has thrown; null if it failed the tuple by itself */
    private void fail(DataTuple tuple, Throwable cause) {
        if (!tuple.settle() || tuple.stream() == TICKS) {
            return;
        }
        tally.failed();
        if (holdings != null) {
            hold(tuple, false);
        }
        for (int i = 0; i < tuple.rootCount(); i++) {
            long root = tuple.root(i);
            if (host.answersOf(RootIds.task(root)) == null) {
                host.paths().fail(root);
            } else {
                String why = cause == null ? "" : ": " + Problems.oneLine(String.valueOf(cause));
                reply(tuple, root, tuple.edge(i), Reply.failure("failed by " + this + why));
                endEmission();
            }
        }
    }

    void answer(Tuple input, Object[] values) {
        DataTuple request = request(input);
        for (int i = 0; i < request.rootCount(); i++) {
            Fields answers = host.answersOf(RootIds.task(request.root(i)));
            if (answers != null && answers.size() != values.length) {
                throw new IllegalArgumentException(this + " answers with " + values.length
                        + " values, but the fed spout declares "
                        + (answers.size() == 0 ? "none: declare them with answers(...)" : "answers(" + answers + ")"));
            }
        }
        reply(request, Reply.answer(values));
    }

    void answerError(Tuple input, String message) {
        reply(request(input), Reply.error(message));
    }

    private DataTuple request(Tuple input) {
        DataTuple request = own(input);
        if (request.settled()) {
            throw new IllegalStateException(
                    this + " answers " + request + ", which it has acked or failed before: answer first, then ack");
        }
        return request;
    }

    /** Sends a reply to each fed spout of the request's trees. It is an edge of each tree. */
    private void reply(DataTuple request, Object[] content) {
        long edge = host.nextEdge();
        request.addChild(edge);
        for (int i = 0; i < request.rootCount(); i++) {
            long root = request.root(i);
            if (host.answersOf(RootIds.task(root)) == null) {
                host.paths().ack(root, edge);
            } else {
                reply(request, root, edge, content);
            }
        }
        endEmission();
    }

    private void reply(DataTuple request, long root, long edge, Object[] content) {
        DataTuple reply = new DataTuple(Reply.STREAM, id(), RootIds.task(root), request.intendedNanos(), content);
        reply.track(root, edge, null);
        sendOfEngine(reply);
    }
}
