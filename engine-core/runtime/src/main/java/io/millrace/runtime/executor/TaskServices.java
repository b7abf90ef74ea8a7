// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.executor;

import io.millrace.api.ComponentSpec;
import io.millrace.api.TaskContext;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.grouping.TargetBacklog;
import io.millrace.runtime.grouping.TargetSelectorFactory;
import io.millrace.runtime.grouping.TargetSelectors;
import io.millrace.runtime.grouping.TaskGraph;
import io.millrace.runtime.link.Paths;
import io.millrace.runtime.link.PauseSign;
import io.millrace.runtime.metrics.LinkTally;
import io.millrace.runtime.task.BoltTask;
import io.millrace.runtime.task.CallStack;
import io.millrace.runtime.task.Capability;
import io.millrace.runtime.task.Context;
import io.millrace.runtime.task.ExecuteTimer;
import io.millrace.runtime.task.SpoutTask;
import io.millrace.runtime.task.Task;
import io.millrace.runtime.task.TaskHost;
import io.millrace.runtime.task.TaskSettings;
import io.millrace.runtime.task.TurnList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/**
 * The services of an executor for its tasks. Only its thread calls it, except for the methods for which
 * {@link TaskHost} allows other threads.
 */
final class TaskServices implements TaskHost, TurnList, CallStack {

    /** The most tasks that call each other directly on one stack. */
    private static final int MAX_DEPTH = 16;

    private final Executor executor;
    private final ExecutorSetup setup;
    private final boolean blocking;
    private final SplittableRandom random;
    private final TargetSelectorFactory selectorFactory;
    private final ExecuteTimer executeTimer = new ExecuteTimer();
    private final LongSupplier clock;
    private final LinkTally tally;
    private final Paths paths;
    private final CallWatch calls;

    /** The tasks, set once, as they need this object. */
    private ExecutorTasks tasks;

    /** The thread that calls the components. Other threads may read it to find that they are another thread. */
    private Thread caller;

    private long generation;
    private long turnStart;
    private int depth;
    private long sent;
    private boolean roomMade;

    TaskServices(Executor executor, ExecutorSetup setup, LinkTally tally, Paths paths, CallWatch calls) {
        this.executor = executor;
        this.setup = setup;
        this.blocking = setup.blocking();
        this.clock = setup.worker().clock();
        this.tally = tally;
        this.paths = paths;
        this.calls = calls;
        this.turnStart = clock.getAsLong();
        this.random = new SplittableRandom(setup.seed());
        this.selectorFactory = new TargetSelectorFactory(
                setup.worker().graph(),
                setup.codec(),
                setup.worker()::isHere,
                random,
                setup.worker().code().loader());
    }

    /**
     * Makes a task of the executor.
     *
     * @param former pause sign of the task's predecessor; null if there is none
     */
    Task make(int id, PauseSign former) {
        Context context = new Context(
                setup.worker().shared(),
                id,
                setup.worker().counters().task(id),
                setup.worker().code().instances(),
                setup.worker().code().resources());
        TaskSettings settings = TaskSettings.of(context.config());
        PauseSign sign = former == null ? new PauseSign(settings.inbox().bytes()) : former;
        boolean spout = setup.worker().graph().tasks().specOf(id).kind() == ComponentSpec.Kind.SPOUT;
        return spout ? new SpoutTask(this, context, settings, sign) : new BoltTask(this, context, settings, sign);
    }

    /** Returns whether there is room, since the last call, that sources may wait for. */
    boolean takeRoomMade() {
        boolean made = roomMade;
        roomMade = false;
        return made;
    }

    void serve(ExecutorTasks all) {
        tasks = all;
    }

    void enterGeneration(long number) {
        generation = number;
    }

    /** The present thread calls the components from now on. */
    void called() {
        caller = Thread.currentThread();
    }

    void beginTurn(long now) {
        turnStart = now;
    }

    @Override
    public long turnStart() {
        return turnStart;
    }

    @Override
    public boolean isBlocking() {
        return blocking;
    }

    @Override
    public void submit(Runnable command) {
        executor.submit(command);
    }

    @Override
    public void publish() {
        executor.publish();
    }

    @Override
    public long nanoTime() {
        return clock.getAsLong();
    }

    @Override
    public ExecuteTimer executeTimer() {
        return executeTimer;
    }

    @Override
    public boolean isEnding() {
        return executor.isEnding();
    }

    @Override
    public long nextEdge() {
        long edge = random.nextLong();
        return edge != 0 ? edge : 1;
    }

    @Override
    public Paths paths() {
        return paths;
    }

    @Override
    public TaskGraph graph() {
        return setup.worker().graph();
    }

    @Override
    public ValuesCodec codec() {
        return setup.codec();
    }

    @Override
    public List<Capability> capabilities() {
        return setup.worker().capabilities();
    }

    @Override
    public TurnList turns() {
        return this;
    }

    @Override
    public CallStack calls() {
        return this;
    }

    @Override
    public TargetSelectors selectorsOf(TaskContext context, TargetBacklog backlog) {
        return selectorFactory.build(context, backlog);
    }

    @Override
    public long generation() {
        return generation;
    }

    @Override
    public long wallMillis() {
        return setup.worker().clocks().wallMillis().getAsLong();
    }

    @Override
    public LinkTally counters() {
        return tally;
    }

    @Override
    public void ready(Task task) {
        tasks.ready(task);
    }

    @Override
    public void counts(Task task) {
        tasks.counts(task);
    }

    @Override
    public void heldUp(boolean on) {
        tasks.heldUp(on);
    }

    @Override
    public void sends() {
        sent++;
    }

    @Override
    public long sent() {
        return sent;
    }

    @Override
    public boolean descend() {
        if (depth == MAX_DEPTH || executor.isEnding()) {
            return false;
        }
        depth++;
        return true;
    }

    @Override
    public void ascend() {
        depth--;
    }

    @Override
    public void paused(Task task, boolean on) {
        executor.pauseFlags().paused(task.id(), on);
        if (!on) {
            roomMade = true;
        }
    }

    @Override
    public boolean isCaller() {
        return Thread.currentThread() == caller;
    }

    @Override
    public void roomMade() {
        roomMade = true;
    }

    @Override
    public long enter(int task) {
        return calls.enter(task);
    }

    @Override
    public void leave(long before) {
        calls.leave(before);
    }

    @Override
    public void failed(Throwable cause) {
        executor.failed(cause);
    }
}
