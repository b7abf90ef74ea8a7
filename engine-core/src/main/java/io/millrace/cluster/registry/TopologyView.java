package io.millrace.cluster.registry;

import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.model.WorkerStart;
import io.millrace.runtime.worker.PeerEndpoint;
import java.util.Map;

/**
 * One topology as a cache saw it last.
 *
 * @param version of the record
 * @param assignment null if it has none
 * @param workers those that are up, by name
 * @param starts the last start of every worker of which something may be left on a node
 */
public record TopologyView(
        TopologyRecord record,
        int version,
        Versioned<AssignmentRecord> assignment,
        Map<String, PeerEndpoint> workers,
        Map<String, WorkerStart> starts) {

    /** Workers of the assignment that are up where it wants them. */
    public int workersUp() {
        return assignment == null
                ? 0
                : (int) assignment.value().workers().stream()
                        .filter(plan -> workers.containsKey(plan.worker()))
                        .count();
    }
}
