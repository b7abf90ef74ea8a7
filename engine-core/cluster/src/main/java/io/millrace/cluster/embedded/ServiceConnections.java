// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterRecord;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.registry.RegistryException;
import io.millrace.cluster.registry.Versioned;
import io.millrace.cluster.service.ServiceConnection;
import io.millrace.runtime.service.ServiceHandles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections of an engine to the workers of those topologies that it feeds, asks or takes from. The first
 * connection connects to ZooKeeper too. Any thread.
 */
final class ServiceConnections implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ServiceConnections.class);

    private final Cluster cluster;
    private final Config config;

    // Guarded by this
    private final Map<String, ServiceConnection> connections = new HashMap<>();
    private Registry registry;
    private boolean closed;

    ServiceConnections(Cluster cluster, Config config) {
        this.cluster = cluster;
        this.config = config;
    }

    /**
     * Returns the handles of a topology.
     *
     * @throws TopologyException if the topology has ended, or ZooKeeper or the controller does not answer
     */
    ServiceHandles of(String name, String id) {
        ServiceConnection replaced = null;
        ServiceConnection open;
        synchronized (this) {
            if (closed) {
                throw new TopologyException("this engine is closed: start or connect another one");
            }
            open = connections.get(name);
            if (open == null || !open.topologyId().equals(id)) {
                try {
                    ServiceConnection opened = open(name, id);
                    replaced = connections.put(name, opened);
                    open = opened;
                } catch (ClusterException | RegistryException e) {
                    throw new TopologyException(e.getMessage(), e);
                }
            }
        }
        // Close it without the lock: the close waits for its thread, which may be completing a stage whose next step
        // asks again
        if (replaced != null) {
            replaced.close();
        }
        return open.handles();
    }

    /** Begins to connect while the workers start; the first handle reports errors. */
    void begin(String name, String id) {
        try {
            of(name, id);
        } catch (TopologyException e) {
            LOG.debug("topology '{}' is connected later: {}", name, e.getMessage());
        }
    }

    /** Returns the running topologies of which a part is not connected with any worker, one line each. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        synchronized (this) {
            connections.forEach((name, connection) -> {
                List<String> unconnected = connection.unconnected();
                if (!unconnected.isEmpty()) {
                    problems.add("topology '" + name + "': no worker of '" + String.join("', '", unconnected)
                            + "' is connected");
                }
            });
        }
        return problems;
    }

    private ServiceConnection open(String name, String id) {
        if (registry == null) {
            registry = Registry.open(config);
        }
        TopologyRecord record = registry.readTopology(name)
                .map(Versioned::value)
                .filter(now -> now.id().equals(id))
                .orElseThrow(() -> new TopologyException("topology '" + name + "' was killed"));
        String clusterId = registry.readCluster()
                .map(ClusterRecord::id)
                .orElseThrow(() -> new TopologyException("the cluster of '" + name + "' is gone"));
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return new ServiceConnection(
                registry,
                clusterId,
                config,
                record,
                cluster.topology(record.topologyDigest(), registry.nodeSecret()),
                context == null ? ServiceConnections.class.getClassLoader() : context,
                System::nanoTime);
    }

    @Override
    public void close() {
        List<ServiceConnection> open;
        synchronized (this) {
            closed = true;
            open = List.copyOf(connections.values());
            connections.clear();
        }
        open.forEach(ServiceConnection::close);
        synchronized (this) {
            if (registry != null) {
                registry.close();
                registry = null;
            }
        }
    }
}
