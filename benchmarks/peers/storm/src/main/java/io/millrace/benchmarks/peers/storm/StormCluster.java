// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.storm;

import io.millrace.benchmarks.macro.Hosts;
import io.millrace.benchmarks.macro.Installation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The installations of a cluster.
 *
 * @param home of Nimbus, and of whoever submits
 * @param nodes one per supervisor
 */
record StormCluster(StormInstallation home, List<StormInstallation> nodes) {

    /** @param workers of all nodes together */
    static StormCluster create(Path directory, long zookeeperPort, int workers, Hosts hosts, Plugins plugins)
            throws IOException {
        List<Hosts.Host> supervisors = supervisors(hosts, plugins);
        List<Integer> ports = Installation.freePorts(1 + supervisors.size() + workers);
        String hub = hosts.hub().address();
        List<String> common = new ArrayList<>(plugins.lines());
        common.add("storm.zookeeper.servers: [\"" + hub + "\"]");
        common.add("storm.zookeeper.port: " + zookeeperPort);
        common.add("nimbus.seeds: [\"" + hub + "\"]");
        common.add("nimbus.thrift.port: " + ports.get(0));
        List<StormInstallation> nodes = new ArrayList<>();
        int first = 1 + supervisors.size();
        for (int node = 0; node < supervisors.size(); node++) {
            List<String> lines = new ArrayList<>(common);
            lines.add("supervisor.thrift.port: " + ports.get(1 + node));
            lines.add("supervisor.slots.ports: "
                    + ports.subList(
                            first + workers * node / supervisors.size(),
                            first + workers * (node + 1) / supervisors.size()));
            nodes.add(StormInstallation.create(directory.resolve("node-" + node), supervisors.get(node), lines));
        }
        return new StormCluster(StormInstallation.create(directory.resolve("home"), hosts.hub(), common), nodes);
    }

    /** On this machine each calls its host another name. */
    private static List<Hosts.Host> supervisors(Hosts hosts, Plugins plugins) {
        if (hosts.areEmulated()) {
            return hosts.workers();
        }
        return IntStream.rangeClosed(1, plugins.nodes())
                .mapToObj(node -> new Hosts.Host("node-" + node, "127.0.0." + node, List.of()))
                .toList();
    }
}
