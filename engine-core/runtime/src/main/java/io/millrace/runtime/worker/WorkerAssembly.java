// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.api.config.ConfigKey;
import io.millrace.api.config.EngineBounds;
import io.millrace.api.config.StreamOrders;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.runtime.engine.task.EngineCapability;
import io.millrace.runtime.executor.AuthorCode;
import io.millrace.runtime.executor.Clocks;
import io.millrace.runtime.executor.Executor;
import io.millrace.runtime.executor.ExecutorWorker;
import io.millrace.runtime.grouping.TaskGraph;
import io.millrace.runtime.metrics.TraceRecord;
import io.millrace.runtime.metrics.WorkerCounters;
import io.millrace.runtime.metrics.WorkerSnapshot;
import io.millrace.runtime.plan.ExecutorPlan;
import io.millrace.runtime.service.ServicePorts;
import io.millrace.runtime.snapshot.agent.SnapshotThreads;
import io.millrace.runtime.snapshot.agent.WorkerSnapshots;
import io.millrace.runtime.task.SharedObjects;
import io.millrace.runtime.task.WorkerInfo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A worker made from its specification, without threads: executors, the links between them, shared memory and
 * transport. {@link WorkerRuntime} runs it by threads, a stepped topology turn by turn. One thread makes and closes
 * it; any thread may use {@link #peers}.
 */
public final class WorkerAssembly implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WorkerAssembly.class);

    private final WorkerSpec spec;
    private final TaskGraph graph;
    private final Clocks clocks;
    private final Components components;
    private final ServicePorts ports;
    private final Network network;
    private final SnapshotThreads threads;
    private final boolean stepped;
    private final Consumer<Throwable> onFailure;
    private final WorkerCodecs codecs;
    private final long seed;
    private final List<Executor> executors = new ArrayList<>();
    private SharedMemory memory;
    private WorkerCounters counters;
    private WorkerCapabilities capabilities;
    private NetEnds net;
    private Peers peers;
    private Clients clients;

    /** The snapshots; null if the topology takes none. */
    private WorkerSnapshots snapshots;

    /**
     * @param network network by which it reaches workers of other nodes
     * @param threads threads for snapshots; null if the topology takes none
     * @param stepped whether one thread takes all turns, so that no thread blocks at a doorbell and no other process
     *     reads its files
     * @param onFailure called by executors that cannot go on
     * @throws TopologyException if it cannot be made; its resources are released then
     */
    public WorkerAssembly(
            WorkerSpec spec,
            Clocks clocks,
            Components components,
            Network network,
            SnapshotThreads threads,
            boolean stepped,
            Consumer<Throwable> onFailure) {
        this.spec = spec;
        this.graph = new TaskGraph(spec.topology());
        this.clocks = clocks;
        this.ports = new ServicePorts(graph.tasks(), spec.config());
        this.components = components;
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
        WorkerNeighbours others = new WorkerNeighbours(spec, graph);
        List<Integer> tasks =
                graph.tasks().tasks().stream().filter(others::isHere).toList();
        List<List<Integer>> plan =
                ExecutorPlan.of(spec.topology(), tasks, spec.executors()).executors();
        others.memory(tasks, plan.size())
                .warning(Runtime.getRuntime().maxMemory())
                .ifPresent(warning -> LOG.warn("worker {}: {}", spec.worker(), warning));
        if (spec.directory() == null) {
            others.requireAlone();
            counters = WorkerCounters.inMemory(
                    spec.worker(),
                    spec.epoch(),
                    graph.tasks(),
                    plan,
                    others.mostPeers(),
                    Math.toIntExact(spec.config().get(TopologyKeys.CUSTOM_METRICS_BYTES)));
        } else {
            memory = new SharedMemory(spec, graph.tasks(), plan, others.mostPeers(), stepped);
            counters = memory.counters();
        }
        capabilities = new WorkerCapabilities(spec, graph, tasks, clocks, threads, stepped, onFailure);
        snapshots = capabilities.snapshots();
        SharedObjects shared = new SharedObjects(
                new WorkerInfo(spec.identity(), tasks, graph.tasks(), spec.config(), clocks.nanos()),
                spec.topology().hooks(),
                plan.size());
        ExecutorWorker common = new ExecutorWorker(
                shared,
                new AuthorCode(
                        ports.around(components.instances()),
                        spec.loader(),
                        spec.program().resources()),
                graph,
                clocks,
                counters,
                Stream.concat(capabilities.list().stream(), components.observers().stream())
                        .toList(),
                onFailure);
        SharedMemory rings = hasRings() ? memory : null;
        WorkerExecutors made = new WorkerExecutors(spec, common, codecs, ports, rings, plan.size(), seed);
        plan.forEach(each -> executors.add(made.make(each)));
        made.linkAmongEachOther();
        if (snapshots != null) {
            snapshots.attach(executors, codecs, spec.placement().workerOfTask());
        }
        if (others.needsNet()) {
            others.requireNet();
        }
        if (others.needsNet() || spec.net() != null && (others.mayGrow() || !ports.isEmpty())) {
            net = new NetEnds(
                    spec,
                    graph,
                    made.ends(),
                    clocks.nanos(),
                    counters.peers(),
                    network,
                    spec.directory() != null && !stepped);
        }
        if (net != null && snapshots != null) {
            net.whenLost(snapshots::connectionLost);
        }
        peers = new Peers(spec, graph, made.ends(), rings, net, snapshots);
        clients = new Clients(spec, made.served(), rings, net);
    }

    /** Returns a seed that differs for every start, so that ids of an earlier start do not repeat. */
    private static long seed(WorkerSpec spec) {
        long configured = spec.config().get(TopologyKeys.SEED);
        long first = configured != 0 ? configured : ThreadLocalRandom.current().nextLong();
        return new SplittableRandom(first ^ spec.worker().hashCode() * 0x9E3779B97F4A7C15L ^ spec.epoch()).nextLong();
    }

    public List<Executor> executors() {
        return executors;
    }

    /** Returns the ports at which services reach the tasks of this worker. */
    public ServicePorts ports() {
        return ports;
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

    /** Returns the worker's part in snapshots; null if the topology takes none. */
    public WorkerSnapshots snapshots() {
        return snapshots;
    }

    /** Publishes that the worker makes progress. */
    void beat() {
        counters.beat();
    }

    public WorkerSnapshot snapshot() {
        WorkerSnapshot counted = counters.snapshot(clocks.nanos().getAsLong())
                .with(capabilities.engines().decisions().list());
        if (net != null) {
            counted = counted.with(stepped ? net.channelsNow() : net.reportedChannels());
        }
        return snapshots == null ? counted : counted.with(snapshots.metrics());
    }

    /** Returns the counts only, for what looks after each turn. */
    public WorkerSnapshot counts() {
        return counters.counts(clocks.nanos().getAsLong());
    }

    /** Sets the epochs that were granted to workers, by name. */
    public void granted(Map<String, Long> epochs) {
        if (net != null) {
            net.granted(epochs);
        }
    }

    /** Takes another value of a key that may change while it runs. */
    public void setting(ConfigKey<?> key, String value) {
        if (key == TopologyKeys.GEO_ORDER && net != null) {
            net.orders(StreamOrders.read(value));
        } else if (key == TopologyKeys.ENGINE_BOUNDS) {
            engineBounds(EngineBounds.read(value));
        }
    }

    private void engineBounds(EngineBounds bounds) {
        EngineCapability engines = capabilities.engines();
        engines.bounds(bounds);
        executors.forEach(executor -> executor.submit(() -> executor.forEachTask(engines::bounds)));
    }

    public List<TraceRecord> traces() {
        return counters.traces(clocks.nanos().getAsLong());
    }

    /** Returns whether a spout task of this worker will emit no more. */
    public boolean isFinished(int task) {
        return counters.task(task).isFinished();
    }

    /** Returns the number of batches that were forwarded for others. */
    public long forwarded() {
        return net == null ? 0 : net.forwarded();
    }

    /** Returns the number of batches that were copied for the tasks of this region. */
    public long copied() {
        return net == null ? 0 : net.copied();
    }

    private boolean hasRings() {
        return memory != null && spec.linksByRings();
    }

    public PeerEndpoint endpoint() {
        List<ExecutorEndpoint> endpoints = new ArrayList<>();
        for (int i = 0; i < executors.size(); i++) {
            String ring = hasRings() ? memory.ring(i).path().toString() : "";
            endpoints.add(new ExecutorEndpoint(ring, executors.get(i).taskIds()));
        }
        return new PeerEndpoint(
                spec.worker(),
                spec.node(),
                spec.epoch(),
                new PeerEndpoint.Process(
                        ProcessHandle.current().pid(),
                        memory == null ? "" : memory.lock().file().toString(),
                        memory == null ? "" : memory.metricsFile(),
                        net == null ? "" : net.host(),
                        net == null ? 0 : net.port()),
                endpoints,
                new PeerEndpoint.Progress(
                        0, spec.snapshots() == null ? 0 : spec.snapshots().assignment(), 0),
                new PeerEndpoint.Origin(
                        EngineVersion.get(), net == null ? "" : spec.net().region()));
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
