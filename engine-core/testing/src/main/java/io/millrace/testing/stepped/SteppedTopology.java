// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing.stepped;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Feed;
import io.millrace.api.Results;
import io.millrace.api.Topology;
import io.millrace.api.TopologyFunction;
import io.millrace.api.config.ConfigKey;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.api.metrics.ChannelAlternatives;
import io.millrace.api.metrics.SnapshotReport;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.api.metrics.TopologyTraces;
import io.millrace.api.spi.Stepping;
import io.millrace.runtime.eventtime.EventTimers;
import io.millrace.runtime.executor.Executor;
import io.millrace.runtime.metrics.RecentLatencies;
import io.millrace.runtime.metrics.TopologyMetricsMerge;
import io.millrace.runtime.metrics.TraceMerge;
import io.millrace.runtime.metrics.WorkerSnapshot;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.runtime.snapshot.SnapshotRecord;
import io.millrace.runtime.snapshot.SnapshotSettings;
import io.millrace.runtime.snapshot.agent.WorkerSnapshots;
import io.millrace.runtime.snapshot.savepoint.SavepointOrder;
import io.millrace.runtime.snapshot.savepoint.SavepointResult;
import io.millrace.runtime.worker.NetSettings;
import io.millrace.runtime.worker.PeerEndpoint;
import io.millrace.runtime.worker.WorkerAssembly;
import io.millrace.testing.network.SimulatedNetwork;
import io.millrace.transport.InboundHandler;
import io.millrace.transport.Peer;
import io.millrace.transport.PeerAddress;
import io.millrace.transport.Transport;
import io.millrace.transport.TransportConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A whole topology on one thread, turn by turn. It has the same executors, links and ledgers as in a cluster, a
 * simulated clock, and a seed that decides which executor takes the next turn. The same topology, settings and seed
 * give the same run. Confined to one thread.
 *
 * <p>One worker needs no directory; several workers exchange tuples over real rings in a directory.
 */
public final class SteppedTopology implements Stepping {

    private static final int BUSY_TURNS = 1000;
    private static final long BUSY_NANOS = 1000;
    private static final Duration MOST_FOR_SNAPSHOT = Duration.ofMinutes(2);

    private final SteppedTopologyBuilder settings;
    private final TaskPlan plan;
    private final RecentLatencies recentLatencies = new RecentLatencies();
    private final SimulatedClock clock = new SimulatedClock();
    private final SimulatedNetwork network;
    private final SteppedPlaces places;
    private final SteppedTurns turns;
    private final SteppedServices services;
    private final SteppedWorkers workers;
    private final boolean takesSnapshots;

    SteppedTopology(SteppedTopologyBuilder settings) {
        this.settings = settings;
        this.takesSnapshots = SnapshotSettings.of(settings.config).enabled();
        this.plan = TaskPlan.withDormant(settings.topology);
        this.network = new SimulatedNetwork(clock, settings.seed);
        network.delay(settings.delay.toNanos());
        network.jitter(settings.jitter.toNanos());
        this.places = new SteppedPlaces(settings);
        this.turns = new SteppedTurns(clock, network, settings.seed);
        this.services = new SteppedServices(settings, clock);
        this.workers = new SteppedWorkers(settings, takesSnapshots, clock, network, places, turns, services);
        try {
            workers.startAll();
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    public static SteppedTopologyBuilder of(Topology topology) {
        return new SteppedTopologyBuilder(topology);
    }

    /**
     * Takes one turn of one executor, or a step of the network. The seed chooses among the network and the executors
     * that do not wait at their doorbells. A worker whose component asks for it by its error policy is restarted at
     * once.
     *
     * @return 0 if the executor had no work, or all executors wait
     * @throws TopologyException if an executor cannot go on, with the cause
     */
    public int step() {
        int work = turns.step();
        if (Thread.currentThread().isInterrupted()) {
            throw new TopologyException("stepping a topology was interrupted");
        }
        workers.handleFailures();
        return work;
    }

    /** Breaks all connections between nodes, with the messages on their way. They are made again. */
    public void breakConnections() {
        network.cut();
    }

    /** Breaks all connections between two workers, and lets none be made until {@link #unite}. */
    public void separate(String one, String other) {
        network.separate(one, other);
    }

    /** Lets two workers connect again. */
    public void unite(String one, String other) {
        network.unite(one, other);
    }

    /** Sets the most by which messages are late from now on, see {@link SteppedTopologyBuilder#jitter}. */
    public void jitter(Duration most) {
        network.jitter(most.toNanos());
    }

    /**
     * Holds back the messages of one worker to another one on another node, until {@link #release}; connections stay.
     */
    public void hold(String from, String to) {
        network.hold(from, to);
    }

    /** Delivers the messages that were held back. */
    public void release(String from, String to) {
        network.release(from, to);
    }

    /** Stops a worker, as SIGSTOP does: it takes no turn, and no messages reach or leave it, until {@link #proceed}. */
    public void stop(String worker) {
        places.others(worker).forEach(other -> {
            network.hold(worker, other);
            network.hold(other, worker);
        });
        turns.pause(worker, Long.MAX_VALUE);
    }

    /** Lets a worker that was stopped go on. */
    public void proceed(String worker) {
        turns.pause(worker, clock.getAsLong());
        places.others(worker).forEach(other -> {
            network.release(worker, other);
            network.release(other, worker);
        });
    }

    /** Connects an intruder to a worker, which lets it in and to which it may send any message. */
    public Peer intrude(String worker, InboundHandler inbound) {
        String name = "intruder-of-" + worker;
        workers.get(worker).granted(Map.of(name, 1L));
        PeerEndpoint target = workers.get(worker).endpoint();
        Transport intruder = network.start(
                TransportConfig.builder("stepped", "stepped", name, 1)
                        .secret(workers.secret())
                        .messageMaxBytes(NetSettings.messageMaxBytes(settings.config))
                        .build(),
                inbound);
        return intruder.connect(
                new PeerAddress(target.host(), target.port(), target.worker(), target.epoch()), () -> {});
    }

    /** Returns how many batches a worker has forwarded for others. */
    public long forwarded(String worker) {
        return workers.get(worker).forwarded();
    }

    /** Returns how many batches a worker has copied for the tasks of its region. */
    public long copied(String worker) {
        return workers.get(worker).copied();
    }

    /** Returns which worker has taken the last turn; empty for the network. */
    public String lastTurn() {
        return turns.last();
    }

    @Override
    public boolean runUntilIdle(int mostTurns) {
        for (int turn = 0; turn < mostTurns; turn++) {
            if (turns.allWait()) {
                return true;
            }
            step();
        }
        return false;
    }

    @Override
    public boolean runUntil(BooleanSupplier condition, Duration most) {
        long end = clock.getAsLong() + most.toNanos();
        int taken = 0;
        while (!condition.getAsBoolean()) {
            step();
            if (++taken == BUSY_TURNS) {
                taken = 0;
                clock.advanceTo(clock.getAsLong() + BUSY_NANOS);
                if (clock.getAsLong() >= end) {
                    return condition.getAsBoolean();
                }
            }
            if (turns.allWait()) {
                if (clock.getAsLong() >= end) {
                    return condition.getAsBoolean();
                }
                clock.advanceTo(Math.min(end, nextAlarm()));
                taken = 0;
            }
        }
        return true;
    }

    /**
     * Lets this much time pass without a turn, as if all threads were held up. Due work then finds what has arrived.
     */
    public void elapse(Duration time) {
        clock.advanceTo(clock.getAsLong() + time.toNanos());
    }

    /** Lets this much time pass, and runs all work that is due in it. */
    public void advance(Duration time) {
        runUntil(() -> false, time);
    }

    private long nextAlarm() {
        long next = turns.nextAlarm();
        return settings.nodes == 1 ? next : Math.min(next, network.deadline());
    }

    @Override
    public long nanoTime() {
        return clock.getAsLong();
    }

    /** Lets time pass without a turn, as within the call of a component. */
    public void pass(Duration time) {
        clock.advanceTo(clock.getAsLong() + time.toNanos());
    }

    @Override
    public void activate(boolean on) {
        workers.activate(on);
    }

    @Override
    public SortedMap<Integer, String> workerOfTask() {
        return places.workerOfTask();
    }

    @Override
    public void kill(String worker) {
        workers.kill(worker);
    }

    /**
     * Lets all others believe that a worker is dead, while it goes on without messages of them: it takes turns, writes
     * to their rings and connections, to the store of snapshots and to their pointer, and calls its components.
     * {@link #restart} starts its successor.
     *
     * @param pause time for which it stands still first
     */
    public void isolate(String worker, Duration pause) {
        workers.isolate(worker, pause);
    }

    /** Kills all workers that are isolated. */
    public void killIsolated() {
        turns.endIsolated();
    }

    /** Lets the others believe a worker to be lost, which goes on, as when its session with ZooKeeper has ended. */
    public void hide(String worker) {
        workers.hide(worker);
    }

    /**
     * Opens a dormant task in a worker of its own. All other workers go on.
     *
     * @param node number of the node, from 1 to that of {@link SteppedTopologyBuilder#nodes}
     * @return name of the worker
     */
    public String join(int task, int node) {
        return workers.join(task, node);
    }

    /**
     * Lets the task of a worker that has joined be dormant again. The worker does not learn of it, until it is killed.
     */
    public void leave(String worker) {
        workers.leave(worker);
    }

    /** Lets the others see a hidden worker again. */
    public void show(String worker) {
        workers.show(worker);
    }

    @Override
    public void restart(String worker) {
        workers.restart(worker);
    }

    @Override
    public long snapshot() {
        if (!takesSnapshots) {
            throw new TopologyException("the topology takes no snapshots: set " + TopologyKeys.GUARANTEE.name()
                    + " to exactly-once, or " + TopologyKeys.STATE_DIR.name());
        }
        WorkerSnapshots coordinator = workers.running().stream()
                .map(WorkerAssembly::snapshots)
                .filter(WorkerSnapshots::isCoordinator)
                .findFirst()
                .orElseThrow(
                        () -> new TopologyException("no snapshot can be taken while the first worker does not run"));
        // A snapshot that is under way does not contain later changes, and has an earlier time
        pass(Duration.ofMillis(1));
        long now = clock.getAsLong() / SteppedWorkers.NANOS_PER_MILLI;
        coordinator.snapshotNow();
        if (!runUntil(
                () -> last(coordinator)
                        .filter(each -> each.begunMillis() >= now)
                        .isPresent(),
                MOST_FOR_SNAPSHOT)) {
            throw new TopologyException(
                    "no snapshot was committed within " + MOST_FOR_SNAPSHOT.toSeconds() + " s: do all workers run?");
        }
        SnapshotRecord last = last(coordinator).orElseThrow();
        if (last.outcome() != SnapshotReport.Outcome.COMMITTED) {
            throw new TopologyException("snapshot " + last.snapshotId() + " was not committed: " + last.reason());
        }
        return last.snapshotId();
    }

    /** Orders a savepoint of all workers that run, as their memberships do. */
    public void savepoint(SavepointOrder order, Consumer<SavepointResult> answers) {
        workers.running().forEach(worker -> worker.snapshots().savepoint(order, answers));
    }

    private static Optional<SnapshotRecord> last(WorkerSnapshots coordinator) {
        List<SnapshotRecord> all = coordinator.history().list();
        return all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() - 1));
    }

    @Override
    public void watermark(String bolt, long millis) {
        for (int task : plan.tasksOf(bolt)) {
            turns.forEachExecutor(executor -> {
                if (executor.task(task) != null) {
                    executor.submit(() ->
                            executor.task(task).part(EventTimers.class).ifPresent(timers -> timers.advance(millis)));
                }
            });
        }
    }

    @Override
    public Feed feed(String spout) {
        return services.handles().feed(spout);
    }

    @Override
    public TopologyFunction function(String spout) {
        return services.handles().function(spout);
    }

    public Results results(String bolt) {
        return services.handles().results(bolt);
    }

    /** Returns whether all workers run and all spouts have finished, as {@link #metrics} shows with much more work. */
    public boolean completed() {
        return places.workerOfTask().entrySet().stream()
                .filter(each -> plan.specOf(each.getKey()).kind() == ComponentSpec.Kind.SPOUT)
                .allMatch(each -> workers.isRunning(each.getValue())
                        && workers.get(each.getValue()).isFinished(each.getKey()));
    }

    /** Returns the counts of all tasks that run: a small part of {@link #snapshots}, for what looks after each turn. */
    public List<TaskMetrics> counts() {
        return workers.running().stream()
                .flatMap(worker -> worker.counts().tasks().stream())
                .toList();
    }

    /** Returns the metrics of all running workers. */
    public List<WorkerSnapshot> snapshots() {
        return workers.running().stream().map(WorkerAssembly::snapshot).toList();
    }

    @Override
    public TopologyMetrics metrics() {
        List<WorkerSnapshot> snapshots = snapshots();
        boolean completed = snapshots.stream()
                .flatMap(worker -> worker.tasks().stream())
                .filter(task -> plan.specOf(task.task()).kind() == ComponentSpec.Kind.SPOUT)
                .allMatch(TaskMetrics::finished);
        return TopologyMetricsMerge.merge(
                "stepped", completed, List.of(), snapshots, recentLatencies, clock.getAsLong());
    }

    /** Returns the executor that runs a task. */
    public Executor executorOf(int task) {
        return workers.get(places.workerOfTask().get(task)).executors().stream()
                .filter(executor -> executor.taskIds().contains(task))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the settings that the channels between regions could have. */
    public List<ChannelAlternatives> channelAlternatives() {
        return TopologyMetricsMerge.alternatives(snapshots());
    }

    /** Sets another value of a key that may change while the topology runs. */
    public void setting(ConfigKey<?> key, String value) {
        workers.running().forEach(worker -> worker.setting(key, value));
    }

    @Override
    public TopologyTraces traces() {
        return TraceMerge.merge(
                metrics(),
                workers.running().stream()
                        .flatMap(worker -> worker.traces().stream())
                        .toList());
    }

    @Override
    public void close() {
        workers.close();
    }
}
