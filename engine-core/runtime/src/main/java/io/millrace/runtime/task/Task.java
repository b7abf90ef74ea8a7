// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.api.config.ErrorPolicy;
import io.millrace.api.error.Foreign;
import io.millrace.api.error.TopologyException;
import io.millrace.api.metrics.TaskFigure;
import io.millrace.runtime.grouping.TargetSelectors;
import io.millrace.runtime.link.PauseSign;
import io.millrace.runtime.metrics.StreamCounters;
import io.millrace.runtime.metrics.TaskCounters;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.UnreadableTupleException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One instance of a component, with the emissions that it could not hand over yet. Only the executor's thread calls
 * it, except for {@link #sign}.
 */
public abstract class Task {

    /**
     * The time that a {@link #run} should take: short, because the other tasks wait for it; long enough that the
     * overhead of a round is small.
     */
    public static final long RUN_NANOS = 50_000;

    private static final Logger LOG = LoggerFactory.getLogger(Task.class);

    protected final TaskHost host;
    protected final Context context;
    protected final TaskSettings settings;
    protected final TaskCounters counters;
    protected final TaskTally tally;
    protected final TaskSender sender;

    /** The outbox of the sender. */
    protected final Outbox outbox;

    protected TargetSelectors selectors;

    private final int id;
    private final ErrorLog errors;
    private final PauseSign sign;
    private final TaskCommands commands;
    private final BiConsumer<String, Throwable> gaugeFailure;
    private boolean open;
    private boolean closed;
    private boolean counts;

    /** @param sign pause sign of the task, which outlives this object */
    Task(TaskHost host, Context context, TaskSettings settings, PauseSign sign) {
        this.host = host;
        this.context = context;
        this.id = context.taskId();
        this.settings = settings;
        this.counters = context.counters();
        this.tally = new TaskTally(counters);
        this.sign = sign;
        this.sender = new TaskSender(this, host, context, settings, tally);
        this.outbox = sender.outbox;
        this.errors = new ErrorLog(
                context.componentId(),
                context.taskId(),
                errors -> counters.add(TaskFigure.ERRORS, errors),
                host::nanoTime);
        this.commands = new TaskCommands(this, settings.commands());
        context.belongsTo(this);
        context.gauges().whenAdded(this::ready);
        this.gaugeFailure = this::gaugeFailed;
    }

    public final TaskHost host() {
        return host;
    }

    public final Context context() {
        return context;
    }

    public final TaskSettings settings() {
        return settings;
    }

    public final TaskSender sender() {
        return sender;
    }

    public final TaskTally tally() {
        return tally;
    }

    public final int id() {
        return id;
    }

    public final String component() {
        return context.componentId();
    }

    /** Returns whether long values of its inputs may stay in the ring until these are acked or failed. */
    public boolean takesViews() {
        return false;
    }

    /** Returns the sign that says whether the task is paused. Any thread may read it. */
    public final PauseSign sign() {
        return sign;
    }

    /** Makes the component's instance, but does not call it. If this was called, {@link #open} uses that instance. */
    public final void prepare(ClassLoader loader) {
        context.prepare(loader);
    }

    /**
     * Makes the component's instance and opens or prepares it.
     *
     * @param from content with which it begins
     * @throws TopologyException if the component cannot be made or opened, with the cause
     */
    public final void open(ClassLoader loader, TaskRestore from) {
        try {
            selectors = host.selectorsOf(context, outbox);
            sender.open(part(FreeTargets.class));
            make(loader, from);
            open = true;
        } catch (TopologyException e) {
            throw e;
        } catch (Throwable e) {
            throw new TopologyException(this + " cannot start: " + Foreign.text(e), Foreign.readable(e));
        }
    }

    public final boolean isOpen() {
        return open;
    }

    abstract void make(ClassLoader loader, TaskRestore from);

    /** Returns the parts by which capabilities of the engine take part in this task. */
    abstract TaskParts parts();

    /** Returns the first part of this type; empty if the task has none. */
    public final <T> Optional<T> part(Class<T> type) {
        return parts().find(type);
    }

    /**
     * Does a part of the work.
     *
     * @param now clock, read in this turn
     * @param mayBlock whether the executor is about to block: then every refused hand-over must ring its doorbell
     * @param budget most calls of the component; a call that sends many tuples, or makes others send them, counts as
     *     many
     * @return amount of work in the unit of the budget; 0 if nothing could be done
     */
    public abstract int run(long now, boolean mayBlock, int budget);

    /**
     * Returns whether a run ends soon after a call that has taken long. Only then several calls that may block share a
     * run.
     */
    public boolean endsRunInTime() {
        return false;
    }

    /** Returns whether the present run may make a further call. */
    boolean hasTime() {
        return true;
    }

    /** Reports the duration of a {@link #run} that did some work. */
    public final void ran(long nanos) {
        // Counts from before an emission may have been published there
        counts();
        tally.ran(nanos);
    }

    /**
     * Returns whether the task has work for the next turn, which then runs it. A task whose emissions wait for room is
     * ready in each turn.
     */
    public abstract boolean isReady();

    /** Returns the time when the task must run even if it is not ready before; {@link Long#MAX_VALUE} for never. */
    public abstract long deadline();

    /** Returns whether {@link #poll} must be called in each turn. */
    public boolean isPolled() {
        return parts().isPolled();
    }

    /** Looks for changes without a notice: work of other threads, broken connections. */
    public void poll(long now) {
        if (parts().poll(now)) {
            ready();
        }
    }

    /** Another path leads to another task: its worker was replaced or is gone. */
    public void pathChanged(int other) {
        parts().pathChanged(other);
    }

    /**
     * Samples the gauges that are due. Must be called after each {@link #run}.
     *
     * @return time when the task must run even if it is not ready before, also for its gauges
     */
    public final long ranUntil(long now) {
        return Math.min(deadline(), context.gauges().sample(now, gaugeFailure));
    }

    public final void ready() {
        counts();
        host.turns().ready(this);
    }

    /** Takes a command of any thread; see {@link io.millrace.api.TaskContext#execute}. */
    final void execute(Runnable command) {
        if (commands.add(Objects.requireNonNull(command, "the command is null: give one"))) {
            host.turns().submit(this::lookForCommands);
        }
    }

    /** Runs a command in the next turn in which no emission waits. */
    final void later(Runnable command) {
        commands.addAt(host.nanoTime(), command);
        ready();
    }

    private void lookForCommands() {
        commands.looked();
        ready();
    }

    /** Takes a command of the component; see {@link io.millrace.api.TaskContext#executeAt}. */
    final void executeAt(long time, Runnable command) {
        requireCaller("executeAt");
        commands.addAt(time, Objects.requireNonNull(command, "the command is null: give one"));
        // The executor must learn the new deadline
        ready();
    }

    /**
     * Runs commands while no emission waits in the outbox.
     *
     * @param budget budget of {@link #run}
     * @return amount of work in the unit of the budget
     */
    protected final int runCommands(long now, int budget) {
        return commands.run(now, budget);
    }

    /** A command of another thread, or of the component, is about to run. */
    void beginCommand() {}

    /** Runs a command as a call of the component. */
    public final void call(Runnable command) {
        long before = host.calls().enter(id());
        try {
            runCommand(command);
        } finally {
            host.calls().leave(before);
        }
    }

    void runCommand(Runnable command) {
        command.run();
    }

    /** Returns whether a command waits for the next turn. */
    final boolean hasCommand() {
        return commands.isWaiting();
    }

    /** Returns the time when the next command with a time is due; {@link Long#MAX_VALUE} for never. */
    protected final long nextCommand() {
        return commands.nextTime();
    }

    /** Notes that the task has counted something, which is published at the end of the turn. */
    public final void counts() {
        if (!counts) {
            counts = true;
            host.turns().counts(this);
        }
    }

    private void gaugeFailed(String name, Throwable error) {
        String where = "gauge '" + name + "'";
        if (TaskFailure.isFatal(error)) {
            failure(where, error);
        }
        report(where, error);
    }

    /** Takes a tuple from a task of the same executor. Returns false if there is no room. */
    public abstract boolean handOver(DataTuple tuple);

    /** Takes a tuple that has arrived from another executor, even without room. */
    public abstract void deliver(DataTuple tuple);

    /** A tuple for this task cannot be read, and was dropped. Its trees fail now, not by their time-out. */
    public void unreadable(RuntimeException cause) {
        report("decoding", cause);
        if (cause instanceof UnreadableTupleException lost) {
            failTrees(lost);
        }
    }

    void failTrees(UnreadableTupleException lost) {
        for (long root : lost.roots()) {
            host.paths().fail(root);
        }
    }

    /** A tuple that this task would have got is not delivered, because it cannot be read. */
    public void skip(int sourceTask, short generation) {}

    /** Applies an ack that names this task. Only spout tasks get acks. */
    public void acked(long root, long edges) {}

    public void treeFailed(long root) {}

    /** Restarts the time-out of a tree of this task. */
    public void treeRenewed(long root) {}

    /** A worker died or was replaced: tuples that it held are lost. */
    public void peerLost() {}

    /**
     * A worker died, or has left, that had joined the running topology with these tasks only: the tuples that it held
     * were sent to it by tokens.
     */
    public void peerLost(Set<Integer> joinedTasks) {}

    /**
     * A tuple is about to be sent to the task whose token was taken. The method is called whether or not that task can
     * leave the running topology: {@link #peerLost(Set)} needs the tuples of those tasks that can.
     */
    void sentByToken(DataTuple tuple) {}

    public void activate(boolean active) {}

    /** Calls the component's {@code close}, even if it did not open: it may have acquired some of its resources. */
    public final void close() {
        boolean opened = open;
        open = false;
        if (!closed && isMade()) {
            closed = true;
            commands.end(opened);
            try {
                end();
            } catch (Throwable e) {
                Foreign.throwIfFatal(e);
                parts().failed(e);
                LOG.warn("{} does not close properly", this, Foreign.readable(e));
            }
            parts().closed();
            context.release();
            dropQueues();
        }
        releaseInputs();
    }

    /** Returns the credit that tuples hold which wait for the component and are not executed any more. */
    void releaseInputs() {}

    private void dropQueues() {
        long left = sender.dropWaiting();
        if (left > 0 && !settings.tracked()) {
            host.counters().addDropped(left);
            LOG.warn("{} ends with {} tuples that waited for free tasks: they are lost", this, left);
        }
    }

    /** Refuses commands from now on and drops those that wait, as if the process had been killed. */
    public final void abandon() {
        commands.end(false);
        drop();
        dropQueues();
    }

    /** Publishes the task's counts at the end of a turn. */
    public void publish() {
        counts = false;
        if (open) {
            parts().publish();
        }
        outbox.publish();
        tally.publish();
    }

    /** Returns whether there is an instance of the component. */
    abstract boolean isMade();

    abstract void end();

    /** Begins to follow a tuple that is about to be sent, or does not follow it. */
    abstract void trace(DataTuple tuple, StreamCounters stream);

    /** A target asks to hold back this task's tuples for it, or not any more. */
    public final void hold(int target, boolean on) {
        outbox.hold(target, on);
        ready();
    }

    /**
     * A snapshot begins: no target aligns for an earlier one any more, even if its release was lost with a connection.
     */
    public final void releaseHolds() {
        outbox.releaseAll();
        ready();
    }

    /**
     * Ends the task, which a new object replaces in the next generation: closes the component, and drops the tuples
     * that the task holds, except for those of which a part has been sent.
     *
     * @return tuples of which a part has been sent
     */
    public final List<DataTuple> leave() {
        close();
        drop();
        List<DataTuple> begun = outbox.abandon();
        host.counters().addDropped(outbox.counted() - begun.size());
        counters.set(TaskFigure.INBOX, 0);
        counters.set(TaskFigure.OUTBOX, 0);
        counters.set(TaskFigure.PENDING, 0);
        counters.withdrawFinish();
        return begun;
    }

    /** Takes over tuples of which a predecessor has sent a part. */
    public final void takeOver(List<DataTuple> begun) {
        sender.takeOver(begun);
    }

    /** Drops the tuples that wait for the task, and returns their credit. */
    abstract void drop();

    /** Lets the worker start again because of an error of the component. */
    public final void restart(String where, Throwable error) {
        if (TaskFailure.isFatal(error)) {
            failure(where, error);
        }
        thrown(where, error);
        host.failed(TaskFailure.byPolicy(ErrorPolicy.RESTART_WORKER, this, where, error));
    }

    /**
     * Counts and logs an error of the component, and applies its error policy. An error after which the process cannot
     * be trusted is thrown again.
     */
    public final void failure(String where, Throwable error) {
        if (TaskFailure.isFatal(error)) {
            parts().failed(error);
            host.failed(TaskFailure.fatal(this, where, error));
            throw (Error) error;
        }
        thrown(where, error);
        if (settings.onError() != ErrorPolicy.FAIL_TUPLE) {
            host.failed(TaskFailure.byPolicy(settings.onError(), this, where, error));
        }
    }

    /** Returns the failure of the worker for an error outside of calls of the component, which names this task. */
    public final TaskFailure broken(Throwable error) {
        Foreign.throwIfFatal(error);
        return TaskFailure.byPolicy(ErrorPolicy.FAIL_TUPLE, this, "its turn", error);
    }

    /**
     * Refuses a call of a collector by another thread than the one that calls the component: it would corrupt acks and
     * links. Any thread may call it.
     *
     * @param method name of the called method
     */
    public final void requireCaller(String method) {
        if (!host.calls().isCaller()) {
            throw foreignCall(method);
        }
    }

    private IllegalStateException foreignCall(String method) {
        return new IllegalStateException(this + ": " + method + " is called by thread '"
                + Thread.currentThread().getName() + "', but only the thread that calls the component may do that: "
                + "hand the call over with TaskContext.execute");
    }

    /** Counts and logs an error that the component has thrown in a call, or reports itself. */
    final void thrown(String where, Throwable error) {
        parts().failed(error);
        report(where, error);
    }

    public final void report(String where, Throwable error) {
        errors.report(where, error);
    }

    @Override
    public final String toString() {
        return "component '" + component() + "', task " + id();
    }
}
