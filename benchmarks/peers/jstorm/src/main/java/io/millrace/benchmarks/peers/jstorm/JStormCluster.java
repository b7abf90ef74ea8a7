// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.jstorm;

import io.millrace.benchmarks.macro.Hosts;
import io.millrace.benchmarks.macro.Installation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The installations of a cluster.
 *
 * @param home of Nimbus, and of whoever submits
 * @param nodes one per supervisor
 */
record JStormCluster(JStormInstallation home, List<JStormInstallation> nodes, int zookeeperPort) {

    /** JStorm refuses to run on a host whose address is 127.0.0.1; this one is that of the same interface. */
    private static final Hosts.Host HERE = new Hosts.Host("jstorm", "127.0.0.2", List.of());

    /** Of ZooKeeper, and two of Nimbus. */
    private static final int PORTS_OF_HOME = 3;

    /** @param workers of all nodes together */
    static JStormCluster create(Path directory, int workers, Hosts hosts) throws IOException {
        boolean emulated = hosts.areEmulated();
        List<Hosts.Host> supervisors = emulated ? hosts.workers() : List.of(HERE);
        String hub = hosts.hub().address();
        int slots = hosts.slots(workers);
        List<Integer> ports = Installation.freePorts(PORTS_OF_HOME + supervisors.size() * (1 + slots));
        List<String> common = List.of(
                "storm.zookeeper.servers: [\"" + hub + "\"]",
                "storm.zookeeper.port: " + ports.get(0),
                "nimbus.host: \"" + hub + "\"",
                "nimbus.thrift.port: " + ports.get(1),
                "nimbus.deamon.logview.port: " + ports.get(2));
        List<JStormInstallation> nodes = new ArrayList<>();
        int next = PORTS_OF_HOME;
        for (Hosts.Host supervisor : supervisors) {
            List<String> lines = new ArrayList<>(common);
            lines.add("supervisor.deamon.logview.port: " + ports.get(next));
            lines.add("supervisor.slots.ports: " + ports.subList(next + 1, next + 1 + slots));
            next += 1 + slots;
            nodes.add(JStormInstallation.create(directory.resolve("node-" + nodes.size()), supervisor, lines));
        }
        Hosts.Host own = emulated ? hosts.hub() : HERE;
        return new JStormCluster(
                JStormInstallation.create(directory.resolve("home"), own, common), nodes, ports.get(0));
    }
}
