// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.jstorm;

import backtype.storm.Config;
import backtype.storm.StormSubmitter;
import backtype.storm.generated.StormTopology;
import com.alibaba.jstorm.client.ConfigExtension;
import com.alibaba.jstorm.zk.Factory;
import com.alibaba.jstorm.zk.Zookeeper;
import io.millrace.benchmarks.macro.EngineProcess;
import io.millrace.benchmarks.macro.Hosts;
import io.millrace.benchmarks.macro.Installation;
import io.millrace.benchmarks.macro.Signals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * JStorm as it is deployed: ZooKeeper in this process, Nimbus and each supervisor in one of its own, and a supervisor
 * starts a process per worker. On hosts there is a supervisor on each, and the others are on the hub.
 */
final class Cluster {

    private static final long START_SECONDS = 60;

    private Cluster() {}

    /** The settings of a topology with so many workers. */
    static Config config(int workers) {
        Config config = new Config();
        config.setNumWorkers(workers);
        // Else a shuffle prefers the tasks of its own worker
        ConfigExtension.setShuffleEnableInterPath(config, false);
        // The master of the topology would take a worker of its own
        config.put("topology.master.single.worker", false);
        return config;
    }

    /** Starts it and runs the topology. */
    static AutoCloseable start(int workers, Config config, StormTopology topology, Path directory, Hosts hosts)
            throws Exception {
        List<AutoCloseable> parts = new ArrayList<>();
        AutoCloseable all = () -> {
            for (AutoCloseable part : parts) {
                part.close();
            }
        };
        try {
            JStormCluster cluster = JStormCluster.create(directory.resolve("jstorm"), workers, hosts);
            JStormInstallation home = cluster.home();
            Installation.use(home.options("client"));
            Factory zookeeper = Zookeeper.mkInprocessZookeeper(
                    directory.resolve("zookeeper").toString(), cluster.zookeeperPort());
            // Ended in this order: who starts workers first
            for (JStormInstallation node : cluster.nodes()) {
                parts.add(daemon(node, Daemon.SUPERVISOR));
            }
            Path leads = directory.resolve("leads");
            parts.add(daemon(home, Daemon.NIMBUS, leads.toString()));
            parts.add(zookeeper::shutdown);
            System.setProperty("storm.jar", Installation.emptyJar(directory).toString());
            Signals.await(
                    "a leading Nimbus with its supervisors",
                    START_SECONDS,
                    () -> Files.exists(leads)
                            && JStormInstallation.isUp(cluster.nodes().size()));
            StormSubmitter.submitTopology("benchmark", config, topology);
        } catch (Exception e) {
            all.close();
            throw e;
        }
        return all;
    }

    private static EngineProcess daemon(JStormInstallation node, String name, String... arguments) throws IOException {
        String[] all = Stream.concat(Stream.of(name), Stream.of(arguments)).toArray(String[]::new);
        return EngineProcess.start(node.host(), node.options(name), Daemon.class, all);
    }
}
