package io.millrace.cluster.embedded;

import io.millrace.api.EngineProvider;
import io.millrace.api.Millrace;
import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.client.Clusters;
import io.millrace.cluster.config.ClusterKeys;
import io.millrace.cluster.config.ConfigSources;
import io.millrace.cluster.model.ClusterException;

/** The provider of {@link Millrace#local()} and {@link Millrace#connect}; the service loader finds it. */
public final class LocalEngineProvider implements EngineProvider {

    @Override
    public Millrace start(Config config, boolean processes, boolean shutdownHook) {
        Config checked = ConfigSources.checked(config.asMap(), "Millrace.local()");
        if (!processes) {
            return new InProcessEngine(checked, shutdownHook);
        }
        try {
            LocalCluster local = LocalCluster.start(checked);
            return new ClusterEngine(
                    local.cluster(),
                    new ServiceConnections(local.cluster(), local.config()),
                    Config.empty(),
                    local.classPath(),
                    local::health,
                    shutdownHook,
                    local::close);
        } catch (ClusterException e) {
            throw new TopologyException(e.getMessage(), e);
        }
    }

    @Override
    public Millrace connect(String zooKeeper, Config settings) {
        Config checked = ConfigSources.checked(settings.asMap(), "Millrace.connect()")
                .with(ClusterKeys.ZOOKEEPER_CONNECT, zooKeeper);
        try {
            Cluster cluster = Clusters.connect(checked);
            return new ClusterEngine(
                    cluster,
                    new ServiceConnections(cluster, checked),
                    ConfigSources.ofTopology(checked),
                    null,
                    () -> ClusterHealth.of(cluster),
                    false,
                    cluster::close);
        } catch (ClusterException e) {
            throw new TopologyException(e.getMessage(), e);
        }
    }
}
