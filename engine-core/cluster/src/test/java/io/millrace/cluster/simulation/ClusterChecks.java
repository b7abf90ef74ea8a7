// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.simulation;

import io.millrace.api.RunningTopology.Status;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.simulation.SimulatedCluster.WorkerHost;
import io.millrace.cluster.simulation.Violation.Invariant;
import io.millrace.cluster.worker.SimulatedWorker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What is checked after each step of a simulated cluster. */
final class ClusterChecks {

    private final SimulatedCluster cluster;

    /** The existing files of each topology after the last step, by its id. */
    private Map<String, Set<Path>> namedFiles = new HashMap<>();

    ClusterChecks(SimulatedCluster cluster) {
        this.cluster = cluster;
    }

    void all() {
        cluster.buryWorkers();
        for (TopologyRecord record : cluster.topologies()) {
            Invariants.require(
                    record.status() != Status.COMPLETED || cluster.finished.contains(record.id()),
                    Invariant.NOTHING_COMPLETES_TOO_EARLY,
                    record.id() + " is completed, and its source has not finished, after " + cluster.trace());
            if (!record.ended() && !cluster.onOneMachine.contains(record.id())) {
                for (String digest : record.digests().toList()) {
                    Invariants.require(
                            cluster.hosts().stream()
                                    .anyMatch(host -> Files.exists(cluster.home(host.name)
                                            .resolve("blobs")
                                            .resolve(digest))),
                            Invariant.NO_FILE_IS_LOST,
                            digest + " of " + record.id() + " is nowhere, after " + cluster.trace());
                }
            }
        }
        checkFiles();
        if (cluster.calmNodes) {
            checkOpenTasks();
        }
    }

    /** Checks that no process deletes a file that a topology names. A later one may name a deleted file. */
    private void checkFiles() {
        Map<String, Set<Path>> there = new HashMap<>();
        for (TopologyRecord record : cluster.topologies()) {
            Set<Path> found = cluster.hosts().stream()
                    .flatMap(host -> record.digests()
                            .map(digest ->
                                    cluster.home(host.name).resolve("blobs").resolve(digest)))
                    .filter(Files::exists)
                    .collect(Collectors.toSet());
            namedFiles
                    .getOrDefault(record.id(), Set.of())
                    .forEach(file -> Invariants.require(
                            found.contains(file),
                            Invariant.NO_NAMED_FILE_IS_DELETED,
                            file + " of " + record.id() + " is deleted, after " + cluster.trace()));
            there.put(record.id(), found);
        }
        namedFiles = there;
    }

    private void checkOpenTasks() {
        Map<String, String> open = new HashMap<>();
        for (WorkerHost host : cluster.workers.values()) {
            host.process.worker().filter(SimulatedWorker::isOpen).ifPresent(worker -> {
                for (int task : worker.spec().plan().tasks()) {
                    String other = open.put(worker.spec().topologyId() + " " + task, host.name);
                    Invariants.require(
                            other == null,
                            Invariant.NO_TASK_IS_OPEN_TWICE,
                            "task " + task + " is open in " + other + " and " + host + ", after " + cluster.trace());
                }
            });
        }
    }

    /** The files below a directory are gone with their disk. */
    void forget(Path home) {
        namedFiles.values().forEach(files -> files.removeIf(file -> file.startsWith(home)));
    }
}
