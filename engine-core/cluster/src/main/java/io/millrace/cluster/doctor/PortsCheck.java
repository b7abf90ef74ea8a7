// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.doctor;

import io.millrace.api.config.ConfigKey;
import io.millrace.runtime.settings.ClusterKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Checks the ports on which the daemons listen: free, or taken by the daemon itself. */
final class PortsCheck implements Check {

    private static final String MAIN = "io.millrace.cli.Main";

    @Override
    public List<Finding> examine(Plan plan, Machine machine) {
        List<Finding> findings = new ArrayList<>();
        for (DaemonKind daemon : DaemonKind.values()) {
            if (plan.has(daemon)) {
                findings.add(
                        switch (daemon) {
                            case ZOOKEEPER ->
                                port(plan, daemon, ClusterKeys.ZOOKEEPER_HOST, ClusterKeys.ZOOKEEPER_PORT, machine);
                            case CONTROLLER ->
                                port(plan, daemon, ClusterKeys.CONTROLLER_HOST, ClusterKeys.CONTROLLER_PORT, machine);
                            case SUPERVISOR ->
                                port(plan, daemon, ClusterKeys.NODE_HOST, ClusterKeys.SUPERVISOR_PORT, machine);
                        });
            }
        }
        return findings;
    }

    private static Finding port(
            Plan plan, DaemonKind daemon, ConfigKey<String> hostKey, ConfigKey<Integer> portKey, Machine machine) {
        String host = plan.config().get(hostKey);
        int port = plan.config().get(portKey);
        String where = port == 0 ? "any free one of " + host : host + ":" + port;
        Optional<Machine.PortTaken> taken = machine.tryPort(host, port);
        if (taken.isEmpty()) {
            return Finding.ok(portKey.name(), where + (port == 0 ? "" : " is free"));
        }
        Optional<Machine.Owner> owner = taken.get().owner();
        if (owner.isEmpty()) {
            return Finding.problem(
                    portKey.name(),
                    where + " cannot be used: " + taken.get().reason(),
                    "set " + hostKey.name() + " to an address of this machine, or another " + portKey.name()
                            + "; root can see who listens there");
        }
        String who = "pid " + owner.get().pid();
        if (isDaemon(owner.get().command(), daemon)) {
            return Finding.ok(portKey.name(), where + " is served by the " + name(daemon) + ", " + who);
        }
        return Finding.problem(
                portKey.name(),
                where + " is taken by " + who + ": " + owner.get().command(),
                "stop that process, or set another " + portKey.name());
    }

    private static boolean isDaemon(String command, DaemonKind daemon) {
        return command.contains(MAIN) && List.of(command.split("\\s+")).contains(name(daemon));
    }

    private static String name(DaemonKind daemon) {
        return daemon.name().toLowerCase(Locale.ROOT);
    }
}
