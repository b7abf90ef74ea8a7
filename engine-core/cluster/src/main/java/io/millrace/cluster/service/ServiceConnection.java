// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.service;

import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.cluster.config.Encryption;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.process.Loop;
import io.millrace.cluster.process.Wakeup;
import io.millrace.cluster.registry.ClusterWatch;
import io.millrace.cluster.registry.EphemeralNode;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.cluster.registry.Versioned;
import io.millrace.runtime.client.ClientSpec;
import io.millrace.runtime.client.ServiceClient;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.service.ServiceHandles;
import io.millrace.runtime.settings.ClusterKeys;
import io.millrace.runtime.worker.NetSettings;
import io.millrace.runtime.worker.PeerEndpoint;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Connects this process as a service with the workers of one topology. Its loop registers the service, follows the
 * workers that are up, and ends the handles with the topology. While ZooKeeper is away, the workers stay those that
 * were up last, and only their connections and heartbeats are checked.
 */
public final class ServiceConnection implements AutoCloseable {

    private static final long CHECK_MILLIS = 1_000;

    private final Registry registry;
    private final TopologyRecord topology;
    private final ClientSpec spec;
    private final ServiceHandles handles;
    private final LongSupplier clock;
    private final Wakeup wakeup = new Wakeup();
    private final ClusterWatch watch;
    private final Loop loop;

    /** Whether the topology has ended. Set by the loop. */
    private volatile boolean ended;

    // Owned by the loop; null until the first worker is up
    private ServiceClient client;
    private EphemeralNode registration;

    /**
     * @param config the configuration of this process: its node, and its transport
     * @param loader a class loader that sees the classes of the values; null for only the built-in types
     * @param clock the clock, in nanoseconds
     */
    public ServiceConnection(
            Registry registry,
            String clusterId,
            Config config,
            TopologyRecord record,
            Topology graph,
            ClassLoader loader,
            LongSupplier clock) {
        this.registry = registry;
        this.topology = record;
        this.clock = clock;
        Config settings = Config.of(record.config());
        this.spec = new ClientSpec(
                record.id(),
                record.name(),
                graph,
                settings,
                config.get(ClusterKeys.NODE_ID),
                new NetSettings(clusterId, record.secret(), config.get(ClusterKeys.NODE_HOST), Encryption.of(config)),
                loader);
        this.handles = new ServiceHandles(record.name(), graph, settings, clock);
        this.watch = ClusterWatch.topology(registry, record.name(), wakeup::signal);
        this.loop = new Loop("millrace-" + record.name() + "-service", wakeup, this::pass);
        loop.start();
    }

    public String topologyId() {
        return topology.id();
    }

    public ServiceHandles handles() {
        return handles;
    }

    /** Returns the fed spouts and results bolts without a connected worker; none once the topology has ended. */
    public List<String> unconnected() {
        return ended ? List.of() : handles.unconnected();
    }

    private long pass() {
        if (client != null) {
            client.check();
        }
        if (!ended && registry.connected() && watch.ready()) {
            TopologyView view = watch.view().topologies().get(topology.name());
            if (view != null
                    && view.record().id().equals(topology.id())
                    && !view.record().ended()) {
                follow(view.workers().values());
            } else {
                endIfConfirmed();
            }
        }
        return CHECK_MILLIS;
    }

    private void follow(Collection<PeerEndpoint> workers) {
        if (client == null) {
            if (workers.isEmpty()) {
                return;
            }
            client = new ServiceClient(spec, handles, workers, clock);
        }
        client.workers(workers);
        byte[] endpoint = Json.write(client.endpoint());
        if (registration == null) {
            registration = registry.ephemeral(
                    registry.paths()
                            .client(
                                    topology.name(),
                                    topology.id(),
                                    client.endpoint().client()),
                    endpoint,
                    holder -> true,
                    wakeup::signal);
        }
        if (registration.ensure()) {
            registration.write(endpoint);
        }
    }

    /** Ends if the registry itself confirms it, as the copy may be late. */
    private void endIfConfirmed() {
        Optional<Optional<TopologyRecord>> confirmed = registry.confirmed(
                spec.net().clusterId(),
                () -> registry.readTopology(topology.name())
                        .map(Versioned::value)
                        .filter(now -> now.id().equals(topology.id())));
        if (confirmed.isEmpty() || confirmed.get().filter(now -> !now.ended()).isPresent()) {
            return;
        }
        Optional<TopologyRecord> record = confirmed.get();
        ended = true;
        String failure = record.map(TopologyRecord::failure).orElse(null);
        handles.end(
                "topology '" + topology.name() + "' " + (failure == null ? "was killed" : "has failed: " + failure));
        closeClient();
    }

    private void closeClient() {
        if (client != null) {
            client.close();
        }
    }

    /** Closes the connection. The registration ends with the registry's session. */
    @Override
    public void close() {
        loop.close();
        watch.close();
        handles.end("the connection to the cluster is closed");
        closeClient();
    }
}
