// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.api.Topology;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.service.ServiceConnection;
import io.millrace.runtime.service.ServiceHandles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The topologies that clients of REST ask. The leading controller is then a service of each, from the first request
 * until a minute without one. Any thread.
 */
final class AskedTopologies implements AutoCloseable {

    static final long IDLE_MILLIS = 60_000;

    private final BiFunction<TopologyRecord, Topology, Connection> opener;
    private final LongSupplier millis;

    // Guarded by this
    private final Map<String, Asked> byId = new HashMap<>();
    private boolean closed;

    /** A connection with the workers of a topology. */
    interface Connection extends AutoCloseable {

        ServiceHandles handles();

        @Override
        void close();
    }

    /** A connection that is open, or being opened by its first request. Guarded by the outer instance. */
    private static final class Asked {

        private final CompletableFuture<Connection> connection = new CompletableFuture<>();
        private int pending;
        private long lastMillis;
    }

    /** @param millis the monotonic clock */
    AskedTopologies(BiFunction<TopologyRecord, Topology, Connection> opener, LongSupplier millis) {
        this.opener = opener;
        this.millis = millis;
    }

    /** Returns the function that opens connections of this process. */
    static BiFunction<TopologyRecord, Topology, Connection> opener(Config config, String clusterId) {
        return (record, graph) -> {
            // The registry has a session of its own, because the registration of a service ends with its session
            Registry registry = Registry.open(config);
            try {
                // The controller has no classes of authors
                ServiceConnection service =
                        new ServiceConnection(registry, clusterId, config, record, graph, null, System::nanoTime);
                return new Connection() {
                    @Override
                    public ServiceHandles handles() {
                        return service.handles();
                    }

                    @Override
                    public void close() {
                        service.close();
                        registry.close();
                    }
                };
            } catch (RuntimeException e) {
                registry.close();
                throw e;
            }
        };
    }

    /**
     * Asks a function.
     *
     * @param request asks a function of the topology; its exceptions are thrown
     * @return the stage of the request; cancelling it gives the request up
     */
    CompletionStage<Tuple> ask(
            TopologyRecord record, Topology graph, Function<ServiceHandles, CompletionStage<Tuple>> request) {
        Asked asked = new Asked();
        Asked before = begin(record.id(), asked);
        if (before == null) {
            open(asked, record, graph);
        } else {
            asked = before;
        }
        return ask(asked, request);
    }

    private CompletionStage<Tuple> ask(Asked asked, Function<ServiceHandles, CompletionStage<Tuple>> request) {
        CompletionStage<Tuple> answer;
        try {
            answer = request.apply(connected(asked).handles());
        } catch (RuntimeException e) {
            end(asked);
            throw e;
        }
        answer.whenComplete((tuple, failure) -> end(asked));
        return answer;
    }

    /** Counts a request. Returns null if it is the first one of its topology, which must open the connection. */
    private synchronized Asked begin(String id, Asked first) {
        if (closed) {
            throw new ClusterException(Reason.NO_CLUSTER, "this controller ends: try again");
        }
        Asked before = byId.putIfAbsent(id, first);
        (before == null ? first : before).pending++;
        return before;
    }

    /** Opens a connection. Not under the lock, as it may wait for ZooKeeper, and other answers need the lock. */
    private void open(Asked asked, TopologyRecord record, Topology graph) {
        try {
            asked.connection.complete(opener.apply(record, graph));
        } catch (RuntimeException | Error e) {
            synchronized (this) {
                byId.remove(record.id(), asked);
            }
            asked.connection.completeExceptionally(e);
        }
    }

    private static Connection connected(Asked asked) {
        try {
            return asked.connection.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    private synchronized void end(Asked asked) {
        asked.pending--;
        asked.lastMillis = millis.getAsLong();
    }

    /** Closes the connections that have not been used for a while, and those to topologies that are not kept. */
    void retain(Predicate<String> keptIds) {
        List<Asked> unused = new ArrayList<>();
        synchronized (this) {
            long now = millis.getAsLong();
            byId.entrySet().removeIf(entry -> {
                Asked asked = entry.getValue();
                boolean idle = asked.pending == 0 && now - asked.lastMillis >= IDLE_MILLIS;
                if (idle || !keptIds.test(entry.getKey())) {
                    unused.add(asked);
                    return true;
                }
                return false;
            });
        }
        // A connection that is still being opened is closed as soon as it is open
        unused.forEach(asked -> asked.connection.thenAccept(Connection::close));
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        retain(id -> false);
    }
}
