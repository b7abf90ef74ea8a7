// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.executor;

import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.TaskFigure;
import io.millrace.runtime.link.Inbound;
import io.millrace.runtime.link.Paths;
import io.millrace.runtime.metrics.LinkTally;
import io.millrace.runtime.task.MessageHandler;
import io.millrace.runtime.task.Task;
import io.millrace.runtime.task.TaskRestore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Runs tasks cooperatively. One thread calls {@link #open}, {@link #doWork} and {@link #close}. Any thread may call
 * {@link #submit}.
 */
public final class Executor {

    /** The most tuples that are taken from one source in one turn. */
    private static final int RECEIVE_LIMIT = 256;

    private record LinkCommand(Runnable command) implements Runnable {
        @Override
        public void run() {
            command.run();
        }
    }

    private final ExecutorSetup setup;
    private final boolean blocking;
    private final LongSupplier clock;
    private final LinkTally tally;
    private final Inbound inbound;
    private final Paths paths;
    private final TaskServices services;
    private final Arrivals arrivals;
    private final ExecutorTasks tasks;
    private final List<Receiver> receivers = new ArrayList<>();
    private final Queue<Runnable> commands = new ConcurrentLinkedQueue<>();
    private final TurnMeter meter;
    private final CallWatch calls;
    private PauseFlags pauseFlags = (task, on) -> {};

    // Snapshots
    private long generation;

    /** Whether tasks may run: always, unless they wait for the content of a snapshot. */
    private volatile boolean running;

    private boolean active;

    private volatile Throwable failure;
    private volatile boolean ending;

    public Executor(ExecutorSetup setup) {
        this.setup = setup;
        this.blocking = setup.blocking();
        this.clock = setup.worker().clock();
        this.tally = new LinkTally(setup.counters());
        this.inbound = setup.inbound();
        this.paths = new Paths(setup.worker().graph().tasks().taskCount());
        this.calls = new CallWatch(
                clock,
                setup.worker().config().get(TopologyKeys.SLOW_CALL_WARNING),
                id -> task(id).toString(),
                id -> setup.worker().counters().task(id).add(TaskFigure.SLOW_CALLS, 1));
        this.services = new TaskServices(this, setup, tally, paths, calls);
        this.running = !setup.worker().restores();
        this.tasks = new ExecutorTasks(
                setup.tasks().stream().map(id -> services.make(id, null)).toList(),
                setup.worker().graph().tasks().taskCount(),
                blocking,
                clock,
                paths);
        services.serve(tasks);
        this.arrivals = new Arrivals(this, tasks, setup.worker().capabilities());
        paths.beforeHandOver(tally::publishSent);
        paths.whenSet(other -> tasks.forEach(task -> task.pathChanged(other)));
        this.meter = new TurnMeter(setup.counters(), inbound, receivers, tasks, services.turnStart());
    }

    // Before it runs

    /** Adds a receiver that is polled in each turn. */
    public void receiveFrom(Receiver receiver) {
        receivers.add(receiver);
    }

    /** Sets the handler of the messages of a kind, which is their first byte. */
    public void handle(byte kind, MessageHandler handler) {
        arrivals.handle(kind, handler);
    }

    /** Sets the flags by which other processes see which tasks are paused. */
    public void showPauses(PauseFlags flags) {
        pauseFlags = flags;
    }

    /** Makes the instances of the components without calling them, so that {@link #open} takes less time. */
    public void prepare() {
        tasks.prepare(setup.worker().code().loader());
    }

    // Any thread

    public String name() {
        return setup.name();
    }

    public Inbound inbound() {
        return inbound;
    }

    public List<Integer> taskIds() {
        return setup.tasks();
    }

    /** Returns whether the executor's thread is a virtual one. */
    public boolean isVirtual() {
        return setup.virtual();
    }

    /** Returns a task of this executor, or null. */
    public Task task(int id) {
        return tasks.byId(id);
    }

    /** Lets the executor's thread run a command in its next turn. */
    public void submit(Runnable command) {
        commands.add(command);
        inbound.bell().ring();
    }

    /** Submits a command that swaps or closes links, which {@link #abandon} runs too so that it finds all links. */
    public void submitLinks(Runnable command) {
        submit(new LinkCommand(command));
    }

    /** Lets the current turn end soon. Only {@link #close} may follow. */
    public void end() {
        ending = true;
        inbound.bell().ring();
    }

    ExecutorSetup setup() {
        return setup;
    }

    /**
     * Returns the longest pause between two checks of its calls, in nanoseconds; {@link Long#MAX_VALUE} if they may
     * take any time.
     */
    long lookPause() {
        return isWatched() ? calls.pauseNanos() : Long.MAX_VALUE;
    }

    private boolean isWatched() {
        return !blocking && calls.warns();
    }

    /** Checks whether the call that the executor's thread is in returns. The watchdog's thread. */
    void look(long now, Supplier<StackTraceElement[]> stack) {
        if (isWatched()) {
            calls.look(now, stack);
        }
    }

    /** Returns the component and task that is being called; empty if none is. Any thread may call it. */
    Optional<String> callee() {
        return Optional.ofNullable(task(calls.callee())).map(Task::toString);
    }

    /** Returns for how long the present call of a component has lasted, if the watch finds it slow; 0 otherwise. */
    long slowNanos() {
        return calls.slowNanos();
    }

    /** Returns a count that grows with each turn, and with each call of a component. Any thread may call it. */
    long progress() {
        return setup.counters().countedNanos() + calls.changes();
    }

    /**
     * Returns whether tasks may run, which is not so before they have the content of a snapshot. Any thread may call
     * it.
     */
    boolean isRunning() {
        return running;
    }

    /** Returns for how long it was busy until now, in nanoseconds. Any thread may call it. */
    long busyNanos() {
        return setup.counters().busyNanos();
    }

    /** Returns why the executor cannot go on, or null. */
    public Throwable failure() {
        return failure;
    }

    // The executor's thread

    /**
     * Opens all tasks, after the worker's hooks. Tasks of a topology that takes snapshots are opened by
     * {@link #restore}. Throws {@link io.millrace.api.error.TopologyException} if one cannot start.
     */
    public void open() {
        services.called();
        setup.worker().shared().open(setup.worker().code().loader());
        if (!setup.worker().restores()) {
            tasks.open(setup.worker().code().loader(), task -> TaskRestore.NOTHING);
        }
    }

    /** Ends all tasks of the previous generation, and drops the tuples that they hold. */
    public void reset(long next) {
        generation = next;
        services.enterGeneration(next);
        running = false;
        tasks.renew(id -> services.make(id, task(id).sign()));
        services.roomMade();
    }

    /** Opens all tasks with the content of a snapshot. They do not run before {@link #begin}. */
    public void restore(IntFunction<TaskRestore> from) {
        tasks.open(setup.worker().code().loader(), from);
    }

    /** Lets the tasks run. */
    public void begin() {
        running = true;
        tasks.activate(active);
    }

    /** Runs an action for the part of each task that has one of this type. */
    public <T> void forEachPart(Class<T> type, Consumer<T> action) {
        tasks.forEach(task -> task.part(type).ifPresent(action));
    }

    /** Runs an action for each task. */
    public void forEachTask(Consumer<Task> action) {
        tasks.forEach(action);
    }

    /** Returns the present generation; 0 before the first. */
    public long generationNumber() {
        return generation;
    }

    /** Takes one turn of an executor that does not block afterwards. Returns 0 if there was no work. */
    public int doWork() {
        return doWork(false);
    }

    /**
     * Takes one turn.
     *
     * @param mayBlock whether the caller blocks if this returns 0: then every refused hand-over of this turn rings the
     *     doorbell when it may be tried again
     * @return 0 if there was no work
     */
    public int doWork(boolean mayBlock) {
        services.called();
        long now = clock.getAsLong();
        meter.begin(now);
        services.beginTurn(now);
        int work = runCommands();
        work += receive();
        if (running) {
            tasks.poll(now);
            work += tasks.run(now, mayBlock);
        }
        work += paths.flushAcks(mayBlock);
        if (services.takeRoomMade()) {
            inbound.roomMade();
        }
        publish();
        meter.end(work > 0);
        return work;
    }

    /** The turn is over, and the thread lets another executor take one: that is not the time of this one. */
    void leave() {
        meter.leave(clock.getAsLong());
    }

    public boolean isBlocking() {
        return blocking;
    }

    /** Publishes counts in the order that {@link LinkTally} requires. */
    public void publish() {
        tally.publishSent();
        tasks.publish();
        tally.publishReceived();
    }

    private int runCommands() {
        int done = 0;
        Runnable command;
        while ((command = commands.poll()) != null) {
            command.run();
            done++;
        }
        return done;
    }

    private int receive() {
        int received = arrivals.receive(RECEIVE_LIMIT);
        for (int i = 0; i < receivers.size(); i++) {
            received += receivers.get(i).receive(RECEIVE_LIMIT);
        }
        return received;
    }

    /** Returns the time when a turn is due even if nothing arrives. */
    public long deadline() {
        long next = running ? tasks.deadline() : Long.MAX_VALUE;
        for (int i = 0; i < receivers.size(); i++) {
            next = Math.min(next, receivers.get(i).deadline(services.turnStart()));
        }
        return next;
    }

    /** Returns the time at which the current turn began. */
    public long turnStart() {
        return services.turnStart();
    }

    public void activate(boolean on) {
        active = on;
        tasks.activate(on);
    }

    /** A worker with which this one exchanges tuples died or was replaced. */
    public void peerLost() {
        receivers.forEach(Receiver::peerLost);
        tasks.peerLost();
    }

    /** A worker died or was replaced that had joined the running topology with these tasks only. */
    public void peerLost(Set<Integer> joinedTasks) {
        receivers.forEach(Receiver::peerLost);
        tasks.peerLost(joinedTasks);
    }

    /** A service of another process that sent to this worker has died or ended. */
    public void reclaim() {
        receivers.forEach(Receiver::peerLost);
    }

    /** Closes all tasks, spouts first, and then the links to other executors. */
    public void close() {
        services.called();
        try {
            runCommands();
        } finally {
            tasks.close();
            receivers.forEach(Receiver::close);
            // Components may have acked or failed inputs while they closed
            try {
                paths.flushAcks(false);
            } finally {
                setup.worker().shared().release();
                publish();
                paths.close();
            }
        }
    }

    /** Closes the links, but calls no component and runs no submitted command, as if the process had been killed. */
    public void abandon() {
        commands.removeIf(command -> !(command instanceof LinkCommand));
        runCommands();
        tasks.abandon();
        receivers.forEach(Receiver::close);
        paths.close();
    }

    // Called by its tasks, and within this package

    /** Reads the clock. */
    public long nanoTime() {
        return clock.getAsLong();
    }

    public Paths paths() {
        return paths;
    }

    public LinkTally counters() {
        return tally;
    }

    /** Returns the arrivals, which take tuples for the executor's own tasks. */
    public Arrivals arrivals() {
        return arrivals;
    }

    TaskServices services() {
        return services;
    }

    PauseFlags pauseFlags() {
        return pauseFlags;
    }

    boolean isEnding() {
        return ending;
    }

    /** Records that the executor cannot go on, and why. */
    public void failed(Throwable cause) {
        if (failure == null) {
            failure = cause;
            ending = true;
            setup.worker().onFailure().accept(cause);
        }
    }

    @Override
    public String toString() {
        return setup.name();
    }
}
