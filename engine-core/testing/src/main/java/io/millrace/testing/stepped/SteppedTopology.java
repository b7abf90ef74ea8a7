package io.millrace.testing.stepped;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Feed;
import io.millrace.api.Results;
import io.millrace.api.ServiceEnd;
import io.millrace.api.Topology;
import io.millrace.api.TopologyFunction;
import io.millrace.api.config.Config;
import io.millrace.api.config.EngineBounds;
import io.millrace.api.config.ErrorPolicy;
import io.millrace.api.config.Prices;
import io.millrace.api.config.StreamOrders;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.Foreign;
import io.millrace.api.error.TopologyException;
import io.millrace.api.metrics.ChannelAlternatives;
import io.millrace.api.metrics.SnapshotReport;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.api.metrics.TopologyWays;
import io.millrace.api.spi.Instances;
import io.millrace.api.spi.SnapshotStore;
import io.millrace.api.spi.Stepping;
import io.millrace.runtime.eventtime.EventTimers;
import io.millrace.runtime.executor.Executor;
import io.millrace.runtime.metrics.RecentLatencies;
import io.millrace.runtime.metrics.TopologyMetricsMerge;
import io.millrace.runtime.metrics.WayMerge;
import io.millrace.runtime.metrics.WorkerSnapshot;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.runtime.resources.Resources;
import io.millrace.runtime.service.FeedRequest;
import io.millrace.runtime.service.FeedTarget;
import io.millrace.runtime.service.ResultsSource;
import io.millrace.runtime.service.ServiceEnds;
import io.millrace.runtime.service.ServiceHandles;
import io.millrace.runtime.snapshot.SnapshotRecord;
import io.millrace.runtime.snapshot.SnapshotSettings;
import io.millrace.runtime.snapshot.agent.MemoryPointer;
import io.millrace.runtime.snapshot.agent.PointerStore;
import io.millrace.runtime.snapshot.agent.SnapshotSetup;
import io.millrace.runtime.snapshot.agent.WorkerSnapshots;
import io.millrace.runtime.snapshot.savepoint.SavepointOrder;
import io.millrace.runtime.snapshot.savepoint.SavepointOrigin;
import io.millrace.runtime.snapshot.savepoint.SavepointResult;
import io.millrace.runtime.snapshot.store.MemorySnapshotStore;
import io.millrace.runtime.state.KeptStates;
import io.millrace.runtime.task.TaskFailure;
import io.millrace.runtime.worker.NetSettings;
import io.millrace.runtime.worker.PeerEndpoint;
import io.millrace.runtime.worker.Routing;
import io.millrace.runtime.worker.WorkerAssembly;
import io.millrace.runtime.worker.WorkerSpec;
import io.millrace.transport.InboundHandler;
import io.millrace.transport.LinkSecret;
import io.millrace.transport.Peer;
import io.millrace.transport.PeerAddress;
import io.millrace.transport.Transport;
import io.millrace.transport.TransportConfig;
import io.millrace.transport.testing.SimulatedNetwork;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * A whole topology on one thread, turn by turn. It has the same executors, links and ledgers as in a cluster, a
 * simulated clock, and a seed that decides which executor takes the next turn. The same topology, settings and seed
 * give the same run. Confined to one thread.
 *
 * <p>One worker needs no directory; several workers exchange tuples over real rings in one.
 */
public final class SteppedTopology implements Stepping {

    private static final int BUSY_TURNS = 1000;
    private static final long BUSY_NANOS = 1000;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final Duration MOST_FOR_SNAPSHOT = Duration.ofMinutes(2);

    public static final class Builder {

        private final Topology topology;
        private Config config = Config.empty();
        private int workers = 1;
        private int nodes = 1;
        private Duration delay = Duration.ZERO;
        private Duration jitter = Duration.ZERO;
        private Duration clocksApart = Duration.ZERO;
        private boolean regions;

        /** Empty: each node is one. */
        private List<String> regionOfNode = List.of();

        private List<String> relays = List.of();
        private String egress = "";
        private int executors = 1;
        private long seed = 1;
        private Path directory;
        private boolean scratch;
        private SnapshotStore store = new MemorySnapshotStore();
        private PointerStore pointers = new MemoryPointer();
        private Instances instances = Instances.AUTHORS;

        private Builder(Topology topology) {
            this.topology = topology;
        }

        public Builder config(Config settings) {
            config = settings;
            return this;
        }

        /** Distributes the tasks round robin over several workers, which keep their rings below this directory. */
        public Builder workers(int count, Path ringsBelow) {
            workers = count;
            directory = ringsBelow;
            scratch = false;
            return this;
        }

        /** Distributes the tasks round robin over several workers. Their directory is deleted on close. */
        public Builder workers(int count) {
            workers = count;
            scratch = true;
            return this;
        }

        /**
         * Spreads the workers over several nodes, in turn, which exchange tuples over a simulated network.
         *
         * @param oneWay how long a message takes from one node to another
         */
        public Builder nodes(int count, Duration oneWay) {
            nodes = count;
            delay = oneWay;
            return this;
        }

        /** Each node is in a region of its own. */
        public Builder regions() {
            regions = true;
            return this;
        }

        /** The regions of the nodes, in turn. */
        public Builder regions(String... ofNodes) {
            regions = true;
            regionOfNode = List.of(ofNodes);
            return this;
        }

        /**
         * Adds workers without tasks, which relay, each on a node of its own.
         *
         * @param names of their regions, which are those of nodes, as n1
         */
        public Builder relays(String... names) {
            relays = List.of(names);
            return this;
        }

        /** What a gigabyte costs that leaves a node's region. */
        public Builder egress(String prices) {
            egress = prices;
            return this;
        }

        /** The most that a message takes longer than others from one node to another. Those of one connection keep their order. */
        public Builder jitter(Duration most) {
            jitter = most;
            return this;
        }

        /** How far the clock of each node is ahead of that of the node before. The first has the topology's. */
        public Builder clocksApart(Duration ahead) {
            clocksApart = ahead;
            return this;
        }

        /** The number of executors of each worker. */
        public Builder executors(int perWorker) {
            executors = perWorker;
            return this;
        }

        /** Where snapshots and the pointer to the last one are, if the topology takes some. By default both are in memory. */
        public Builder snapshots(SnapshotStore in, PointerStore by) {
            store = in;
            pointers = by;
            return this;
        }

        public Builder seed(long value) {
            seed = value;
            return this;
        }

        /** The instances to call instead of the author's own. */
        public Builder instances(Instances made) {
            instances = made;
            return this;
        }

        /** Opens all components. Spouts are active unless {@code topology.inactive} is set. */
        public SteppedTopology start() {
            return new SteppedTopology(this);
        }
    }

    private final Builder settings;
    private final TaskPlan plan;
    private final Path directory;
    private final Resources resources =
            Resources.temporary(Thread.currentThread().getContextClassLoader());
    private final RecentLatencies recentLatencies = new RecentLatencies();
    private final SimulatedClock clock = new SimulatedClock();
    private final SplittableRandom random;
    private final SimulatedNetwork network;
    private final LinkSecret secret = LinkSecret.random();
    private final SortedMap<Integer, String> workerOfTask = new TreeMap<>();
    private final Map<String, String> nodeOfWorker = new TreeMap<>();
    private final Map<String, WorkerAssembly> running = new TreeMap<>();
    private final Map<String, Long> epochs = new HashMap<>();

    /** Grows when a task joins or leaves. */
    private long assignments;

    /** Workers that run, and that the others believe lost. */
    private final Set<String> hidden = new HashSet<>();

    private final List<SteppedAgent> agents = new ArrayList<>();
    private final List<SteppedAgent> runnable = new ArrayList<>();

    /** Of each running worker. */
    private final Map<String, SteppedThreads> threads = new TreeMap<>();

    /** Those that have work, by worker. */
    private final List<Map.Entry<String, SteppedThreads>> busy = new ArrayList<>();

    private final List<IsolatedWorker> isolated = new ArrayList<>();
    private final boolean takesSnapshots;
    private final Map<String, SteppedFeed> feeds = new TreeMap<>();
    private final ServiceHandles services;
    private Throwable failure;
    private String failedWorker;
    private String lastTurn = "";
    private boolean isolatedFailed;
    private boolean active;

    private SteppedTopology(Builder settings) {
        this.settings = settings;
        this.active = !settings.config.get(TopologyKeys.INACTIVE);
        this.takesSnapshots = SnapshotSettings.of(settings.config).enabled();
        this.plan = TaskPlan.withDormant(settings.topology);
        this.random = new SplittableRandom(settings.seed);
        this.network = new SimulatedNetwork(clock, settings.seed);
        network.delay(settings.delay.toNanos());
        network.jitter(settings.jitter.toNanos());
        this.services = new ServiceHandles("stepped", settings.topology, settings.config, clock);
        for (ComponentSpec spec : settings.topology.components()) {
            if (spec.service().kind() == ServiceEnd.Kind.FED) {
                feeds.put(spec.id(), new SteppedFeed());
            }
        }
        for (int i = 0; i < settings.workers; i++) {
            nodeOfWorker.put(workerName(i), "n" + (i % settings.nodes + 1));
        }
        for (int i = 0; i < settings.relays.size(); i++) {
            nodeOfWorker.put(relayName(i), "n" + (settings.nodes + i + 1));
        }
        for (int task : new TaskPlan(settings.topology).tasks()) {
            workerOfTask.put(task, workerName(task % settings.workers));
        }
        this.directory = settings.scratch ? ScratchRings.make() : settings.directory;
        try {
            for (String worker : List.copyOf(nodeOfWorker.keySet())) {
                if (workerOfTask.containsValue(worker) || isRelay(worker)) {
                    startWorker(worker);
                }
            }
            announce();
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    public static Builder of(Topology topology) {
        return new Builder(topology);
    }

    private static String workerName(int index) {
        return "w" + (index + 1);
    }

    private static String relayName(int index) {
        return "relay" + (index + 1);
    }

    private static boolean isRelay(String worker) {
        return worker.startsWith("relay");
    }

    private String regionOf(String worker) {
        if (isRelay(worker)) {
            return settings.relays.get(Integer.parseInt(worker.substring("relay".length())) - 1);
        }
        String node = nodeOfWorker.get(worker);
        if (!settings.regions || settings.regionOfNode.isEmpty()) {
            return settings.regions ? node : "";
        }
        return settings.regionOfNode.get(Integer.parseInt(node.substring(1)) - 1);
    }

    private void startWorker(String name) {
        long epoch = epochs.merge(name, 1L, Long::sum);
        Config config = settings.config.with(TopologyKeys.SEED, settings.seed + 1);
        int node = Integer.parseInt(nodeOfWorker.get(name).substring(1));
        long ahead = (node - 1) * settings.clocksApart.toNanos();
        LongSupplier ownClock = () -> clock.getAsLong() + ahead;
        SteppedThreads beside = new SteppedThreads();
        WorkerAssembly worker = new WorkerAssembly(
                new WorkerSpec(
                        "stepped",
                        "stepped",
                        settings.topology,
                        config,
                        name,
                        nodeOfWorker.get(name),
                        epoch,
                        new Routing(workerOfTask, nodeOfWorker, assignments),
                        settings.executors,
                        directory == null ? null : directory.resolve(name + "-" + epoch),
                        settings.nodes == 1
                                ? null
                                : new NetSettings(
                                        "stepped",
                                        secret,
                                        "stepped",
                                        null,
                                        regionOf(name),
                                        Prices.read(settings.egress),
                                        0),
                        Thread.currentThread().getContextClassLoader(),
                        resources,
                        takesSnapshots && !isRelay(name)
                                ? new SnapshotSetup(
                                        settings.store,
                                        settings.pointers,
                                        1,
                                        SavepointOrigin.of(settings.config, SteppedTopology.class.getClassLoader()),
                                        SteppedTopology.class.getClassLoader(),
                                        new KeptStates())
                                : null,
                        null),
                ownClock,
                () -> clock.getAsLong() / NANOS_PER_MILLI,
                settings.instances,
                (net, inbound) -> network.start(net, inbound, ownClock),
                beside,
                true,
                cause -> noteFailure(name, epoch, cause));
        running.put(name, worker);
        beside.run(worker.capabilities().queues());
        threads.put(name, beside);
        feeds.forEach((spout, feed) -> feed.add(name, worker.ports().feeds(spout)));
        attach();
        for (Executor executor : worker.executors()) {
            SteppedAgent agent = new SteppedAgent(name, executor, ahead);
            agents.add(agent);
            agent.open();
            if (executor.failure() instanceof TopologyException cause) {
                throw cause;
            }
            executor.activate(active);
        }
    }

    private void noteFailure(String worker, long epoch, Throwable cause) {
        if (!running.containsKey(worker) || epochs.get(worker) != epoch) {
            isolatedFailed = true;
        } else if (failure == null) {
            failure = cause;
            failedWorker = worker;
        }
    }

    /** Hands over what waits for fed spouts to the workers that run. */
    private void attach() {
        services.attach(new ServiceEnds() {
            @Override
            public List<? extends FeedTarget> feeds(String spout) {
                return List.of(feeds.get(spout));
            }

            @Override
            public List<? extends ResultsSource> results(String bolt) {
                return running.values().stream()
                        .flatMap(worker -> worker.ports().results(bolt).stream())
                        .toList();
            }
        });
    }

    private void announce() {
        List<PeerEndpoint> up = running.entrySet().stream()
                .filter(worker -> !hidden.contains(worker.getKey()))
                .map(worker -> worker.getValue().endpoint())
                .toList();
        Routing routing = new Routing(workerOfTask, nodeOfWorker, assignments);
        running.values().forEach(worker -> {
            worker.granted(epochs);
            worker.peers().update(routing, up);
        });
    }

    /**
     * Takes one turn of one executor, or a step of the network. The seed chooses among the network and the executors that do not
     * wait at their doorbells. A worker whose component asks for it by its error policy is restarted at once.
     *
     * @return 0 if the executor had no work, or all executors wait
     * @throws TopologyException if an executor cannot go on, with the cause
     */
    public int step() {
        runnable.clear();
        for (SteppedAgent agent : agents) {
            if (agent.isRunnable(clock.getAsLong())) {
                runnable.add(agent);
            }
        }
        busy.clear();
        for (Map.Entry<String, SteppedThreads> beside : threads.entrySet()) {
            if (beside.getValue().hasWork()) {
                busy.add(beside);
            }
        }
        for (IsolatedWorker each : isolated) {
            if (each.hasWork(clock.getAsLong())) {
                busy.add(Map.entry(each.name(), each.threads()));
            }
        }
        int chosen = random.nextInt(runnable.size() + busy.size() + 1);
        int work;
        if (chosen < runnable.size()) {
            lastTurn = runnable.get(chosen).worker();
            work = runnable.get(chosen).step();
        } else if (chosen < runnable.size() + busy.size()) {
            Map.Entry<String, SteppedThreads> beside = busy.get(chosen - runnable.size());
            lastTurn = beside.getKey();
            beside.getValue().step(random.nextBoolean());
            work = 1;
        } else {
            lastTurn = "";
            work = network.step() ? 1 : 0;
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new TopologyException("stepping a topology was interrupted");
        }
        if (isolatedFailed) {
            isolatedFailed = false;
            endIsolated(isolated.stream().filter(IsolatedWorker::hasFailed).toList());
        }
        if (failure instanceof TaskFailure error && error.policy() == ErrorPolicy.RESTART_WORKER) {
            failure = null;
            end(failedWorker, Executor::close);
            restart(failedWorker);
        }
        if (failure != null) {
            throw new TopologyException(
                    "a stepped executor failed: " + Foreign.text(failure), Foreign.readable(failure));
        }
        return work;
    }

    /** Breaks all connections between nodes, with what is on its way. They are made again. */
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

    /** Sets how much longer than others a message takes at most from now on, see {@link Builder#jitter}. */
    public void jitter(Duration most) {
        network.jitter(most.toNanos());
    }

    /** Holds back what one worker sends to another one on another node, until {@link #release}; connections stay. */
    public void hold(String from, String to) {
        network.hold(from, to);
    }

    /** Delivers what was held back. */
    public void release(String from, String to) {
        network.release(from, to);
    }

    /** Stops a worker, as SIGSTOP stops its process: it takes no turn, and neither hears the others nor is heard, until {@link #proceed}. */
    public void stop(String worker) {
        others(worker).forEach(other -> {
            network.hold(worker, other);
            network.hold(other, worker);
        });
        agents.stream()
                .filter(agent -> agent.worker().equals(worker))
                .forEach(agent -> agent.pauseUntil(Long.MAX_VALUE));
    }

    /** Lets a worker that was stopped go on. */
    public void proceed(String worker) {
        agents.stream()
                .filter(agent -> agent.worker().equals(worker))
                .forEach(agent -> agent.pauseUntil(clock.getAsLong()));
        others(worker).forEach(other -> {
            network.release(worker, other);
            network.release(other, worker);
        });
    }

    private List<String> others(String worker) {
        return nodeOfWorker.keySet().stream()
                .filter(other -> !other.equals(worker))
                .toList();
    }

    /** Connects something else to a worker, which lets it in and which it may send anything. */
    public Peer intrude(String worker, InboundHandler inbound) {
        String name = "intruder-of-" + worker;
        running.get(worker).granted(Map.of(name, 1L));
        PeerEndpoint target = running.get(worker).endpoint();
        Transport intruder = network.start(
                TransportConfig.builder("stepped", "stepped", name, 1)
                        .secret(secret)
                        .messageMaxBytes(NetSettings.messageMaxBytes(settings.config))
                        .build(),
                inbound);
        return intruder.connect(
                new PeerAddress(target.host(), target.port(), target.worker(), target.epoch()), () -> {});
    }

    /** The batches that a worker has forwarded for others. */
    public long forwarded(String worker) {
        return running.get(worker).forwarded();
    }

    /** The batches that a worker has copied for the tasks of its region. */
    public long copied(String worker) {
        return running.get(worker).copied();
    }

    /** Returns which worker has taken the last turn; empty for the network. */
    public String lastTurn() {
        return lastTurn;
    }

    @Override
    public boolean runUntilIdle(int mostTurns) {
        for (int turn = 0; turn < mostTurns; turn++) {
            if (allWait()) {
                return true;
            }
            step();
        }
        return false;
    }

    /** Nothing can happen at the present time. */
    private boolean allWait() {
        for (SteppedAgent agent : agents) {
            if (agent.isRunnable(clock.getAsLong())) {
                return false;
            }
        }
        return threads.values().stream().noneMatch(SteppedThreads::hasWork)
                && isolated.stream().noneMatch(each -> each.hasWork(clock.getAsLong()))
                && !network.step();
    }

    @Override
    public boolean runUntil(BooleanSupplier condition, Duration most) {
        long end = clock.getAsLong() + most.toNanos();
        int turns = 0;
        while (!condition.getAsBoolean()) {
            step();
            if (++turns == BUSY_TURNS) {
                turns = 0;
                clock.advanceTo(clock.getAsLong() + BUSY_NANOS);
                if (clock.getAsLong() >= end) {
                    return condition.getAsBoolean();
                }
            }
            if (allWait()) {
                if (clock.getAsLong() >= end) {
                    return condition.getAsBoolean();
                }
                clock.advanceTo(Math.min(end, nextAlarm()));
                turns = 0;
            }
        }
        return true;
    }

    /**
     * Lets this much time pass without a turn, as if all threads were held up. Work that is due then meets what has
     * arrived.
     */
    public void elapse(Duration time) {
        clock.advanceTo(clock.getAsLong() + time.toNanos());
    }

    /** Lets this much time pass, and runs all that is due in it. */
    public void advance(Duration time) {
        runUntil(() -> false, time);
    }

    private long nextAlarm() {
        long agent = agents.stream().mapToLong(SteppedAgent::wakeAt).min().orElse(Long.MAX_VALUE);
        long next = Math.min(agent, queueAlarm());
        return settings.nodes == 1 ? next : Math.min(next, network.deadline());
    }

    private long queueAlarm() {
        long nanos = threads.values().stream()
                .mapToLong(SteppedThreads::nanosToQueues)
                .min()
                .orElse(Long.MAX_VALUE);
        return nanos == Long.MAX_VALUE ? nanos : clock.getAsLong() + nanos;
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
        active = on;
        agents.forEach(agent -> agent.executor().submit(() -> agent.executor().activate(on)));
    }

    @Override
    public SortedMap<Integer, String> workerOfTask() {
        return Collections.unmodifiableSortedMap(workerOfTask);
    }

    @Override
    public void kill(String worker) {
        end(worker, Executor::abandon).forEach(FeedRequest::orphan);
    }

    /**
     * Lets all others believe that a worker is dead, while it goes on and hears nothing of them: it takes turns, writes to their rings and
     * connections, to the store of snapshots and to their pointer, and calls its components. {@link #restart} starts its successor.
     *
     * @param pause how long it stands still first
     */
    public void isolate(String worker, Duration pause) {
        IsolatedWorker cut =
                new IsolatedWorker(worker, remove(worker), threads.remove(worker), clock.getAsLong() + pause.toNanos());
        isolated.add(cut);
        agents.stream()
                .filter(agent -> cut.has(agent.executor()))
                .forEach(agent -> agent.pauseUntil(cut.pausedUntil()));
        feeds.values().forEach(feed -> feed.remove(worker).forEach(FeedRequest::orphan));
        announce();
    }

    /** Kills all workers that are isolated. */
    public void killIsolated() {
        endIsolated(List.copyOf(isolated));
    }

    private void endIsolated(List<IsolatedWorker> ended) {
        for (IsolatedWorker each : ended) {
            agents.removeIf(agent -> each.has(agent.executor()));
            each.end();
        }
        isolated.removeAll(ended);
    }

    private WorkerAssembly remove(String worker) {
        WorkerAssembly removed = running.remove(worker);
        if (removed == null) {
            throw new TopologyException("worker " + worker + " does not run: those that do are " + running.keySet());
        }
        return removed;
    }

    /** Returns the requests that the worker had. Executors that are closed have given them back. */
    private List<FeedRequest<?>> end(String worker, Consumer<Executor> how) {
        WorkerAssembly dead = remove(worker);
        agents.removeIf(agent -> dead.executors().contains(agent.executor()));
        List<FeedRequest<?>> had = new ArrayList<>();
        feeds.values().forEach(feed -> had.addAll(feed.remove(worker)));
        threads.remove(worker).close();
        dead.executors().forEach(how);
        dead.close();
        announce();
        return had;
    }

    /**
     * Lets the others believe that a worker is lost, which goes on and knows nothing of it, as when its session with ZooKeeper has
     * ended.
     */
    public void hide(String worker) {
        hidden.add(worker);
        announce();
    }

    /**
     * Opens a dormant task in a worker of its own. All others go on.
     *
     * @param node by its number, from 1 to that of {@link Builder#nodes}
     * @return the name of the worker
     */
    public String join(int task, int node) {
        assignments++;
        String worker = "joined" + assignments;
        workerOfTask.put(task, worker);
        nodeOfWorker.put(worker, "n" + node);
        startWorker(worker);
        announce();
        return worker;
    }

    /** Lets the task of a worker that has joined be dormant again. The worker hears nothing of it, until it is killed. */
    public void leave(String worker) {
        assignments++;
        workerOfTask.values().removeIf(worker::equals);
        hide(worker);
    }

    /** Lets the others see it again. */
    public void show(String worker) {
        hidden.remove(worker);
        announce();
    }

    @Override
    public void restart(String worker) {
        if (!epochs.containsKey(worker) || running.containsKey(worker)) {
            throw new TopologyException("worker " + worker + " was not killed: those that run are " + running.keySet());
        }
        startWorker(worker);
        announce();
    }

    @Override
    public long snapshot() {
        if (!takesSnapshots) {
            throw new TopologyException("the topology takes no snapshots: set " + TopologyKeys.GUARANTEE.name()
                    + " to exactly-once, or " + TopologyKeys.STATE_DIR.name());
        }
        WorkerSnapshots coordinator = running.values().stream()
                .map(WorkerAssembly::snapshots)
                .filter(WorkerSnapshots::isCoordinator)
                .findFirst()
                .orElseThrow(
                        () -> new TopologyException("no snapshot can be taken while the first worker does not run"));
        // One that is under way does not contain what was done since it has begun, and has an earlier time
        pass(Duration.ofMillis(1));
        long now = clock.getAsLong() / NANOS_PER_MILLI;
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
        running.values().forEach(worker -> worker.snapshots().savepoint(order, answers));
    }

    private static Optional<SnapshotRecord> last(WorkerSnapshots coordinator) {
        List<SnapshotRecord> all = coordinator.history().list();
        return all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() - 1));
    }

    @Override
    public void watermark(String bolt, long millis) {
        for (int task : plan.tasksOf(bolt)) {
            for (SteppedAgent agent : agents) {
                if (agent.executor().task(task) != null) {
                    agent.executor()
                            .submit(() -> agent.executor()
                                    .task(task)
                                    .part(EventTimers.class)
                                    .ifPresent(timers -> timers.advance(millis)));
                }
            }
        }
    }

    @Override
    public Feed feed(String spout) {
        return services.feed(spout);
    }

    @Override
    public TopologyFunction function(String spout) {
        return services.function(spout);
    }

    public Results results(String bolt) {
        return services.results(bolt);
    }

    /** Returns whether all workers run and all spouts have finished, which {@link #metrics} says too, with much more work. */
    public boolean completed() {
        return workerOfTask.entrySet().stream()
                .filter(each -> plan.specOf(each.getKey()).kind() == ComponentSpec.Kind.SPOUT)
                .allMatch(each -> running.containsKey(each.getValue())
                        && running.get(each.getValue()).isFinished(each.getKey()));
    }

    /** Returns the counts of all running workers. */
    public List<WorkerSnapshot> snapshots() {
        return running.values().stream().map(WorkerAssembly::snapshot).toList();
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
        return running.get(workerOfTask.get(task)).executors().stream()
                .filter(executor -> executor.taskIds().contains(task))
                .findFirst()
                .orElseThrow();
    }

    /** What the channels between regions could be set to. */
    public List<ChannelAlternatives> channelAlternatives() {
        return TopologyMetricsMerge.alternatives(snapshots());
    }

    /** Sets how many engines the tasks of components have at least and at most from now on. */
    public void engineBounds(EngineBounds bounds) {
        running.values().forEach(worker -> worker.engineBounds(bounds));
    }

    /** Sets how streams between regions are delivered from now on. */
    public void orders(StreamOrders orders) {
        running.values().forEach(worker -> worker.orders(orders));
    }

    @Override
    public TopologyWays ways() {
        return WayMerge.merge(
                metrics(),
                running.values().stream()
                        .flatMap(worker -> worker.ways().stream())
                        .toList());
    }

    @Override
    public void close() {
        try {
            end();
        } finally {
            closeResources();
            if (settings.scratch && directory != null) {
                ScratchRings.remove(directory);
            }
        }
    }

    private void closeResources() {
        try {
            resources.close();
        } catch (IOException e) {
            throw new TopologyException("the extracted resources cannot be removed: " + e.getMessage(), e);
        }
    }

    private void end() {
        killIsolated();
        for (WorkerAssembly worker : running.values()) {
            worker.executors().forEach(Executor::close);
        }
        running.values().forEach(WorkerAssembly::close);
        network.close();
        running.clear();
        threads.clear();
        agents.clear();
        services.end("the topology was closed");
    }
}
