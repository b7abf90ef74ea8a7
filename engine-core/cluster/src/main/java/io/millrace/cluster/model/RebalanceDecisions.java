// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

import io.millrace.api.metrics.EngineDecision;
import java.util.List;

/**
 * The decisions of the automatic mode about a topology since the current leader was elected, and those of its tasks
 * about their engines since their workers were started.
 *
 * @param automatic whether the mode is on
 * @param decisions a bounded number of the last decisions of the mode, the oldest first
 * @param engines a bounded number of the last decisions of the tasks, the oldest first
 */
public record RebalanceDecisions(
        String topology, boolean automatic, List<RebalanceDecision> decisions, List<EngineDecision> engines) {

    public RebalanceDecisions {
        // A controller of an earlier version does not report them
        engines = engines == null ? List.of() : engines;
    }
}
