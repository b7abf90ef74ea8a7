// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import io.millrace.api.ClusterProvider;
import io.millrace.api.Millrace;
import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.client.Clusters;
import io.millrace.cluster.model.ClusterException;
import io.millrace.runtime.settings.ClusterKeys;
import io.millrace.runtime.settings.KnownKeys;

/**
 * The provider of {@link Millrace#local()} with processes and of {@link Millrace#connect}; the service loader finds it.
 */
public final class LocalClusterProvider implements ClusterProvider {

    @Override
    public Millrace start(Config config, boolean shutdownHook) {
        Config checked = KnownKeys.checked(config.asMap(), "Millrace.local()");
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
        Config checked = KnownKeys.checked(settings.asMap(), "Millrace.connect()")
                .with(ClusterKeys.ZOOKEEPER_CONNECT, zooKeeper);
        try {
            Cluster cluster = Clusters.connect(checked);
            return new ClusterEngine(
                    cluster,
                    new ServiceConnections(cluster, checked),
                    KnownKeys.ofTopology(checked),
                    null,
                    () -> ClusterHealth.of(cluster),
                    false,
                    cluster::close);
        } catch (ClusterException e) {
            throw new TopologyException(e.getMessage(), e);
        }
    }
}
