package io.millrace.runtime.worker;

import io.millrace.ipc.ring.RingProducer;
import io.millrace.runtime.geo.gate.GeoRoutes;
import io.millrace.runtime.geo.gate.GeoTarget;
import io.millrace.runtime.link.AbsentLink;
import io.millrace.runtime.link.CopyTarget;
import io.millrace.runtime.link.GeoLink;
import io.millrace.runtime.link.Link;
import io.millrace.runtime.link.MulticastLink;
import io.millrace.runtime.link.NetLink;
import io.millrace.runtime.link.Path;
import io.millrace.runtime.link.RingLink;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.routing.Wiring;
import io.millrace.transport.Peer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

/**
 * The paths from each executor of this worker to the executors of another worker. They may exist before anything is
 * sent over them. {@link Peers} makes them. A path belongs to its executor's thread as soon as it is handed to it.
 */
final class PeerLinks {

    /** Null for a worker that is not up. */
    private final PeerEndpoint endpoint;

    /** Null for a worker on the same node, or a worker that is not up. */
    private final Peer connection;

    /** By own executor, then by task. */
    private final List<Map<Integer, Path>> paths;

    private final boolean resends;

    private PeerLinks(PeerEndpoint endpoint, Peer connection, List<Map<Integer, Path>> paths, boolean resends) {
        this.resends = resends;
        this.endpoint = endpoint;
        this.connection = connection;
        this.paths = paths;
    }

    /** Returns links to a worker that is not up: tuples and acks for it wait. */
    static PeerLinks absent(LinkKind kind, List<OwnExecutor> executors, List<Integer> tasks) {
        return absent(() -> new AbsentLink(kind), executors, tasks);
    }

    /** Returns links to tasks that belong to no worker. */
    static PeerLinks dormant(List<OwnExecutor> executors, List<Integer> tasks) {
        return absent(AbsentLink::dormant, executors, tasks);
    }

    private static PeerLinks absent(Supplier<Link> links, List<OwnExecutor> executors, List<Integer> tasks) {
        List<Map<Integer, Path>> paths = new ArrayList<>();
        for (int i = 0; i < executors.size(); i++) {
            Path path = new Path(links.get());
            Map<Integer, Path> ofTask = new HashMap<>();
            tasks.forEach(task -> ofTask.put(task, path));
            paths.add(ofTask);
        }
        return new PeerLinks(null, null, paths, false);
    }

    /**
     * Returns links to a worker that is up.
     *
     * @param memory the shared memory of this worker, used if both are on the same node
     * @param connection to the other worker if it is on another node, else null
     * @param net has the channels between sites; null for a topology on one node
     * @param assignmentEpoch of the assignment by which they are made
     */
    static PeerLinks open(
            WorkerSpec spec,
            Wiring wiring,
            List<OwnExecutor> executors,
            SharedMemory memory,
            PeerEndpoint endpoint,
            Peer connection,
            NetEnds net,
            long assignmentEpoch)
            throws IOException {
        boolean resends = connection != null && net.resendsTo(endpoint);
        GeoRoutes routes = resends ? net.routesTo(endpoint, connection) : null;
        GeoTarget target = new GeoTarget(endpoint.worker(), endpoint.region());
        List<RingProducer> opened = new ArrayList<>();
        List<Map<Integer, Path>> paths = new ArrayList<>();
        try {
            for (OwnExecutor own : executors) {
                Map<Integer, Path> ofTask = new HashMap<>();
                for (ExecutorEndpoint end : endpoint.executors()) {
                    Path path = new Path(
                            connection == null
                                    ? ringLink(spec, wiring, own, memory, end, opened)
                                    : netLink(
                                            wiring,
                                            own,
                                            connection,
                                            end,
                                            net,
                                            routes,
                                            target,
                                            endpoint.epoch(),
                                            assignmentEpoch));
                    end.tasks().forEach(task -> ofTask.put(task, path));
                }
                paths.add(ofTask);
            }
        } catch (IOException | RuntimeException e) {
            opened.forEach(RingProducer::close);
            throw e;
        }
        return new PeerLinks(endpoint, connection, paths, resends);
    }

    private static Link netLink(
            Wiring wiring,
            OwnExecutor own,
            Peer connection,
            ExecutorEndpoint end,
            NetEnds net,
            GeoRoutes routes,
            GeoTarget target,
            long workerEpoch,
            long assignmentEpoch) {
        NetLink plain = new NetLink(
                connection,
                own.encoder(),
                wiring,
                end.tasks().get(0),
                own.executor().paths());
        if (routes == null) {
            return plain;
        }
        GeoLink direct = new GeoLink(
                plain,
                net.gate(own).over(routes, target, assignmentEpoch),
                own.encoder(),
                wiring,
                wiring.tasks().taskCount(),
                own.executor().paths());
        if (!net.copiesOnce()) {
            return direct;
        }
        return new MulticastLink(
                direct,
                net.gate(own).copiesTo(target.region(), net, own.encoder()),
                new CopyTarget(target.worker(), target.region(), workerEpoch, assignmentEpoch, end.tasks()),
                own.executor().paths());
    }

    private static RingLink ringLink(
            WorkerSpec spec,
            Wiring wiring,
            OwnExecutor own,
            SharedMemory memory,
            ExecutorEndpoint end,
            List<RingProducer> opened)
            throws IOException {
        RingProducer producer = RingProducer.open(
                java.nio.file.Path.of(end.ring()),
                memory.lock(),
                own.executor().inbound().bell());
        opened.add(producer);
        return new RingLink(
                producer,
                own.encoder(),
                flags(end.tasks(), wiring),
                wiring,
                RingSizes.ringBytes(spec.config()),
                own.executor().paths());
    }

    private static IntUnaryOperator flags(List<Integer> tasks, Wiring wiring) {
        int[] flagOfTask = new int[wiring.tasks().taskCount() + 1];
        for (int i = 0; i < tasks.size(); i++) {
            flagOfTask[tasks.get(i)] = i;
        }
        return task -> flagOfTask[task];
    }

    PeerEndpoint endpoint() {
        return endpoint;
    }

    Peer connection() {
        return connection;
    }

    /** Returns the path of an own executor to a task, or null if that task does not run there. */
    Path path(int ownExecutor, int task) {
        return paths.get(ownExecutor).get(task);
    }

    /** Gives up what waits for the worker, on the thread of an own executor that uses other paths now. */
    void abandon(int ownExecutor) {
        paths.get(ownExecutor).values().stream()
                .distinct()
                .forEach(path -> path.link().abandon());
    }

    /** Whether tuples go by channels between sites, which lose nothing with a connection. */
    boolean resends() {
        return resends;
    }

    /** Closes the paths of an own executor, on its thread. Only allowed if nothing was ever sent over them. */
    void closeUnused(int ownExecutor) {
        paths.get(ownExecutor).values().stream()
                .distinct()
                .forEach(path -> path.link().close());
    }
}
