// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.storm;

import io.millrace.benchmarks.macro.EngineProcess;
import io.millrace.benchmarks.macro.Hosts;
import io.millrace.benchmarks.macro.Installation;
import io.millrace.benchmarks.macro.Pause;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.testing.InProcessZookeeper;

/**
 * Storm as it is deployed: ZooKeeper in this process, Nimbus and each supervisor in one of its own, and a supervisor
 * starts a process per worker. On hosts there is a supervisor on each, and the others are on the hub.
 */
final class Cluster {

    private Cluster() {}

    /** The settings of a topology with so many workers, for the lowest latency. */
    static Config config(int workers) {
        Config config = new Config();
        config.setNumWorkers(workers);
        config.put(Config.TOPOLOGY_PRODUCER_BATCH_SIZE, 1);
        config.put(Config.TOPOLOGY_TRANSFER_BATCH_SIZE, 1);
        // Else a shuffle prefers the tasks of its own worker
        config.put(Config.TOPOLOGY_DISABLE_LOADAWARE_MESSAGING, true);
        // A source that looks for what is due only every millisecond would be most of what is measured; but the
        // spinning sources of two processes take the cores that others need, so there they sleep as little as can be
        config.put(Config.TOPOLOGY_SPOUT_WAIT_STRATEGY, "org.apache.storm.policy.WaitStrategyPark");
        config.put(Config.TOPOLOGY_SPOUT_WAIT_PARK_MICROSEC, Hosts.isOnOne() ? Pause.MICROS : workers == 1 ? 0 : 1);
        return config;
    }

    /** Starts it on this machine and runs the topology. */
    static AutoCloseable start(int workers, Config config, StormTopology topology, Path directory) throws Exception {
        return start(workers, config, topology, directory, Hosts.HERE);
    }

    static AutoCloseable start(int workers, Config config, StormTopology topology, Path directory, Hosts hosts)
            throws Exception {
        List<AutoCloseable> parts = new ArrayList<>();
        AutoCloseable all = () -> {
            for (AutoCloseable part : parts) {
                part.close();
            }
        };
        try {
            InProcessZookeeper zookeeper = new InProcessZookeeper();
            Plugins plugins = Plugins.ofProperties();
            StormCluster cluster =
                    StormCluster.create(directory.resolve("storm"), zookeeper.getPort(), workers, hosts, plugins);
            StormInstallation home = cluster.home();
            // Ended in this order: who starts workers first
            for (StormInstallation node : cluster.nodes()) {
                parts.add(EngineProcess.start(node.host(), node.options(), Daemon.class, Daemon.SUPERVISOR));
            }
            parts.add(EngineProcess.start(home.host(), home.options(), Daemon.class, Daemon.NIMBUS));
            parts.add(zookeeper);
            Installation.use(home.options());
            plugins.addTo(config);
            config.put(Config.TOPOLOGY_CLASSPATH, home.classPath());
            System.setProperty("storm.jar", Installation.emptyJar(directory).toString());
            StormInstallation.awaitNimbus(cluster.nodes().size());
            StormSubmitter.submitTopology("benchmark", config, topology);
        } catch (Exception e) {
            all.close();
            throw e;
        }
        return all;
    }
}
