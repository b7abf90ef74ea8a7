// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster;

import io.millrace.api.RunningTopology.Status;
import io.millrace.cluster.model.Adjustments;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.ControllerRecord;
import io.millrace.cluster.model.RebalanceRecord;
import io.millrace.cluster.model.RebalanceRecord.Phase;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.model.WorkerStart;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.cluster.registry.Versioned;
import io.millrace.runtime.worker.NearRegions;
import io.millrace.runtime.worker.PeerEndpoint;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Makes records of a cluster, of which a test names the relevant parts. */
public final class Records {

    private Records() {}

    /** A supervisor in the default region. */
    public static SupervisorRecord supervisor(
            String node, String host, int port, long pid, int cores, int slots, String instance) {
        return supervisor(node, host, port, pid, cores, slots, instance, SupervisorRecord.DEFAULT_REGION);
    }

    /** A supervisor without finished tasks, of an unknown version, on an unknown machine. */
    public static SupervisorRecord supervisor(
            String node, String host, int port, long pid, int cores, int slots, String instance, String region) {
        return new SupervisorRecord(
                node,
                new SupervisorRecord.Process(host, port, pid),
                new SupervisorRecord.Capacity(cores, slots),
                instance,
                List.of(),
                "",
                new SupervisorRecord.Place(region, false, ""));
    }

    public static SupervisorRecord in(SupervisorRecord record, String region) {
        return supervisor(
                record.node(),
                record.host(),
                record.port(),
                record.pid(),
                record.cores(),
                record.slots(),
                record.instance(),
                region);
    }

    public static SupervisorRecord on(SupervisorRecord record, String machine) {
        return new SupervisorRecord(
                record.node(),
                record.process(),
                record.capacity(),
                record.instance(),
                record.finishing(),
                record.version(),
                new SupervisorRecord.Place(record.region(), record.relay(), machine));
    }

    /** A controller of an unknown version on an unknown machine. */
    public static ControllerRecord controller(String host, int port, long pid, String instance) {
        return new ControllerRecord(host, port, pid, instance, "", "");
    }

    /** A cluster of which no controller but the leader is known, and no node is drained. */
    public static ClusterView view(
            Optional<ControllerRecord> leader,
            SortedMap<String, SupervisorRecord> supervisors,
            SortedMap<String, TopologyView> topologies) {
        return new ClusterView(leader, new TreeMap<>(), supervisors, topologies, new TreeMap<>());
    }

    /** An active topology of so many tasks, whose files are in no store. */
    public static TopologyRecord submitted(String name, String id, int tasks) {
        return submitted(name, id, tasks, Map.of());
    }

    /** An active topology with settings. */
    public static TopologyRecord submitted(String name, String id, int tasks, Map<String, String> config) {
        TopologyRecord.Program program = new TopologyRecord.Program(tasks, "d", List.of(), List.of(), config);
        return new TopologyRecord(name, id, Status.ACTIVE, 0, program, null, null);
    }

    /** A topology without clients and savepoint. */
    public static TopologyView topology(
            TopologyRecord record,
            int version,
            Versioned<AssignmentRecord> assignment,
            Map<String, PeerEndpoint> workers,
            Map<String, WorkerStart> starts) {
        return new TopologyView(record, version, assignment, workers, starts, Map.of(), null);
    }

    /** A worker of a topology on one node, of an unknown version. */
    public static PeerEndpoint endpoint(String worker, String node, long epoch) {
        return endpoint(worker, node, epoch, "", 0);
    }

    /** A worker of an unknown version, with the place where its transport listens. */
    public static PeerEndpoint endpoint(String worker, String node, long epoch, String host, int port) {
        return new PeerEndpoint(
                worker,
                node,
                epoch,
                new PeerEndpoint.Process(1, "lock", "metrics", host, port),
                List.of(),
                PeerEndpoint.Progress.NONE,
                new PeerEndpoint.Origin("", ""));
    }

    /** A rebalance that leaves the numbers of tasks as they are, and the executors of workers that stay. */
    public static RebalanceRecord rebalance(
            long number,
            Phase phase,
            List<WorkerPlan> next,
            List<String> fresh,
            List<WorkerPlan> leaving,
            Map<String, Integer> parallelism,
            String outcome) {
        return new RebalanceRecord(
                number,
                phase,
                new RebalanceRecord.Moves(next, fresh, leaving, List.of()),
                new Adjustments(parallelism, Map.of(), NearRegions.NONE),
                outcome);
    }
}
