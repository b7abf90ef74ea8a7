// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.client;

import io.millrace.api.config.NodeLink;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.ipc.ring.RingProducer;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.remote.MessagePath;
import io.millrace.runtime.remote.NetPath;
import io.millrace.runtime.remote.RingPath;
import io.millrace.runtime.service.ServiceHandles;
import io.millrace.runtime.worker.ClientEndpoint;
import io.millrace.runtime.worker.ExecutorEndpoint;
import io.millrace.runtime.worker.PeerEndpoint;
import io.millrace.runtime.worker.RingSizes;
import io.millrace.transport.Peer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A service's end of the rings and connections to the workers of one topology. It follows the workers that are up:
 * requests that were under way in a worker that has died go back to the handles, which repeat or fail them. Any thread.
 */
public final class ServiceClient implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ServiceClient.class);

    private final ClientSpec spec;
    private final String name;
    private final long id;
    private final ClientTopology topology;
    private final AtomicLong numbers = new AtomicLong();
    private final int maxBytes;

    private final LongSupplier clock;
    private final long longestSilenceNanos;

    private final String node;
    private final ClientMemory memory;
    private final ClientThread thread;
    private final ClientLinks links;
    private final AtomicBoolean checking = new AtomicBoolean();

    // Guarded by this
    private final Map<String, WorkerLinks> workers = new HashMap<>();
    private final Map<String, Long> drops = new HashMap<>();
    private final Map<String, Long> epochs = new HashMap<>();
    private ClientNet net;
    private boolean closed;

    /**
     * @param handles handles that get the ways to the tasks
     * @param up the workers of the topology that are up; at least one
     * @param clock in nanoseconds, for the signs of life of workers
     * @throws TopologyException if shared memory or a port is not available
     */
    public ServiceClient(ClientSpec spec, ServiceHandles handles, Collection<PeerEndpoint> up, LongSupplier clock) {
        this.spec = spec;
        this.id = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
        this.name = "client-" + ProcessHandle.current().pid() + "-" + Long.toString(id, 36);
        this.topology = new ClientTopology(spec);
        this.maxBytes = Math.toIntExact(spec.config().get(TopologyKeys.MESSAGE_MAX_BYTES));
        this.clock = clock;
        this.longestSilenceNanos = topology.longestSilenceNanos();
        boolean byRings = spec.config().get(TopologyKeys.NODE_LINK) == NodeLink.RING;
        PeerEndpoint neighbour = up.stream()
                .filter(worker -> byRings)
                .filter(worker -> spec.node().isEmpty() || worker.node().equals(spec.node()))
                .filter(ClientMemory::sees)
                .findFirst()
                .orElse(null);
        this.node = neighbour == null ? "" : neighbour.node();
        try {
            this.memory = neighbour == null ? null : new ClientMemory(ClientMemory.baseOf(neighbour), spec.config());
        } catch (IOException e) {
            throw new TopologyException(
                    "topology '" + spec.topologyName() + "' cannot be reached through shared memory: " + e.getMessage(),
                    e);
        }
        this.thread = new ClientThread(spec, memory);
        this.links = new ClientLinks(topology, handles);
        try {
            if (memory == null) {
                startNet();
            }
        } catch (RuntimeException e) {
            thread.close();
            throw e;
        }
        thread.start(links, new ClientReceiver(id, topology, links));
    }

    /**
     * Returns the endpoint by which workers reach this client, which changes when the first worker of another node is
     * up.
     */
    public synchronized ClientEndpoint endpoint() {
        return new ClientEndpoint(
                name,
                id,
                new ClientEndpoint.Neighbour(
                        node,
                        ProcessHandle.current().pid(),
                        memory == null ? "" : memory.lock().file().toString(),
                        memory == null ? "" : memory.ring().path().toString()),
                net == null ? "" : net.host(),
                net == null ? 0 : net.port());
    }

    /**
     * Notices that a connection has dropped messages, or that a worker which has requests shows no life. Must be called
     * every second, also while it is not known which workers are up.
     */
    public synchronized void check() {
        if (closed) {
            return;
        }
        workers.values().forEach(this::beginAnewAfterDrops);
        // The client's thread may be held up, and shall not run missed checks afterwards
        if (checking.compareAndSet(false, true)) {
            thread.submit(() -> {
                checking.set(false);
                links.check(clock.getAsLong(), longestSilenceNanos);
            });
        }
    }

    /**
     * Sets the workers that are up now. Must be called every second: it tries again to reach workers that were not
     * reachable.
     */
    public synchronized void workers(Collection<PeerEndpoint> up) {
        if (closed) {
            return;
        }
        Map<String, PeerEndpoint> newest = new HashMap<>();
        up.forEach(worker -> newest.merge(worker.worker(), worker, (a, b) -> a.epoch() > b.epoch() ? a : b));
        epochs.clear();
        newest.forEach((worker, endpoint) -> epochs.put(worker, endpoint.epoch()));
        if (net != null) {
            net.expect(epochs);
        }
        List.copyOf(workers.values()).forEach(linked -> {
            PeerEndpoint now = newest.get(linked.worker().worker());
            if (now == null || now.epoch() != linked.worker().epoch()) {
                unlink(linked);
            }
        });
        newest.forEach((worker, endpoint) -> {
            if (!workers.containsKey(worker)) {
                link(endpoint);
            }
        });
    }

    private void link(PeerEndpoint worker) {
        List<ExecutorEndpoint> ends = worker.executors().stream()
                .filter(executor -> executor.tasks().stream().anyMatch(topology::isEnd))
                .toList();
        boolean here = memory != null && worker.node().equals(node);
        if (ends.isEmpty() || !here && worker.port() == 0) {
            return;
        }
        Peer connection = null;
        List<ExecutorLink> made = new ArrayList<>();
        try {
            if (!here) {
                startNet();
                connection = net.connect(worker);
            }
            for (ExecutorEndpoint executor : ends) {
                MessagePath path = path(connection, executor);
                made.add(new ExecutorLink(id, worker.worker(), executor.tasks(), path, thread.bell(), numbers));
            }
            WorkerLinks linked = new WorkerLinks(worker, connection, made);
            workers.put(worker.worker(), linked);
            drops.put(worker.worker(), linked.drops());
            thread.submit(() -> links.add(linked));
        } catch (IOException e) {
            made.forEach(ExecutorLink::close);
            // The worker has died since, or is still starting: the next call tries again
            LOG.warn("worker {} of '{}' cannot be reached: {}", worker.worker(), spec.topologyName(), e.getMessage());
        }
    }

    private MessagePath path(Peer connection, ExecutorEndpoint executor) throws IOException {
        ValuesCodec codec = topology.newCodec();
        return connection == null
                ? new RingPath(
                        RingProducer.open(Path.of(executor.ring()), memory.lock(), thread.bell()),
                        codec,
                        RingSizes.ringBytes(spec.config()),
                        maxBytes)
                : new NetPath(connection, executor.tasks().get(0), codec, maxBytes);
    }

    private void startNet() {
        if (net == null) {
            net = new ClientNet(spec, name, thread.bell());
            net.expect(epochs);
            thread.poll(net);
        }
    }

    private void unlink(WorkerLinks linked) {
        workers.remove(linked.worker().worker());
        drops.remove(linked.worker().worker());
        thread.submit(() -> remove(linked, false));
    }

    /** The client's thread. */
    private void remove(WorkerLinks linked, boolean closes) {
        links.remove(linked, closes);
        if (memory != null) {
            memory.ring().reclaim();
        }
    }

    private void beginAnewAfterDrops(WorkerLinks linked) {
        long now = linked.drops();
        Long before = drops.put(linked.worker().worker(), now);
        if (before != null && before != now) {
            thread.submit(() -> links.beginAnew(linked));
        }
    }

    /** Ends the client. Requests that are under way go back to the handles, which the caller must have ended. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            List.copyOf(workers.values()).forEach(linked -> thread.submit(() -> remove(linked, true)));
            workers.clear();
        }
        thread.close();
        if (net != null) {
            net.close();
        }
        if (memory != null) {
            memory.close();
        }
    }
}
