package io.millrace.cluster.model;

import java.util.List;

/**
 * The decisions of the automatic mode about a topology since the current leader was elected.
 *
 * @param automatic whether it is on
 * @param decisions a bounded number of the last decisions, the oldest first
 */
public record RebalanceDecisions(String topology, boolean automatic, List<RebalanceDecision> decisions) {}
