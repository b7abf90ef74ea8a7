// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.doctor;

import io.millrace.api.config.Config;
import io.millrace.cluster.config.Directories;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.zookeeper.client.ConnectStringParser;

/**
 * Checks every server of {@code zookeeper.connect}: whether it answers, and its mode; and whether processes
 * authenticate.
 */
final class ZooKeeperCheck implements Check {

    private static final String NAME = ClusterKeys.ZOOKEEPER_CONNECT.name();
    private static final String MODE = "Mode: ";
    private static final String VERSION = "Zookeeper version: ";
    private static final String STANDALONE = "standalone";

    @Override
    public List<Finding> examine(Plan plan, Machine machine) {
        String address = plan.config().get(ClusterKeys.ZOOKEEPER_CONNECT);
        List<InetSocketAddress> servers;
        try {
            servers = new ConnectStringParser(address).getServerAddresses();
        } catch (IllegalArgumentException e) {
            return List.of(Finding.problem(NAME, "'" + address + "'", "write host:port, separated by commas"));
        }
        List<Finding> findings = new ArrayList<>();
        findings.add(authentication(plan.config()));
        int silent = 0;
        for (InetSocketAddress server : servers) {
            String host = server.getHostString();
            String name = "ZooKeeper " + host + ":" + server.getPort();
            try {
                findings.add(answered(name, machine.askZooKeeper(host, server.getPort(), "srvr"), servers.size()));
            } catch (IOException e) {
                silent++;
                findings.add(Finding.warning(
                        name,
                        "does not answer: " + Directories.reason(e),
                        "start it, or correct " + NAME + "; is a firewall between?"));
            }
        }
        if (2 * (servers.size() - silent) <= servers.size()) {
            findings.add(Finding.problem(
                    NAME,
                    silent + " of " + servers.size() + " servers do not answer: no majority",
                    "start ZooKeeper ('millrace zookeeper' is one server), or set " + NAME));
        }
        return findings;
    }

    private static Finding authentication(Config config) {
        String name = ClusterKeys.ZOOKEEPER_AUTH.name();
        return config.get(ClusterKeys.ZOOKEEPER_AUTH).isEmpty()
                        && config.get(ClusterKeys.ZOOKEEPER_AUTH_FILE).isEmpty()
                ? Finding.warning(
                        name,
                        "not set, so whoever reaches ZooKeeper can read the cluster's secrets and run code on its nodes",
                        "set it for all processes, or " + ClusterKeys.ZOOKEEPER_AUTH_FILE.name())
                : Finding.ok(name, "set");
    }

    private static Finding answered(String name, String answer, int servers) {
        Optional<String> mode = line(answer, MODE);
        if (mode.isEmpty()) {
            return Finding.warning(
                    name,
                    "answers, but does not tell its mode: "
                            + answer.strip().lines().findFirst().orElse("nothing"),
                    "wait until it has found its ensemble, or allow 'srvr' by ZooKeeper's 4lw.commands.whitelist");
        }
        String found = mode.get()
                + line(answer, VERSION)
                        .map(version -> ", version " + version.split("-")[0])
                        .orElse("");
        if (!mode.get().equals(STANDALONE)) {
            return Finding.ok(name, found);
        }
        return servers > 1
                ? Finding.problem(
                        name,
                        found + ", but " + NAME + " names " + servers + " servers",
                        "make one ensemble of them: separate servers are separate clusters")
                : Finding.warning(
                        name, found, "for production run an ensemble of three, which survives the loss of one");
    }

    private static Optional<String> line(String answer, String prefix) {
        return answer.lines()
                .filter(line -> line.startsWith(prefix))
                .map(line -> line.substring(prefix.length()).strip())
                .findFirst();
    }
}
