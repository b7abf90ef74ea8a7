// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.metrics;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The sizes of topologies' states in their last snapshots. The metrics loop puts, any thread reads. */
final class StateSizes {

    private final Map<String, Long> bytesById = new ConcurrentHashMap<>();

    /**
     * Takes the sizes that workers with coordinators report. A size that none reports stays: a coordinator may be about
     * to move.
     */
    void offer(List<NodeReport> reports) {
        for (NodeReport report : reports) {
            if (report.worker().snapshot() != null
                    && report.worker().snapshot().capabilities().snapshots() != null) {
                report.worker()
                        .snapshot()
                        .capabilities()
                        .snapshots()
                        .last()
                        .ifPresent(last -> bytesById.put(report.worker().topologyId(), last.wholeBytes()));
            }
        }
    }

    void retain(Set<String> topologyIds) {
        bytesById.keySet().retainAll(topologyIds);
    }

    long bytes(String topologyId) {
        return bytesById.getOrDefault(topologyId, 0L);
    }
}
