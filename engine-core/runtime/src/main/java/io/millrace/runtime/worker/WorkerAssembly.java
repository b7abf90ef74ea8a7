package io.millrace.runtime.worker;

import io.millrace.api.config.EngineBounds;
import io.millrace.api.config.StreamOrders;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.api.metrics.ExecutorFigure;
import io.millrace.api.spi.Instances;
import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.engine.task.EngineCapability;
import io.millrace.runtime.executor.AuthorCode;
import io.millrace.runtime.executor.Clocks;
import io.millrace.runtime.executor.Executor;
import io.millrace.runtime.executor.ExecutorSetup;
import io.millrace.runtime.executor.ExecutorWorker;
import io.millrace.runtime.executor.PolledDoorbell;
import io.millrace.runtime.executor.RingReceiver;
import io.millrace.runtime.executor.ThreadDoorbell;
import io.millrace.runtime.link.DirectLink;
import io.millrace.runtime.link.EncodingLink;
import io.millrace.runtime.link.Inbound;
import io.millrace.runtime.link.Link;
import io.millrace.runtime.link.Path;
import io.millrace.runtime.link.PauseSign;
import io.millrace.runtime.link.QueueLink;
import io.millrace.runtime.metrics.WayRecord;
import io.millrace.runtime.metrics.WorkerCounters;
import io.millrace.runtime.metrics.WorkerSnapshot;
import io.millrace.runtime.plan.ExecutorPlan;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.runtime.remote.ServiceGate;
import io.millrace.runtime.routing.Wiring;
import io.millrace.runtime.service.ServicePorts;
import io.millrace.runtime.snapshot.agent.SnapshotThreads;
import io.millrace.runtime.snapshot.agent.WorkerSnapshots;
import io.millrace.runtime.task.SharedObjects;
import io.millrace.runtime.task.WorkerInfo;
import io.millrace.runtime.tuple.TupleDecoder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A worker made from its specification, without threads: executors, the links between them, shared memory and
 * transport. {@link WorkerRuntime} runs it by threads, a stepped topology turn by turn. One thread makes and closes
 * it; any thread may use {@link #peers}.
 */
public final class WorkerAssembly implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WorkerAssembly.class);
    private static final int QUEUE_CAPACITY = 2048;
    private static final int SPARE_PEERS = 8;

    private final WorkerSpec spec;
    private final Wiring wiring;
    private final LongSupplier clock;
    private final LongSupplier wallClock;
    private final Instances instances;
    private final ServicePorts ports;
    private final Network network;
    private final SnapshotThreads threads;
    private final boolean stepped;
    private final Consumer<Throwable> onFailure;
    private final WorkerCodecs codecs;
    private final long seed;
    private final List<Executor> executors = new ArrayList<>();
    private final List<OwnExecutor> ends = new ArrayList<>();
    private final List<Clients.Served> served = new ArrayList<>();
    private SharedMemory memory;
    private WorkerCounters counters;
    private WorkerCapabilities capabilities;
    private NetEnds net;
    private Peers peers;
    private Clients clients;

    /** Null if the topology takes no snapshots. */
    private WorkerSnapshots snapshots;

    /**
     * @param instances makes the component instance of each task
     * @param wallClock the time of day in milliseconds since 1970
     * @param network by which it reaches workers of other nodes
     * @param threads for snapshots; null if the topology takes none
     * @param stepped whether one thread takes all turns, so that nobody blocks at a doorbell and no other process reads its files
     * @param onFailure called by executors that cannot go on
     * @throws TopologyException if it cannot be made; its resources are released then
     */
    public WorkerAssembly(
            WorkerSpec spec,
            LongSupplier clock,
            LongSupplier wallClock,
            Instances instances,
            Network network,
            SnapshotThreads threads,
            boolean stepped,
            Consumer<Throwable> onFailure) {
        this.spec = spec;
        this.wiring = new Wiring(spec.topology());
        this.clock = clock;
        this.wallClock = wallClock;
        this.ports = new ServicePorts(wiring.tasks(), spec.config());
        this.instances = instances;
        this.network = network;
        this.threads = threads;
        this.stepped = stepped;
        this.onFailure = onFailure;
        this.codecs = new WorkerCodecs(spec);
        this.seed = seed(spec);
        try {
            build();
        } catch (IOException e) {
            close();
            throw new TopologyException("worker " + spec.worker() + " cannot start: " + e.getMessage(), e);
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    private void build() throws IOException {
        List<Integer> tasks =
                wiring.tasks().tasks().stream().filter(this::isHere).toList();
        List<List<Integer>> plan =
                ExecutorPlan.of(spec.topology(), tasks, spec.executors()).executors();
        memory(tasks, plan.size())
                .warning(Runtime.getRuntime().maxMemory())
                .ifPresent(warning -> LOG.warn("worker {}: {}", spec.worker(), warning));
        if (spec.directory() == null) {
            requireAlone();
            counters = WorkerCounters.inMemory(
                    spec.worker(),
                    spec.epoch(),
                    wiring.tasks(),
                    plan,
                    mostPeers(),
                    Math.toIntExact(spec.config().get(TopologyKeys.CUSTOM_METRICS_BYTES)));
        } else {
            memory = new SharedMemory(spec, wiring.tasks(), plan, mostPeers(), !stepped);
            counters = memory.counters();
        }
        capabilities =
                new WorkerCapabilities(spec, wiring, tasks, new Clocks(clock, wallClock), threads, stepped, onFailure);
        snapshots = capabilities.snapshots();
        SharedObjects shared = new SharedObjects(
                new WorkerInfo(
                        spec.topologyName(),
                        spec.topologyId(),
                        spec.worker(),
                        tasks,
                        spec.node(),
                        spec.epoch(),
                        wiring.tasks(),
                        spec.config(),
                        clock),
                spec.topology().hooks(),
                plan.size());
        ExecutorWorker common = new ExecutorWorker(
                shared,
                new AuthorCode(ports.around(instances), spec.loader(), spec.resources()),
                wiring,
                new Clocks(clock, wallClock),
                counters,
                capabilities.list(),
                onFailure);
        for (int i = 0; i < plan.size(); i++) {
            makeExecutor(i, plan.get(i), common);
        }
        linkAmongEachOther();
        if (snapshots != null) {
            snapshots.attach(executors, codecs, spec.routing().workerOfTask());
        }
        if (spansNodes()) {
            requireNet();
        }
        if (spansNodes() || spec.net() != null && (mayGrow() || !ports.isEmpty())) {
            net = new NetEnds(
                    spec, wiring, ends, clock, counters.peers(), network, spec.directory() != null && !stepped);
        }
        if (net != null && snapshots != null) {
            net.whenLost(snapshots::connectionLost);
        }
        peers = new Peers(spec, wiring, ends, memory, net, snapshots);
        clients = new Clients(spec, served, memory, net);
    }

    private WorkerMemory memory(List<Integer> tasks, int executorsHere) {
        int senders = 0;
        int channels = 0;
        for (Map.Entry<String, List<Integer>> other : tasksOfOthers().entrySet()) {
            if (spec.node().equals(spec.routing().nodeOfWorker().get(other.getKey()))) {
                senders += ExecutorPlan.of(spec.topology(), other.getValue(), spec.executors())
                        .executors()
                        .size();
            } else {
                channels += tasks.size();
            }
        }
        return WorkerMemory.of(wiring.tasks(), tasks, spec.config(), executorsHere, senders, channels);
    }

    private Map<String, List<Integer>> tasksOfOthers() {
        return wiring.tasks().tasks().stream()
                .filter(task -> !isHere(task) && spec.workerOf(task) != null)
                .collect(Collectors.groupingBy(spec::workerOf));
    }

    private void makeExecutor(int index, List<Integer> tasks, ExecutorWorker common) {
        ValuesCodec codec = codecs.present();
        Inbound inbound = new Inbound(QUEUE_CAPACITY, bell(index, tasks));
        tasks.forEach(task -> ports.add(task, inbound.bell()));
        Executor executor = new Executor(new ExecutorSetup(
                "millrace-" + spec.worker() + "-executor-" + index,
                common,
                tasks,
                new SplittableRandom(seed + index).nextLong(),
                inbound,
                codec,
                counters.executor(index)));
        counters.executor(index).set(ExecutorFigure.QUEUE_CAPACITY, QUEUE_CAPACITY);
        if (memory != null) {
            counters.executor(index)
                    .set(ExecutorFigure.RING_BYTES, memory.ring(index).config().capacityBytes());
            RingReceiver receiver =
                    new RingReceiver(memory.ring(index), executor, new TupleDecoder(codec, wiring, clock));
            executor.receiveFrom(receiver);
            executor.showPauses(receiver);
        }
        executors.add(executor);
        OwnExecutor own = new OwnExecutor(executor, codec, spec.config(), clock);
        ends.add(own);
        if (tasks.stream().anyMatch(ports::has)) {
            ServiceGate gate = new ServiceGate(executor, codec, ports, spec.worker());
            executor.receiveFrom(gate);
            executor.serveWith(gate);
            served.add(new Clients.Served(own, gate));
        }
    }

    private Doorbell bell(int index, List<Integer> tasks) {
        if (memory == null) {
            return new ThreadDoorbell();
        }
        Doorbell ofRing = memory.ring(index).doorbell();
        return isVirtual(wiring.tasks(), tasks) ? new PolledDoorbell(ofRing) : ofRing;
    }

    private void linkAmongEachOther() {
        PauseSign[] signs = new PauseSign[wiring.tasks().taskCount() + 1];
        for (Executor executor : executors) {
            executor.taskIds().forEach(task -> signs[task] = executor.task(task).sign());
        }
        for (OwnExecutor own : ends) {
            Executor source = own.executor();
            for (Executor target : executors) {
                Link link = target == source
                        ? new DirectLink(source.arrivals())
                        : new QueueLink(
                                target.inbound(),
                                signs,
                                wiring,
                                source.inbound().bell(),
                                source.paths());
                source.paths().set(target.taskIds(), new Path(local(own, link)));
            }
        }
    }

    /** Adds the codec to a link within the worker if {@link TopologyKeys#SERIALIZE_ALWAYS} asks for it. */
    private Link local(OwnExecutor source, Link link) {
        return spec.config().get(TopologyKeys.SERIALIZE_ALWAYS)
                ? new EncodingLink(link, source.encoder(), new TupleDecoder(source.codec(), wiring, clock))
                : link;
    }

    private boolean isHere(int task) {
        return spec.worker().equals(spec.workerOf(task));
    }

    private void requireAlone() {
        for (String worker : spec.routing().workerOfTask().values()) {
            if (!worker.equals(spec.worker())
                    && spec.node().equals(spec.routing().nodeOfWorker().get(worker))) {
                throw new TopologyException(
                        "worker " + spec.worker() + " has no directory in shared memory, but worker " + worker
                                + " runs on the same node: give each a directory");
            }
        }
    }

    /** A rebalancing may add workers, some of which start before those that they replace have ended. Services come besides. */
    private int mostPeers() {
        int dormant = wiring.tasks().dormant().size();
        int workers =
                spansNodes() || mayGrow() ? 2 * spec.routing().nodeOfWorker().size() + dormant + SPARE_PEERS : 0;
        return workers + (spec.net() == null ? 0 : NetEnds.SHOWN_SERVICES);
    }

    private void requireNet() {
        if (spec.net() == null) {
            throw new TopologyException("worker " + spec.worker()
                    + " has no settings for a transport, but its topology spans nodes: give it some");
        }
    }

    private boolean spansNodes() {
        return spec.routing().workerOfTask().values().stream()
                .anyMatch(worker ->
                        !spec.node().equals(spec.routing().nodeOfWorker().get(worker)));
    }

    /** Whether workers of other nodes may come while this one runs, which it must be able to reach then. */
    private boolean mayGrow() {
        return spec.directory() != null && !wiring.tasks().dormant().isEmpty();
    }

    /** Different for every start, so that ids of an earlier start do not repeat. */
    private static long seed(WorkerSpec spec) {
        long configured = spec.config().get(TopologyKeys.SEED);
        long first = configured != 0 ? configured : ThreadLocalRandom.current().nextLong();
        return new SplittableRandom(first ^ spec.worker().hashCode() * 0x9E3779B97F4A7C15L ^ spec.epoch()).nextLong();
    }

    public List<Executor> executors() {
        return executors;
    }

    /** Returns where services reach the tasks of this worker. */
    public ServicePorts ports() {
        return ports;
    }

    /** Returns whether an executor of these tasks runs in a virtual thread. */
    static boolean isVirtual(TaskPlan plan, List<Integer> tasks) {
        return tasks.stream().anyMatch(task -> plan.specOf(task).virtual());
    }

    public Peers peers() {
        return peers;
    }

    Clients clients() {
        return clients;
    }

    /** Returns the capabilities of the engine in this worker. */
    public WorkerCapabilities capabilities() {
        return capabilities;
    }

    /** Returns what it has for snapshots; null if the topology takes none. */
    public WorkerSnapshots snapshots() {
        return snapshots;
    }

    /** Publishes that the worker makes progress. */
    void beat() {
        counters.beat();
    }

    public WorkerSnapshot snapshot() {
        WorkerSnapshot counted = counters.snapshot(clock.getAsLong())
                .with(capabilities.engines().decisions().list());
        if (net != null) {
            counted = counted.with(stepped ? net.channelsNow() : net.reportedChannels());
        }
        return snapshots == null ? counted : counted.with(snapshots.metrics());
    }

    /** Sets the epochs that were granted to workers, by name. */
    public void granted(Map<String, Long> epochs) {
        if (net != null) {
            net.granted(epochs);
        }
    }

    /** Sets how streams between regions are delivered. */
    public void orders(StreamOrders orders) {
        if (net != null) {
            net.orders(orders);
        }
    }

    /** Sets how many engines tasks have at least and at most. */
    public void engineBounds(EngineBounds bounds) {
        EngineCapability engines = capabilities.engines();
        engines.bounds(bounds);
        executors.forEach(executor -> executor.submit(() -> executor.forEachTask(engines::bounds)));
    }

    public List<WayRecord> ways() {
        return counters.ways(clock.getAsLong());
    }

    /** Returns whether a spout task of this worker will emit no more. */
    public boolean isFinished(int task) {
        return counters.task(task).isFinished();
    }

    /** The batches that were forwarded for others. */
    public long forwarded() {
        return net == null ? 0 : net.forwarded();
    }

    /** The batches that were copied for the tasks of this region. */
    public long copied() {
        return net == null ? 0 : net.copied();
    }

    public PeerEndpoint endpoint() {
        List<ExecutorEndpoint> endpoints = new ArrayList<>();
        for (int i = 0; i < executors.size(); i++) {
            String ring = memory == null ? "" : memory.ring(i).path().toString();
            endpoints.add(new ExecutorEndpoint(ring, executors.get(i).taskIds()));
        }
        return new PeerEndpoint(
                spec.worker(),
                spec.node(),
                spec.epoch(),
                ProcessHandle.current().pid(),
                memory == null ? "" : memory.lock().file().toString(),
                memory == null ? "" : memory.metricsFile(),
                net == null ? "" : net.host(),
                net == null ? 0 : net.port(),
                endpoints,
                0,
                spec.snapshots() == null ? 0 : spec.snapshots().assignment(),
                0,
                EngineVersion.get(),
                net == null ? "" : spec.net().region());
    }

    /** Releases files and connections. No executor may run any more. */
    @Override
    public void close() {
        try {
            if (clients != null) {
                clients.close();
            }
            if (peers != null) {
                peers.close();
            }
            if (net != null) {
                net.close();
            }
        } finally {
            if (capabilities != null) {
                capabilities.close();
            }
            if (memory != null) {
                memory.close();
            }
        }
    }
}
