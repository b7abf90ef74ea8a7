// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.simulation;

import io.millrace.cluster.registry.MemoryZooKeeper;
import io.millrace.cluster.registry.RegistryPaths;
import io.millrace.cluster.registry.Store;
import io.millrace.cluster.simulation.SimulatedCluster.Host;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BiFunction;

/**
 * Runs of a {@link SimulatedCluster}. Each step is chosen by its own number alone, so that leaving out a step leaves the
 * others as they are.
 */
final class ClusterSimulation implements AutoCloseable {

    private final SimulatedCluster cluster;
    private final ClusterChecks checks;
    private final Faults faults;
    private final Clients clients;
    private final CalmEnd end;

    /**
     * @param calmNodes whether no node is cut off, paused or killed, so that no worker runs unseen
     * @param mutant makes a mutant of the registry's store
     * @param keepsCopies false for a mutant in which no node keeps a copy of another's file
     */
    ClusterSimulation(
            Path directory, boolean calmNodes, BiFunction<Store, RegistryPaths, Store> mutant, boolean keepsCopies)
            throws IOException {
        cluster = new SimulatedCluster(directory, calmNodes, mutant, keepsCopies);
        checks = new ClusterChecks(cluster);
        faults = new Faults(cluster, checks);
        clients = new Clients(cluster);
        end = new CalmEnd(cluster, faults, checks);
        cluster.start(this::interrupt);
    }

    /** Returns how often each kind of event happened, so that a test can see that the simulation reaches it. */
    Map<String, Integer> reached() {
        return cluster.reached();
    }

    /** Lets copies take a part of the registry for the whole. */
    void ignoreFailuresOfCopies() {
        cluster.zooKeeper.ignoreFailuresOfCopies();
    }

    /** Makes these steps, and then lets all go on without faults until each topology has ended well and is removed. */
    void run(List<Long> steps) throws IOException {
        for (long step : steps) {
            cluster.random = new SplittableRandom(step);
            step();
            checks.all();
        }
        end.calm();
        end.killAll();
    }

    private void step() throws IOException {
        int kind = cluster.random.nextInt(100);
        if (kind < 30) {
            cluster.pick(cluster.awake()).ifPresent(Host::deliver);
        } else if (kind < 50) {
            cluster.pick(cluster.awake()).ifPresent(Host::step);
        } else if (kind < 72) {
            cluster.round(cluster.random.nextInt(1, 400));
        } else if (kind < 78) {
            cluster.advance(cluster.random.nextInt(1, 4_000));
        } else if (kind < 88) {
            clients.ask();
        } else {
            faults.fault();
        }
    }

    /** Lets others go on during a transaction, as if the process that makes it were paused then. */
    private void interrupt(MemoryZooKeeper.Client client) {
        if (cluster.isCalm || cluster.interrupted != null || cluster.random.nextInt(12) != 0) {
            return;
        }
        cluster.interrupted = cluster.hosts().stream()
                .filter(host -> host.client == client)
                .findFirst()
                .or(() -> cluster.workers.values().stream()
                        .filter(host -> host.client == client)
                        .findFirst()
                        .map(host -> host))
                .orElse(null);
        if (cluster.interrupted == null) {
            return;
        }
        Host own = cluster.interrupted;
        try {
            boolean goesLong =
                    cluster.random.nextInt(3) == 0 && faults.mayBeCut().contains(own);
            if (goesLong) {
                cluster.note(own + " is paused in a change");
                client.cut();
            }
            for (int rounds = cluster.random.nextInt(1, 8); rounds > 0; rounds--) {
                cluster.round(goesLong ? 2_000 : 50);
                if (cluster.random.nextInt(6) == 0) {
                    clients.ask();
                }
            }
            if (goesLong) {
                // Its client connects again, hears of that on another thread, and sends the change again
                client.heal();
                while (client.hasNews()) {
                    client.deliver();
                }
                cluster.count("changes after a pause");
            }
        } finally {
            cluster.interrupted = null;
        }
    }

    @Override
    public void close() throws IOException {
        cluster.close();
    }
}
