package io.millrace.runtime.executor;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Fields;
import io.millrace.api.Stateful;
import io.millrace.api.TaskContext;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.ledger.RootIds;
import io.millrace.runtime.link.DirectLink;
import io.millrace.runtime.link.Inbound;
import io.millrace.runtime.link.Paths;
import io.millrace.runtime.link.PauseSign;
import io.millrace.runtime.link.Traffic;
import io.millrace.runtime.metrics.LinkKind;
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
import io.millrace.runtime.task.TaskRestore;
import io.millrace.runtime.task.TaskSettings;
import io.millrace.runtime.tuple.DataTuple;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks cooperatively. One thread calls {@link #open}, {@link #doWork} and {@link #close}. Any thread may call
 * {@link #submit}.
 */
public final class Executor implements TaskHost, DirectLink.Tasks {

    private static final Logger LOG = LoggerFactory.getLogger(Executor.class);

    /** At most this many tuples are taken from one source in one turn. */
    private static final int RECEIVE_LIMIT = 256;

    /** At most this many tasks call each other directly on one stack. */
    private static final int MAX_DEPTH = 16;

    private final ExecutorSetup setup;
    private final LongSupplier clock;
    private final LinkTally tally;
    private final Inbound inbound;
    private final SplittableRandom random;
    private final Paths paths;
    private final RouteBuilder routeBuilder;
    private final ExecutorTasks tasks;
    private final List<Receiver> receivers = new ArrayList<>();
    private final Queue<Runnable> commands = new ConcurrentLinkedQueue<>();
    private final TurnMeter meter;
    private final ExecuteTimer executeTimer = new ExecuteTimer();
    private final CallWatch calls;
    private final ExecutorSnapshots snapshots;
    private PauseFlags pauseFlags = (task, on) -> {};

    /** Gets the messages of services in other processes. Without one they are dropped. */
    private ServiceInbox serviceInbox = (buffer, offset, length) -> {};

    /** The thread that calls the components. Other threads may read it to find that they are not this one. */
    private Thread caller;

    private long turnStart;
    private int depth;
    private long sent;
    private boolean roomMade;
    private long strays;

    // Snapshots
    private long generation;

    /** Whether tasks may run: always, unless they wait for the content of a snapshot. */
    private boolean running;

    private boolean active;
    private long stale;

    private volatile Throwable failure;
    private volatile boolean ending;

    public Executor(ExecutorSetup setup) {
        this.setup = setup;
        this.clock = setup.clock();
        this.tally = new LinkTally(setup.counters());
        this.inbound = setup.inbound();
        this.random = new SplittableRandom(setup.seed());
        this.paths = new Paths(setup.wiring().tasks().taskCount());
        this.routeBuilder = new RouteBuilder(setup.wiring(), setup.codec(), setup.isHere(), random, setup.loader());
        this.snapshots = setup.snapshots() == null ? null : new ExecutorSnapshots(this, setup.snapshots());
        this.running = snapshots == null;
        this.tasks = new ExecutorTasks(
                setup.tasks().stream().map(id -> makeTask(id, null)).toList(),
                setup.wiring().tasks().taskCount(),
                setup.blocking(),
                clock);
        this.meter = new TurnMeter(setup.counters(), inbound, receivers, tasks);
        this.calls = new CallWatch(
                clock,
                setup.config().get(TopologyKeys.SLOW_CALL_WARNING),
                id -> task(id).toString(),
                id -> setup.taskCounters().apply(id).addSlowCall());
        this.turnStart = clock.getAsLong();
    }

    private Task makeTask(int id, PauseSign former) {
        Context context =
                new Context(setup.shared(), id, setup.taskCounters().apply(id), setup.instances(), setup.resources());
        TaskSettings settings = TaskSettings.of(context.config());
        PauseSign sign = former == null ? new PauseSign(settings.inboxBytes()) : former;
        boolean spout = setup.wiring().tasks().specOf(id).kind() == ComponentSpec.Kind.SPOUT;
        return spout ? new SpoutTask(this, context, settings, sign) : new BoltTask(this, context, settings, sign);
    }

    // Before it runs

    /** Adds a receiver that is polled in each turn. */
    public void receiveFrom(Receiver receiver) {
        receivers.add(receiver);
    }

    /** Sets who takes the messages of services in other processes. */
    public void serveWith(ServiceInbox inbox) {
        serviceInbox = inbox;
    }

    /** Sets where other processes see which tasks are paused. */
    public void showPauses(PauseFlags flags) {
        pauseFlags = flags;
    }

    /** Makes the instances of the components without calling them, so that {@link #open} takes less time. */
    public void prepare() {
        tasks.prepare(setup.loader());
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

    /** Returns whether its thread is a virtual one. */
    public boolean isVirtual() {
        return setup.virtual();
    }

    /** Returns a task of this executor, or null. */
    public Task task(int id) {
        return tasks.byId(id);
    }

    /** Lets the executor's thread run a command in its next turn. */
    @Override
    public void submit(Runnable command) {
        commands.add(command);
        inbound.bell().ring();
    }

    /** Lets the current turn end soon. Only {@link #close} may follow. */
    public void end() {
        ending = true;
        inbound.bell().ring();
    }

    ServiceInbox serviceInbox() {
        return serviceInbox;
    }

    ExecutorSetup setup() {
        return setup;
    }

    /** The watch over calls of components; null if calls may take any time. */
    CallWatch calls() {
        return setup.blocking() || !calls.warns() ? null : calls;
    }

    /** Returns the component and task that is being called, or this executor's name if none is. Any thread may call it. */
    String callee() {
        Task called = task(calls.callee());
        return called == null ? "a component of " + name() : called.toString();
    }

    /** Returns for how long the present call of a component has lasted, if the watch finds it slow; 0 otherwise. */
    long slowNanos() {
        return calls.slowNanos();
    }

    /** Returns a count that grows with each turn, and with each call of a component. Any thread may call it. */
    long progress() {
        return setup.counters().countedNanos() + calls.changes();
    }

    /** Why the executor cannot go on, or null. */
    public Throwable failure() {
        return failure;
    }

    // The executor's thread

    /**
     * Opens all tasks, after the worker's hooks. Tasks of a topology that takes snapshots are opened by {@link #restore}. Throws
     * {@link io.millrace.api.error.TopologyException} if one cannot start.
     */
    public void open() {
        caller = Thread.currentThread();
        setup.shared().open(setup.loader());
        if (snapshots == null) {
            tasks.open(setup.loader(), task -> TaskRestore.NOTHING);
        }
    }

    /** Ends all tasks of the former generation, and drops what they hold. */
    public void reset(long next) {
        generation = next;
        running = false;
        tasks.renew(id -> makeTask(id, task(id).sign()));
        roomMade = true;
    }

    /** Opens all tasks with the content of a snapshot. They do not run before {@link #begin}. */
    public void restore(IntFunction<TaskRestore> from) {
        tasks.open(setup.loader(), from);
    }

    /** Lets the tasks run. */
    public void begin() {
        running = true;
        tasks.activate(active);
    }

    /** Begins a snapshot at the tasks that no barrier can reach. */
    public void trigger(long snapshotId) {
        tasks.forEach(task -> task.trigger(snapshotId));
    }

    public void abortSnapshot(long snapshotId) {
        tasks.forEach(task -> task.abortSnapshot(snapshotId));
    }

    public void committedSnapshot(long snapshotId) {
        tasks.forEach(task -> task.committed(snapshotId));
    }

    /** Returns the present generation; 0 before the first. */
    public long generationNumber() {
        return generation;
    }

    /** Returns how many tuples of earlier generations were dropped. */
    public long staleTuples() {
        return stale;
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
        caller = Thread.currentThread();
        long now = clock.getAsLong();
        meter.begin(now - turnStart);
        turnStart = now;
        int work = runCommands();
        work += receive();
        if (running) {
            tasks.poll(now);
            work += tasks.run(now, mayBlock);
        }
        work += paths.flushAcks(mayBlock);
        if (roomMade) {
            roomMade = false;
            inbound.roomMade();
        }
        publish();
        meter.end(work > 0);
        return work;
    }

    @Override
    public boolean isBlocking() {
        return setup.blocking();
    }

    /** Publishes counts in the order that {@link LinkTally} requires. */
    @Override
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
        int received = receiveInbound();
        for (int i = 0; i < receivers.size(); i++) {
            received += receivers.get(i).receive(RECEIVE_LIMIT);
        }
        return received;
    }

    private int receiveInbound() {
        int received = 0;
        AckBuffer acks = inbound.acks().take();
        if (acks != null) {
            apply(acks);
            inbound.acks().recycle(acks);
            received++;
        }
        byte[] message;
        while ((message = inbound.pollControl()) != null) {
            apply(message);
            received++;
        }
        DataTuple tuple;
        int taken = 0;
        while (taken < RECEIVE_LIMIT && (tuple = inbound.poll()) != null) {
            tuple.arrivedBy(LinkKind.QUEUE);
            if (tuple.trace() != null) {
                tuple.trace().takeIn(clock.getAsLong());
            }
            deliver(tuple);
            taken++;
        }
        if (taken > 0) {
            roomMade = true;
        }
        return received + taken;
    }

    /** Puts a tuple from another executor into the inbox of its task. */
    public void deliver(DataTuple tuple) {
        Task task = task(tuple.targetTask());
        if (task == null || tuple.generation() != (short) generation) {
            if (task == null) {
                strays++;
            } else {
                stale++;
            }
            if (tuple.stream().isCounted()) {
                tally.addReceived(tuple.arrivedBy());
            }
            tuple.releaseCredit();
        } else {
            task.deliver(tuple);
        }
    }

    @Override
    public void apply(AckBuffer acks) {
        for (int i = 0; i < acks.size(); i++) {
            Task task = task(RootIds.task(acks.root(i)));
            if (task == null) {
                strays++;
            } else if (acks.failed(i)) {
                task.treeFailed(acks.root(i));
            } else {
                if (acks.edges(i) != 0) {
                    task.acked(acks.root(i), acks.edges(i));
                }
                if (acks.renewed(i)) {
                    task.treeRenewed(acks.root(i));
                }
            }
        }
    }

    @Override
    public void apply(byte[] message) {
        try {
            onControl(ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN), 0, message.length);
        } catch (CodecException e) {
            // From another node: who has sent it repeats it
            LOG.warn("{} drops a control message: {}", this, e.getMessage());
        }
    }

    /** Takes a control message. Throws {@link io.millrace.runtime.codec.CodecException} if it is malformed. */
    void onControl(ByteBuffer message, int offset, int length) {
        if (setup.snapshots() != null) {
            setup.snapshots().onMessage(this, message, offset, length);
        }
    }

    /** Returns when a turn is due even if nothing arrives. */
    public long deadline() {
        long next = running ? tasks.deadline() : Long.MAX_VALUE;
        for (int i = 0; i < receivers.size(); i++) {
            next = Math.min(next, receivers.get(i).deadline(turnStart));
        }
        return next;
    }

    /** Returns the clock as the current turn read it. */
    @Override
    public long turnStart() {
        return turnStart;
    }

    public void activate(boolean on) {
        active = on;
        tasks.activate(on);
    }

    /** A worker that this one exchanges tuples with died or was replaced. */
    public void peerLost() {
        receivers.forEach(Receiver::peerLost);
        tasks.peerLost();
    }

    /** A service of another process that sent to this worker has died or ended. */
    public void reclaim() {
        receivers.forEach(Receiver::peerLost);
    }

    /** Returns how many tuples and acks came for tasks that do not run here. */
    public long strays() {
        return strays + paths.strayAcks();
    }

    /** Closes all tasks, spouts first, and then the links to other executors. */
    public void close() {
        caller = Thread.currentThread();
        try {
            runCommands();
        } finally {
            tasks.close();
            receivers.forEach(Receiver::close);
            // Inputs that components have acked or failed meanwhile
            paths.flushAcks(false);
            setup.shared().release();
            publish();
            paths.close();
        }
    }

    /** Closes the links but does not call the components, as if the process had been killed. */
    public void abandon() {
        runCommands();
        tasks.abandon();
        receivers.forEach(Receiver::close);
        paths.close();
    }

    // Called by its tasks

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
        return ending;
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
        return (short) generation;
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
    public TaskSet downstreamOf(String component) {
        return setup.wiring().downstreamOf(component);
    }

    @Override
    public TaskStates makeStates(ComponentSpec component, Stateful bolt) {
        return setup.states().make(component, bolt, setup.codec(), setup.wallClock());
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
        return setup.wiring().fed().stream()
                .mapToLong(spec -> setup.config()
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
        if (depth == MAX_DEPTH || ending) {
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
    public boolean handOver(DataTuple tuple) {
        return task(tuple.targetTask()).handOver(tuple);
    }

    @Override
    public boolean isPaused(int task) {
        return task(task).sign().isPaused();
    }

    @Override
    public void paused(Task task, boolean on) {
        pauseFlags.paused(task.id(), on);
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
        if (failure == null) {
            failure = cause;
            ending = true;
            setup.onFailure().accept(cause);
        }
    }

    @Override
    public String toString() {
        return setup.name();
    }
}
