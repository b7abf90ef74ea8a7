// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.simulation;

import io.millrace.api.RunningTopology.Status;
import io.millrace.cluster.controller.SimulatedController;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.registry.RegistryException;
import io.millrace.cluster.simulation.SimulatedCluster.Host;
import io.millrace.cluster.simulation.SimulatedCluster.NodeHost;
import io.millrace.cluster.simulation.Violation.Invariant;
import io.millrace.cluster.supervisor.SimulatedSupervisor;
import io.millrace.cluster.worker.SimulatedWorker;
import io.millrace.runtime.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** The end of a run: all goes on without faults until each topology has ended well, and then until nothing is left. */
final class CalmEnd {

    private static final int MOST_CALM_ROUNDS = 600;

    private interface Check {
        /** Returns the condition that does not hold yet; empty if all hold. */
        Optional<String> missing();
    }

    private final SimulatedCluster cluster;
    private final Faults faults;
    private final ClusterChecks checks;

    CalmEnd(SimulatedCluster cluster, Faults faults, ClusterChecks checks) {
        this.cluster = cluster;
        this.faults = faults;
        this.checks = checks;
    }

    /** Lets all go on without faults until each topology has ended well. */
    void calm() throws IOException {
        cluster.random = new SplittableRandom(42);
        cluster.isCalm = true;
        cluster.note("calm");
        while (!cluster.paused.isEmpty()) {
            faults.resumeOne();
        }
        for (Host host : cluster.hosts()) {
            if (!host.isUp()) {
                host.start();
            }
            host.client.heal();
        }
        cluster.workers.values().forEach(host -> host.client.heal());
        until(Invariant.EACH_TOPOLOGY_ENDS_WELL, () -> {
            // Two topologies have room on two nodes
            boolean fits = cluster.topologies().size() <= 2
                    && cluster.topologies().stream().noneMatch(SimulatedCluster::isConfined);
            int kept = fits ? 1 : 0;
            cluster.leader()
                    .ifPresent(host -> cluster.drained().stream()
                            .skip(kept)
                            .forEach(node -> undrainQuietly(host.controller, node)));
            return unsettled().or(this::undrained);
        });
        if (!cluster.drained().isEmpty()) {
            cluster.count("drained nodes");
        }
        cluster.topologies().forEach(record -> cluster.count("ended " + record.status()));
    }

    /** Kills all topologies until nothing of them is left. */
    void killAll() {
        cluster.note("kill all");
        until(Invariant.NOTHING_IS_LEFT, () -> {
            cluster.leader()
                    .ifPresent(host -> cluster.topologies().stream()
                            .filter(record -> record.status() != Status.KILLED)
                            .forEach(record -> killQuietly(host.controller, record.name())));
            return left();
        });
    }

    private static void undrainQuietly(SimulatedController controller, String node) {
        try {
            controller.undrain(node);
        } catch (ClusterException | RegistryException e) {
            // The request is sent again in the next round
        }
    }

    /** Returns the topologies that are left on drained nodes though the others have room for all. */
    private Optional<String> undrained() {
        Set<String> drained = cluster.drained();
        List<WorkerPlan> all = cluster.topologies().stream()
                .filter(record -> record.status() == Status.ACTIVE || record.status() == Status.INACTIVE)
                .flatMap(
                        record -> cluster.zooKeeper.data(cluster.paths.assignment(record.name(), record.id())).stream())
                .flatMap(data -> Json.read(data, AssignmentRecord.class).workers().stream())
                .toList();
        boolean completed = cluster.topologies().stream().anyMatch(record -> record.status() == Status.COMPLETED);
        if (completed || all.size() > (cluster.nodes.size() - drained.size()) * SimulatedSupervisor.SLOTS) {
            return Optional.empty();
        }
        return all.stream()
                .filter(plan -> drained.contains(plan.node()))
                .findFirst()
                .map(plan -> plan + " is on a drained node");
    }

    private static void killQuietly(SimulatedController controller, String name) {
        try {
            controller.kill(name);
        } catch (ClusterException | RegistryException e) {
            // The request is sent again in the next round
        }
    }

    private void until(Invariant invariant, Check check) {
        Optional<String> missing = Optional.empty();
        for (int round = 0; round < MOST_CALM_ROUNDS; round++) {
            missing = check.missing();
            if (missing.isEmpty()) {
                return;
            }
            for (Host host : cluster.shuffled(cluster.awake())) {
                SimulatedCluster.deliverAll(host);
                if (host.isUp()) {
                    host.step();
                }
            }
            cluster.buryWorkers();
            cluster.advance(cluster.random.nextInt(100, 600));
            checks.all();
        }
        throw new Violation(invariant, missing.get() + ", after " + cluster.trace());
    }

    private Optional<String> unsettled() {
        for (TopologyRecord record : cluster.topologies()) {
            Optional<String> problem = unsettled(record);
            if (problem.isPresent()) {
                return problem;
            }
        }
        Set<String> ids = new HashSet<>(
                cluster.topologies().stream().map(TopologyRecord::id).toList());
        return cluster.workers.values().stream()
                .flatMap(host -> host.process.worker().stream())
                .filter(worker -> !ids.contains(worker.spec().topologyId()))
                .findFirst()
                .map(worker -> worker.spec().worker() + " of the removed "
                        + worker.spec().topologyId() + " still runs");
    }

    private Optional<String> unsettled(TopologyRecord record) {
        List<SimulatedWorker> running = cluster.workers.values().stream()
                .flatMap(host -> host.process.worker().stream())
                .filter(worker -> worker.spec().topologyId().equals(record.id()))
                .toList();
        if (record.status() == Status.KILLED) {
            return Optional.of(record.id() + " is still being killed");
        }
        if (record.status() == Status.FAILED) {
            return record.failure() == null || record.failure().isBlank()
                    ? Optional.of(record.id() + " has failed without a reason")
                    : running.isEmpty() ? Optional.empty() : Optional.of(record.id() + " has failed, and workers run");
        }
        if (record.status() == Status.ACTIVE && cluster.finished.contains(record.id())) {
            return Optional.of(record.id() + " has finished and is not completed");
        }
        Optional<AssignmentRecord> assignment = cluster.zooKeeper
                .data(cluster.paths.assignment(record.name(), record.id()))
                .map(data -> Json.read(data, AssignmentRecord.class));
        if (assignment.isEmpty() && SimulatedCluster.isConfined(record) && isFull(SimulatedCluster.CONFINING_REGION)) {
            return Optional.empty();
        }
        if (assignment.isEmpty() || assignment.get().rebalancing()) {
            return Optional.of(record.id() + " has the assignment " + assignment);
        }
        if (running.size() != assignment.get().workers().size()) {
            return Optional.of(running.size() + " workers of " + record.id() + " run, and " + assignment);
        }
        for (WorkerPlan plan : assignment.get().workers()) {
            boolean runs = running.stream()
                    .filter(worker -> worker.spec().worker().equals(plan.worker()))
                    .filter(worker -> worker.spec().node().equals(plan.node()))
                    .anyMatch(worker -> worker.isOpen()
                            && worker.isActive() == (record.status() != Status.INACTIVE)
                            && worker.spec().epoch()
                                    == cluster.zooKeeper.version(
                                            cluster.paths.start(record.name(), record.id(), plan.worker())));
            if (!runs) {
                return Optional.of(plan + " of " + record.id() + " does not run as it should: " + running);
            }
        }
        return Optional.empty();
    }

    private boolean isFull(String region) {
        long used = cluster.topologies().stream()
                .flatMap(
                        record -> cluster.zooKeeper.data(cluster.paths.assignment(record.name(), record.id())).stream())
                .flatMap(data -> Json.read(data, AssignmentRecord.class).wanted().stream())
                .filter(plan -> SimulatedCluster.region(plan.node()).equals(region))
                .count();
        long there = cluster.nodes.stream()
                .filter(node -> SimulatedCluster.region(node.name).equals(region))
                .count();
        return used >= there * SimulatedSupervisor.SLOTS;
    }

    private Optional<String> left() {
        List<String> nodesLeft = cluster.zooKeeper.below(cluster.paths.topologies());
        if (!nodesLeft.isEmpty()) {
            return Optional.of("the registry still has " + nodesLeft);
        }
        if (!cluster.workers.isEmpty()) {
            return Optional.of(cluster.workers.values() + " still run");
        }
        for (NodeHost node : cluster.nodes) {
            try (Stream<Path> files = Files.list(cluster.home(node.name).resolve("ipc"))) {
                Optional<Path> file = files.findFirst();
                if (file.isPresent()) {
                    return Optional.of(file.get() + " is left");
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return Optional.empty();
    }
}
