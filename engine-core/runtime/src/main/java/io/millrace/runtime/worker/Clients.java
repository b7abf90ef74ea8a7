// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.api.config.TopologyKeys;
import io.millrace.ipc.liveness.ProcessLock;
import io.millrace.ipc.ring.RingProducer;
import io.millrace.runtime.remote.MessagePath;
import io.millrace.runtime.remote.NetPath;
import io.millrace.runtime.remote.RingPath;
import io.millrace.runtime.remote.ServiceGate;
import io.millrace.transport.Peer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the paths from this worker's executors to services of other processes consistent with the registered services.
 * Any thread may call, one at a time.
 */
final class Clients implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Clients.class);

    private final WorkerSpec spec;
    private final SharedMemory memory;
    private final NetEnds net;

    /** The executors whose tasks services reach. */
    private final List<Served> served;

    private final Map<String, Linked> linked = new HashMap<>();

    /** The services that are proven dead, but still registered. */
    private final Set<String> dead = new HashSet<>();

    /** The services that could not be reached at the last try, so that each is logged once. */
    private final Set<String> unreached = new HashSet<>();

    private boolean closed;

    /** An executor and its gate. */
    record Served(OwnExecutor own, ServiceGate gate) {
        private void submit(Runnable command) {
            own.executor().submit(command);
        }
    }

    /** @param connection connection to the service; null if its ring is used */
    private record Linked(ClientEndpoint endpoint, Peer connection, long drops) {

        private long dropsNow() {
            return connection.counters().drops().values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
        }
    }

    /**
     * @param memory memory of the worker; null for a worker without rings
     * @param net transport of the worker; null for a worker without one
     */
    Clients(WorkerSpec spec, List<Served> served, SharedMemory memory, NetEnds net) {
        this.spec = spec;
        this.served = served;
        this.memory = memory;
        this.net = net;
    }

    /** Takes the services that are registered now. */
    synchronized void update(Collection<ClientEndpoint> registered) {
        if (closed || served.isEmpty()) {
            return;
        }
        Map<String, ClientEndpoint> up = new HashMap<>();
        registered.forEach(client -> up.put(client.client(), client));
        dead.retainAll(up.keySet());
        unreached.retainAll(up.keySet());
        up.values().stream()
                .filter(this::isProvenDead)
                .map(ClientEndpoint::client)
                .forEach(dead::add);
        up.keySet().removeAll(dead);
        if (net != null) {
            net.clients(up.keySet());
        }
        List.copyOf(linked.values()).forEach(client -> {
            if (!client.endpoint().equals(up.get(client.endpoint().client()))) {
                unlink(client);
            } else {
                beginAnewAfterDrops(client);
            }
        });
        up.forEach((name, client) -> {
            if (!linked.containsKey(name)) {
                link(client);
            }
        });
    }

    private boolean sharesMemory(ClientEndpoint client) {
        return memory != null && client.neighbour().node().equals(spec.node());
    }

    private boolean isProvenDead(ClientEndpoint client) {
        try {
            return sharesMemory(client)
                    && !ProcessLock.isAlive(Path.of(client.neighbour().lockFile()));
        } catch (IOException e) {
            return false;
        }
    }

    private void link(ClientEndpoint client) {
        List<MessagePath> paths = new ArrayList<>();
        try {
            Peer connection = sharesMemory(client) ? null : connect(client);
            int maxBytes = Math.toIntExact(spec.config().get(TopologyKeys.MESSAGE_MAX_BYTES));
            for (Served one : served) {
                paths.add(
                        connection == null
                                ? new RingPath(
                                        RingProducer.open(
                                                Path.of(client.neighbour().ring()),
                                                memory.lock(),
                                                one.own().executor().inbound().bell()),
                                        one.own().codec(),
                                        RingSizes.ringBytes(spec.config()),
                                        maxBytes)
                                : new NetPath(
                                        connection,
                                        one.own().executor().taskIds().get(0),
                                        one.own().codec(),
                                        maxBytes));
            }
            linked.put(client.client(), new Linked(client, connection, 0));
            unreached.remove(client.client());
            for (int i = 0; i < paths.size(); i++) {
                Served one = served.get(i);
                MessagePath path = paths.get(i);
                one.submit(() -> one.gate().attach(client.client(), client.id(), path));
            }
        } catch (IOException e) {
            paths.forEach(MessagePath::close);
            if (unreached.add(client.client())) {
                LOG.warn("worker {} cannot reach {}: {}", spec.worker(), client.client(), e.getMessage());
            }
        }
    }

    private Peer connect(ClientEndpoint client) throws IOException {
        if (net == null || client.port() == 0) {
            throw new IOException("it is not on this worker's node, and " + (net == null ? "this worker" : "it")
                    + " has no transport");
        }
        return net.connect(client);
    }

    private void unlink(Linked client) {
        linked.remove(client.endpoint().client());
        served.forEach(one -> one.submit(() -> {
            one.gate().detach(client.endpoint().id());
            if (client.connection() == null) {
                one.own().executor().reclaim();
            }
        }));
        if (client.connection() != null) {
            net.disconnect(client.connection());
        }
    }

    /** Lets services begin anew whose connections have dropped messages since the last call. */
    synchronized void countDrops() {
        List.copyOf(linked.values()).forEach(this::beginAnewAfterDrops);
    }

    private void beginAnewAfterDrops(Linked client) {
        if (client.connection() == null) {
            return;
        }
        long drops = client.dropsNow();
        if (drops != client.drops()) {
            linked.put(client.endpoint().client(), new Linked(client.endpoint(), client.connection(), drops));
            served.forEach(one ->
                    one.submit(() -> one.gate().beginAnew(client.endpoint().id())));
        }
    }

    /** Ends the updates. The executors close the paths. */
    @Override
    public synchronized void close() {
        closed = true;
        linked.values().forEach(client -> {
            if (client.connection() != null) {
                net.disconnect(client.connection());
            }
        });
        linked.clear();
    }
}
