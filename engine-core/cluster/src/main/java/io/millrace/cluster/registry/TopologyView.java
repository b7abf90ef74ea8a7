package io.millrace.cluster.registry;

import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.SavepointRecord;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.model.WorkerStart;
import io.millrace.runtime.worker.ClientEndpoint;
import io.millrace.runtime.worker.PeerEndpoint;
import java.util.Map;

/**
 * One topology in a {@link ClusterView}.
 *
 * @param version of the record
 * @param assignment null if it has none
 * @param workers those that are up, by name
 * @param starts the last start of every worker that may still run or have files on a node
 * @param clients the services that feed, ask or take, by name
 * @param savepoint the last one that was asked; null if none was
 */
public record TopologyView(
        TopologyRecord record,
        int version,
        Versioned<AssignmentRecord> assignment,
        Map<String, PeerEndpoint> workers,
        Map<String, WorkerStart> starts,
        Map<String, ClientEndpoint> clients,
        Versioned<SavepointRecord> savepoint) {

    /** Whether it is placed. */
    public boolean assigned() {
        return assignment != null;
    }

    /** The number of workers of the assignment that are up. */
    public int workersUp() {
        return assignment == null
                ? 0
                : (int) assignment.value().workers().stream()
                        .filter(plan -> workers.containsKey(plan.worker()))
                        .count();
    }
}
