// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.simulation;

import io.millrace.api.RunningTopology.Status;
import io.millrace.cluster.launch.LaunchSpec;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.ControllerRecord;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.model.WorkerStart;
import io.millrace.cluster.registry.Change;
import io.millrace.cluster.registry.MemoryZooKeeper;
import io.millrace.cluster.registry.RegistryPaths;
import io.millrace.cluster.simulation.Violation.Invariant;
import io.millrace.runtime.json.Json;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Checks each transaction on the registry after it was made. */
final class Invariants {

    private final MemoryZooKeeper zooKeeper;
    private final RegistryPaths paths;

    /** The last record of each topology, and the last assignment, by its path. */
    private final Map<String, TopologyRecord> records = new HashMap<>();

    private final Map<String, AssignmentRecord> assignments = new HashMap<>();

    private final Map<String, Long> lastChange = new HashMap<>();
    private long transactions;

    Invariants(MemoryZooKeeper zooKeeper, RegistryPaths paths) {
        this.zooKeeper = zooKeeper;
        this.paths = paths;
    }

    /** Counts transactions. */
    long changes() {
        return transactions;
    }

    /** Checks the stop of a worker by a supervisor, whose state may have changed since its pass began. */
    void checkStop(LaunchSpec worker, long passBegan) {
        TopologyRecord record = records.get(paths.topology(worker.topologyName()));
        String path = paths.assignment(worker.topologyName(), worker.topologyId());
        AssignmentRecord assignment = assignments.get(path);
        require(
                record == null
                        || !record.id().equals(worker.topologyId())
                        || record.ended()
                        || assignment == null
                        || lastChange.getOrDefault(path, 0L) > passBegan
                        || !worker.stillServes(assignment),
                Invariant.NO_WANTED_WORKER_IS_STOPPED,
                worker.worker() + " of " + worker.topologyId() + " is stopped on " + worker.node()
                        + ", and the assignment is " + assignment);
    }

    void check(MemoryZooKeeper.Client client, List<Change> changes) {
        transactions++;
        changes.forEach(change -> lastChange.put(change.path(), transactions));
        for (Change change : changes) {
            if (!change.path().startsWith(paths.topologies() + "/") || change instanceof Change.Check) {
                continue;
            }
            if (client.name().startsWith("controller")) {
                ControllerRecord leader = Json.read(zooKeeper.data(paths.term()).orElseThrow(), ControllerRecord.class);
                require(
                        leader.instance().equals(client.name()),
                        Invariant.NOBODY_ACTS_ON_A_FENCED_TERM,
                        client + " changes " + change.path() + " in the term of " + leader.instance());
            }
            String[] names =
                    change.path().substring(paths.topologies().length() + 1).split("/");
            if (names.length == 1) {
                checkRecord(change);
            } else if (names.length == 3 && names[2].equals("assignment")) {
                checkAssignment(names[0], change);
            } else if (names.length == 4 && names[2].equals("starts")) {
                checkStart(names, change);
            }
        }
    }

    private void checkRecord(Change change) {
        byte[] data = data(change);
        if (data != null) {
            records.put(change.path(), Json.read(data, TopologyRecord.class));
        } else {
            TopologyRecord last = records.remove(change.path());
            require(
                    last.status() == Status.KILLED,
                    Invariant.NO_RUNNING_TOPOLOGY_IS_REMOVED,
                    last.id() + " is deleted while it is " + last.status());
        }
    }

    private void checkAssignment(String name, Change change) {
        TopologyRecord topology = records.get(paths.topology(name));
        byte[] data = data(change);
        if (data == null) {
            assignments.remove(change.path());
            require(
                    topology == null || topology.ended() || !change.path().contains(topology.id()),
                    Invariant.NO_RUNNING_TOPOLOGY_IS_REMOVED,
                    "the assignment of " + topology + " is deleted");
            return;
        }
        AssignmentRecord now = Json.read(data, AssignmentRecord.class);
        TreeSet<Integer> tasks = new TreeSet<>();
        for (WorkerPlan plan : now.workers()) {
            for (int task : plan.tasks()) {
                require(tasks.add(task), Invariant.EACH_TASK_ONCE, "task " + task + " is twice in " + now);
            }
        }
        require(
                tasks.size() == topology.tasks(),
                Invariant.EACH_TASK_ONCE,
                tasks + " of " + topology.tasks() + " tasks are in " + now);
        if (SimulatedCluster.isConfined(topology)) {
            require(
                    now.wanted().stream()
                            .allMatch(plan ->
                                    SimulatedCluster.region(plan.node()).equals(SimulatedCluster.CONFINING_REGION)),
                    Invariant.NO_TASK_LEAVES_ITS_REGION,
                    topology.id() + " must stay in " + SimulatedCluster.CONFINING_REGION + ": " + now);
        }
        AssignmentRecord last = assignments.put(change.path(), now);
        require(last == null || now.epoch() > last.epoch(), Invariant.EPOCHS_GROW, now + " follows " + last);
    }

    private void checkStart(String[] names, Change change) {
        byte[] data = data(change);
        if (data == null) {
            return;
        }
        WorkerStart start = Json.read(data, WorkerStart.class);
        AssignmentRecord now = assignments.get(paths.assignment(names[0], names[1]));
        require(
                now != null
                        && now.worker(names[3])
                                .filter(plan -> plan.node().equals(start.node()))
                                .isPresent(),
                Invariant.NO_UNWANTED_START,
                names[3] + " of " + names[1] + " is started on " + start.node() + ", and the assignment is " + now);
    }

    private static byte[] data(Change change) {
        return change instanceof Change.Create create
                ? create.data()
                : change instanceof Change.Write write ? write.data() : null;
    }

    static void require(boolean holds, Invariant invariant, String otherwise) {
        if (!holds) {
            throw new Violation(invariant, otherwise);
        }
    }
}
