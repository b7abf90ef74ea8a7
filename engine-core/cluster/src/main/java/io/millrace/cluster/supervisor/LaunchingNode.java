// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor;

import io.millrace.api.config.Config;
import io.millrace.cluster.config.Directories;
import io.millrace.cluster.config.Encryption;
import io.millrace.cluster.config.ZooKeeperAuth;
import io.millrace.cluster.config.ZooKeeperTls;
import io.millrace.cluster.launch.LaunchSpec;
import io.millrace.runtime.settings.ClusterKeys;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The parameters that a node gives to each worker that it launches.
 *
 * @param config the supervisor's configuration
 * @param embedded whether workers end with this process
 * @param base the directory of the workers' directories in shared memory
 * @param resources the directory of the extracted resources of jars
 */
record LaunchingNode(String node, String clusterId, Config config, boolean embedded, Path base, Path resources) {

    LaunchSpec.Cluster cluster() {
        return new LaunchSpec.Cluster(clusterId, clusterConfig());
    }

    String host() {
        return config.get(ClusterKeys.NODE_HOST);
    }

    /** Returns the settings of the supervisor that a worker needs. */
    private Map<String, String> clusterConfig() {
        Map<String, String> values = new TreeMap<>(Encryption.forWorkers(config));
        values.putAll(ZooKeeperAuth.forWorkers(config));
        values.putAll(ZooKeeperTls.forWorkers(config));
        for (String key : List.of(
                ClusterKeys.ZOOKEEPER_CONNECT.name(),
                ClusterKeys.ZOOKEEPER_ROOT.name(),
                ClusterKeys.ZOOKEEPER_SESSION_TIMEOUT.name(),
                ClusterKeys.WORKER_STOP_TIMEOUT.name(),
                ClusterKeys.NODE_REGION.name(),
                ClusterKeys.SUPERVISOR_RESOURCES_MAX_BYTES.name(),
                ClusterKeys.REGION_COST_EGRESS.name(),
                ClusterKeys.REGION_COST_VM.name())) {
            config.get(key).ifPresent(value -> values.put(key, value));
        }
        // A path may be relative, and a worker has another working directory
        values.put(
                ClusterKeys.SUPERVISOR_DATA_DIR.name(),
                Directories.path(config, ClusterKeys.SUPERVISOR_DATA_DIR).toString());
        return values;
    }
}
