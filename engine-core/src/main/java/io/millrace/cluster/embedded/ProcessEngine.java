package io.millrace.cluster.embedded;

import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology;
import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.client.ClusterException;
import io.millrace.cluster.client.Submission;
import io.millrace.cluster.client.TopologyInfo;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** An engine whose workers are processes, on an embedded cluster; any thread. */
final class ProcessEngine implements Millrace {

    private final LocalCluster local;
    private final AtomicBoolean closed = new AtomicBoolean();

    ProcessEngine(LocalCluster local) {
        this.local = local;
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
    public void close() {
        if (closed.compareAndSet(false, true)) {
            local.close();
        }
    }
}
