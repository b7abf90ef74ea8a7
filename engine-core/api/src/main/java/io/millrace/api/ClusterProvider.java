// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import java.util.ServiceLoader;

/**
 * Starts a cluster on this machine for {@link Millrace#local()} with processes, and connects to clusters. Found by
 * {@link ServiceLoader}. Public for engines only: authors call {@link Millrace}.
 */
public interface ClusterProvider {

    /**
     * Starts a cluster whose processes run on this machine.
     *
     * @param shutdownHook whether the engine closes itself when the JVM shuts down
     * @throws TopologyException if a setting is wrong, or something that the cluster needs is missing
     */
    Millrace start(Config config, boolean shutdownHook);

    /**
     * Connects to a cluster.
     *
     * @param zooKeeper the addresses of the cluster's ZooKeeper, host:port separated by commas
     * @throws TopologyException if a setting is wrong, or there is no cluster
     */
    Millrace connect(String zooKeeper, Config settings);

    /**
     * Finds the cluster's classes on the class path.
     *
     * @throws TopologyException if they are missing
     */
    static ClusterProvider load() {
        return ServiceLoader.load(ClusterProvider.class, ClusterProvider.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new TopologyException("processes() and connect(...) need a cluster's classes: add"
                        + " io.millrace:millrace-cluster to the class path"));
    }
}
