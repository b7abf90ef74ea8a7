// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.simulation;

import io.millrace.cluster.config.Directories;
import io.millrace.cluster.simulation.SimulatedCluster.ControllerHost;
import io.millrace.cluster.simulation.SimulatedCluster.Host;
import io.millrace.cluster.simulation.SimulatedCluster.WorkerHost;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/** What goes wrong in a simulated cluster: processes are cut off, paused, killed and started again, and a disk is lost. */
final class Faults {

    private final SimulatedCluster cluster;
    private final ClusterChecks checks;
    private boolean diskLost;

    Faults(SimulatedCluster cluster, ClusterChecks checks) {
        this.cluster = cluster;
        this.checks = checks;
    }

    /** Lets one thing go wrong, or starts a process again. */
    void fault() throws IOException {
        switch (cluster.random.nextInt(17)) {
            case 0 ->
                cluster.pick(mayBeCut()).ifPresent(host -> {
                    cluster.note(host + " is cut off");
                    host.client.cut();
                });
            case 1, 2 -> cluster.pick(mayBeCut()).ifPresent(host -> host.client.heal());
            case 3 -> cluster.pick(mayBeCut()).ifPresent(this::pause);
            case 12 ->
                cluster.pick(cluster.calmNodes ? List.<WorkerHost>of() : List.copyOf(cluster.workers.values()))
                        .ifPresent(this::pause);
            case 4, 5 -> resumeOne();
            case 6 ->
                cluster.pick(cluster.controllers.stream().filter(Host::isUp).toList())
                        .ifPresent(host -> {
                            cluster.note(host + " is killed");
                            host.kill();
                        });
            case 7 ->
                cluster.pick(cluster.nodes.stream()
                                .filter(Host::isUp)
                                .filter(host -> !cluster.calmNodes)
                                .toList())
                        .ifPresent(host -> {
                            cluster.note("the supervisor of " + host + " is killed");
                            host.kill();
                        });
            case 8 ->
                cluster.pick(List.copyOf(cluster.workers.values())).ifPresent(host -> {
                    cluster.note(host + " is killed");
                    host.kill();
                });
            case 9 ->
                cluster.pick(List.copyOf(cluster.workers.values()))
                        .filter(host -> host.process.worker().isPresent() && cluster.random.nextInt(3) == 0)
                        .ifPresent(host -> {
                            cluster.note(host + " fails its topology");
                            host.process.failTopology();
                        });
            case 14 ->
                cluster.pick(cluster.topologies())
                        .filter(record -> cluster.random.nextInt(2) == 0)
                        .ifPresent(record -> {
                            cluster.note("the source of " + record.id() + " has finished");
                            cluster.finished.add(record.id());
                        });
            case 13 ->
                cluster.pick(cluster.hosts())
                        .filter(host -> !cluster.calmNodes && !diskLost)
                        .ifPresent(this::loseMachine);
            default -> startOne();
        }
        cluster.buryWorkers();
    }

    /** A machine with its processes, and its disk, once in a run. */
    private void loseMachine(Host host) {
        cluster.note(host + " is lost with its disk");
        diskLost = true;
        if (host.isUp()) {
            host.kill();
        }
        cluster.paused.remove(host);
        cluster.workers.values().stream()
                .filter(worker -> worker.process.directory().path().startsWith(cluster.home(host.name)))
                .forEach(Host::kill);
        try {
            Directories.remove(cluster.home(host.name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        checks.forget(cluster.home(host.name));
        cluster.count("lost disks");
    }

    private void pause(Host host) {
        if (cluster.paused.add(host)) {
            cluster.note(host + " is paused");
            host.client.cut();
        }
    }

    void resumeOne() {
        cluster.pick(List.copyOf(cluster.paused)).ifPresent(host -> {
            cluster.paused.remove(host);
            host.client.heal();
        });
    }

    private void startOne() throws IOException {
        Optional<Host> down = cluster.pick(
                cluster.hosts().stream().filter(host -> !host.isUp()).toList());
        if (down.isPresent()) {
            cluster.note(down.get() + " is started");
            cluster.paused.remove(down.get());
            down.get().start();
        }
    }

    List<Host> mayBeCut() {
        return cluster.hosts().stream()
                .filter(Host::isUp)
                .filter(host -> !cluster.calmNodes || host instanceof ControllerHost)
                .toList();
    }
}
