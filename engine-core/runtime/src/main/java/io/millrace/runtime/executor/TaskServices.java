package io.millrace.runtime.executor;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Fields;
import io.millrace.api.Stateful;
import io.millrace.api.TaskContext;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.runtime.link.Paths;
import io.millrace.runtime.link.PauseSign;
import io.millrace.runtime.link.Traffic;
import io.millrace.runtime.metrics.LinkTally;
import io.millrace.runtime.routing.Load;
import io.millrace.runtime.routing.RouteBuilder;
import io.millrace.runtime.routing.Routes;
import io.millrace.runtime.routing.TaskSet;
import io.millrace.runtime.state.TaskStates;
import io.millrace.runtime.task.BoltTask;
import io.millrace.runtime.task.Context;
import io.millrace.runtime.task.ExecuteTimer;
import io.millrace.runtime.task.SnapshotHost;
import io.millrace.runtime.task.SpoutTask;
import io.millrace.runtime.task.Task;
import io.millrace.runtime.task.TaskHost;
import io.millrace.runtime.task.TaskSettings;
import io.millrace.runtime.tuple.StreamRef;
import io.millrace.runtime.tuple.TupleDecoder;
import io.millrace.runtime.tuple.TupleEncoder;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** What an executor does for its tasks. Only its thread calls it, but for what {@link TaskHost} says. */
final class TaskServices implements TaskHost {

    /** At most this many tasks call each other directly on one stack. */
    private static final int MAX_DEPTH = 16;

    private final Executor executor;
    private final ExecutorSetup setup;
    private final SplittableRandom random;
    private final RouteBuilder routeBuilder;
    private final ExecuteTimer executeTimer = new ExecuteTimer();
    private final ExecutorSnapshots snapshots;
    private final LongSupplier clock;
    private final LinkTally tally;
    private final Paths paths;
    private final CallWatch calls;

    /** Set once, as the tasks need this object. */
    private ExecutorTasks tasks;

    private short generation;
    private long turnStart;
    private int depth;
    private long sent;
    private boolean roomMade;

    TaskServices(Executor executor, ExecutorSetup setup, LinkTally tally, Paths paths, CallWatch calls) {
        this.executor = executor;
        this.setup = setup;
        this.clock = setup.clock();
        this.tally = tally;
        this.paths = paths;
        this.calls = calls;
        this.turnStart = clock.getAsLong();
        this.random = new SplittableRandom(setup.seed());
        this.routeBuilder = new RouteBuilder(setup.wiring(), setup.codec(), setup.isHere(), random, setup.loader());
        this.snapshots = setup.snapshots() == null ? null : new ExecutorSnapshots(executor, setup.snapshots());
    }

    /**
     * Makes a task of the executor.
     *
     * @param former the sign of its predecessor; null if it has none
     */
    Task make(int id, PauseSign former) {
        Context context =
                new Context(setup.shared(), id, setup.taskCounters().apply(id), setup.instances(), setup.resources());
        TaskSettings settings = TaskSettings.of(context.config());
        PauseSign sign = former == null ? new PauseSign(settings.inboxBytes()) : former;
        boolean spout = setup.wiring().tasks().specOf(id).kind() == ComponentSpec.Kind.SPOUT;
        return spout ? new SpoutTask(this, context, settings, sign) : new BoltTask(this, context, settings, sign);
    }

    /** Returns whether there is room that sources may wait for since the last call. */
    boolean takeRoomMade() {
        boolean made = roomMade;
        roomMade = false;
        return made;
    }

    void serve(ExecutorTasks all) {
        tasks = all;
    }

    void enterGeneration(long number) {
        generation = (short) number;
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
        return setup.blocking();
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
    public Traffic traffic() {
        return setup.wiring();
    }

    @Override
    public Routes routesOf(TaskContext context, Load load) {
        return routeBuilder.build(context, load);
    }

    @Override
    public short generation() {
        return generation;
    }

    @Override
    public SnapshotHost snapshots() {
        return snapshots;
    }

    @Override
    public TaskSet upstreamOf(String component) {
        return setup.wiring().upstreamOf(component);
    }

    @Override
    public boolean isOnlySender(String component, int task) {
        return setup.wiring().isOnlySender(component, task);
    }

    @Override
    public TaskSet behind(String component) {
        return setup.wiring().behind(component);
    }

    @Override
    public List<TaskSet> freeTasksBehind(String component) {
        return setup.wiring().freeTasksBehind(component);
    }

    @Override
    public TaskSet sourcesOfFreeTasks(String component) {
        return setup.wiring().sourcesOfFreeTasks(component);
    }

    @Override
    public boolean takesWhenFree(int task, StreamRef stream) {
        return setup.wiring().takesWhenFree(task, stream);
    }

    @Override
    public long shortestTimeoutNanos() {
        return timeoutNanos(
                setup.wiring().tasks().components().stream().filter(spec -> spec.kind() == ComponentSpec.Kind.SPOUT));
    }

    @Override
    public TupleEncoder newEncoder() {
        return new TupleEncoder(
                setup.codec(), Math.toIntExact(setup.config().get(TopologyKeys.MESSAGE_MAX_BYTES)), clock);
    }

    @Override
    public TupleDecoder newDecoder() {
        return new TupleDecoder(setup.codec(), setup.wiring(), clock);
    }

    @Override
    public TaskSet watermarksTo(String component) {
        return setup.wiring().watermarksTo(component);
    }

    @Override
    public TaskSet downstreamOf(String component) {
        return setup.wiring().downstreamOf(component);
    }

    @Override
    public TaskStates makeStates(ComponentSpec component, Stateful bolt) {
        return setup.states().make(component, bolt, setup.codec(), setup.wallClock());
    }

    @Override
    public TaskStates goOnWith(TaskStates kept) {
        kept.goOnWith(setup.codec());
        return kept;
    }

    @Override
    public long wallMillis() {
        return setup.wallClock().getAsLong();
    }

    @Override
    public Fields answersOf(int spoutTask) {
        return setup.wiring().answersOf(spoutTask);
    }

    @Override
    public long fedTimeoutNanos() {
        return timeoutNanos(setup.wiring().fed().stream());
    }

    private long timeoutNanos(Stream<ComponentSpec> spouts) {
        return spouts.mapToLong(spec -> setup.config()
                        .with(Config.of(spec.settings()))
                        .get(TopologyKeys.MESSAGE_TIMEOUT)
                        .toNanos())
                .min()
                .orElse(Long.MAX_VALUE);
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
        return executor.isCaller();
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
