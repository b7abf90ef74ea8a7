// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.model.TopologyRecord;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Finds the completed topologies that have kept their workers for long enough. After a change of the leader the time
 * begins anew.
 */
final class CompletedTopologies {

    private final LongSupplier clockMillis;

    /** The times since which topologies have been known as completed, by id. */
    private final Map<String, Long> sinceMillis = new HashMap<>();

    CompletedTopologies(LongSupplier clockMillis) {
        this.clockMillis = clockMillis;
    }

    boolean isOver(TopologyRecord topology) {
        if (topology.status() != Status.COMPLETED) {
            return false;
        }
        long now = clockMillis.getAsLong();
        long since = sinceMillis.computeIfAbsent(topology.id(), id -> now);
        return now - since
                >= Config.of(topology.config())
                        .get(TopologyKeys.COMPLETED_RETENTION)
                        .toMillis();
    }

    /** Forgets all other topologies. */
    void retain(Set<String> ids) {
        sinceMillis.keySet().retainAll(ids);
    }
}
