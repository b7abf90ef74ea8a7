// SPDX-License-Identifier: Apache-2.0
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
 * @param version the version of the record
 * @param assignment the assignment; null if it has none
 * @param workers the workers that are up, by name
 * @param starts the last start of every worker that may still run or have files on a node
 * @param clients the services that feed, ask or take, by name
 * @param savepoint the last requested savepoint; null if there was none
 */
public record TopologyView(
        TopologyRecord record,
        int version,
        Versioned<AssignmentRecord> assignment,
        Map<String, PeerEndpoint> workers,
        Map<String, WorkerStart> starts,
        Map<String, ClientEndpoint> clients,
        Versioned<SavepointRecord> savepoint) {

    /** Whether the topology is placed. */
    public boolean assigned() {
        return assignment != null;
    }

    /** Returns the number of workers of the assignment that are up. */
    public int workersUp() {
        return assignment == null
                ? 0
                : (int) assignment.value().workers().stream()
                        .filter(plan -> workers.containsKey(plan.worker()))
                        .count();
    }
}
