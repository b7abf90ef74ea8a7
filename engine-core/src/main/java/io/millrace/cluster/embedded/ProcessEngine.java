package io.millrace.cluster.embedded;

import io.millrace.api.EngineHealth;
import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology;
import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.client.Submission;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.TopologyInfo;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** An engine whose workers are processes, on an embedded cluster; any thread. */
final class ProcessEngine implements Millrace {

    private final LocalCluster local;
    private final ShutdownHook hook;

    /** Guarded by this. */
    private boolean closed;

    ProcessEngine(LocalCluster local, boolean shutdownHook) {
        this.local = local;
        this.hook = shutdownHook ? ShutdownHook.install(this::close) : ShutdownHook.none();
    }

    @Override
    public RunningTopology submit(String name, Topology topology, Config config) {
        Objects.requireNonNull(topology);
        try {
            TopologyInfo info = local.cluster()
                    .submit(new Submission(name, topology, Objects.requireNonNull(config), null, local.classPath()));
            return new ClusterTopology(local.cluster(), info);
        } catch (ClusterException e) {
            throw new TopologyException(e.getMessage(), e);
        }
    }

    @Override
    public Optional<RunningTopology> topology(String name) {
        return local.cluster().list().stream()
                .filter(info -> info.name().equals(name))
                .findFirst()
                .map(info -> new ClusterTopology(local.cluster(), info));
    }

    @Override
    public List<String> topologies() {
        return local.cluster().list().stream().map(TopologyInfo::name).toList();
    }

    @Override
    public EngineHealth health() {
        synchronized (this) {
            if (closed) {
                return EngineHealth.down("the engine is closed");
            }
        }
        return local.health();
    }

    /** A second call waits for the first, as the JVM must not end between them. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            local.close();
            hook.remove();
        }
    }
}
