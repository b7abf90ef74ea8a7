package io.millrace.runtime.worker;

import io.millrace.ipc.ring.RingProducer;
import io.millrace.runtime.executor.Executor;
import io.millrace.runtime.link.AbsentLink;
import io.millrace.runtime.link.NetLink;
import io.millrace.runtime.link.Path;
import io.millrace.runtime.link.RingLink;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.routing.Wiring;
import io.millrace.transport.Peer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the links to other workers in step with who is up. Any thread may call, one at a time; what changes is handed to
 * the executors, which swap their links between two turns. So a link to a dead worker's ring may still be written to
 * meanwhile: its memory stays mapped, and what it takes is lost with the trees that are failed then.
 */
final class Peers implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Peers.class);

    private final WorkerSpec spec;
    private final Wiring wiring;
    private final List<OwnExecutor> executors;
    private final SharedMemory memory;
    private final NetEnds net;
    private final Map<String, List<Integer>> tasksOfWorker = new TreeMap<>();

    /** The workers to which links stand. */
    private final Map<String, PeerEndpoint> linked = new HashMap<>();

    private final Map<String, Peer> connections = new HashMap<>();

    /** What the connections had dropped when that was last told. */
    private final Map<String, Long> toldDrops = new HashMap<>();

    /**
     * @param memory null for a worker without a directory
     * @param net null for a topology on one node
     */
    Peers(WorkerSpec spec, Wiring wiring, List<OwnExecutor> executors, SharedMemory memory, NetEnds net) {
        this.spec = spec;
        this.wiring = wiring;
        this.executors = executors;
        this.memory = memory;
        this.net = net;
        spec.workerOfTask()
                .forEach((task, worker) -> tasksOfWorker
                        .computeIfAbsent(worker, none -> new ArrayList<>())
                        .add(task));
        tasksOfWorker.remove(spec.worker());
        // Nothing runs yet, so the links may be set by this thread
        tasksOfWorker.forEach((worker, tasks) ->
                executors.forEach(own -> own.executor().paths().set(tasks, new Path(new AbsentLink(kindOf(worker))))));
    }

    synchronized void update(Collection<PeerEndpoint> up) {
        Map<String, PeerEndpoint> newest = new HashMap<>();
        for (PeerEndpoint peer : up) {
            newest.merge(peer.worker(), peer, (one, other) -> one.epoch() > other.epoch() ? one : other);
        }
        boolean lost = false;
        for (String worker : tasksOfWorker.keySet()) {
            PeerEndpoint before = linked.get(worker);
            PeerEndpoint now = newest.get(worker);
            if (before != null && now != null && now.epoch() <= before.epoch()) {
                continue;
            }
            if (before != null) {
                lost = true;
                unlink(worker);
            }
            if (now != null) {
                link(now);
            }
        }
        connections.forEach(this::tellDrops);
        if (lost) {
            for (OwnExecutor own : executors) {
                own.executor().submit(own.executor()::peerLost);
            }
        }
    }

    private void link(PeerEndpoint peer) {
        List<Runnable> swaps = new ArrayList<>();
        List<RingProducer> opened = new ArrayList<>();
        try {
            Peer connection = spec.node().equals(peer.node()) ? null : net.connect(peer);
            for (OwnExecutor own : executors) {
                for (ExecutorEndpoint end : peer.executors()) {
                    Path path =
                            new Path(connection == null ? ringLink(own, end, opened) : netLink(own, end, connection));
                    swaps.add(swap(own.executor(), end.tasks(), path));
                }
            }
            if (connection != null) {
                connections.put(peer.worker(), connection);
            }
        } catch (IOException e) {
            opened.forEach(RingProducer::close);
            // It died since, or has not quite begun: whoever calls hears of its next start
            LOG.warn("worker {} cannot reach worker {}: {}", spec.worker(), peer.worker(), e.getMessage());
            return;
        }
        linked.put(peer.worker(), peer);
        swaps.forEach(Runnable::run);
    }

    private RingLink ringLink(OwnExecutor own, ExecutorEndpoint end, List<RingProducer> opened) throws IOException {
        RingProducer producer = RingProducer.open(
                java.nio.file.Path.of(end.ring()),
                memory.lock(),
                own.executor().inbound().bell());
        opened.add(producer);
        List<Integer> tasks = end.tasks();
        return new RingLink(producer, own.encoder(), flags(tasks), wiring, SharedMemory.ringBytes(spec.config()));
    }

    private IntUnaryOperator flags(List<Integer> tasks) {
        int[] flagOfTask = new int[wiring.tasks().taskCount() + 1];
        for (int i = 0; i < tasks.size(); i++) {
            flagOfTask[tasks.get(i)] = i;
        }
        return task -> flagOfTask[task];
    }

    private NetLink netLink(OwnExecutor own, ExecutorEndpoint end, Peer connection) {
        return new NetLink(connection, own.encoder(), wiring, end.tasks().get(0));
    }

    private void unlink(String worker) {
        linked.remove(worker);
        Peer connection = connections.remove(worker);
        if (connection != null) {
            tellDrops(worker, connection);
            toldDrops.remove(worker);
            connection.close();
        }
        // What was on its way to it may have arrived, or not
        countDropped(1);
        for (OwnExecutor own : executors) {
            swap(own.executor(), tasksOfWorker.get(worker), new Path(new AbsentLink(kindOf(worker))))
                    .run();
        }
    }

    /** Tuples that a connection lost were sent and are never received: who looks for completion must know. */
    private void tellDrops(String worker, Peer connection) {
        long drops = connection.counters().drops().values().stream()
                .mapToLong(Long::longValue)
                .sum();
        Long told = toldDrops.put(worker, drops);
        long more = drops - (told == null ? 0 : told);
        if (more > 0) {
            countDropped(more);
        }
    }

    private void countDropped(long tuples) {
        Executor executor = executors.get(0).executor();
        executor.submit(() -> executor.counters().addDropped(tuples));
    }

    private static Runnable swap(Executor executor, List<Integer> tasks, Path path) {
        return () -> executor.submit(() -> executor.paths().set(tasks, path));
    }

    /** Of a link to a worker that is not up: as it was planned, since only the worker itself says where it came up. */
    private LinkKind kindOf(String worker) {
        return spec.node().equals(spec.nodeOfWorker().get(worker)) ? LinkKind.RING : LinkKind.NET;
    }

    @Override
    public synchronized void close() {
        connections.values().forEach(Peer::close);
        connections.clear();
    }
}
