package io.millrace.cluster.model;

import java.util.List;

/**
 * What the automatic mode has decided about a topology since the controller that leads began to.
 *
 * @param automatic whether it is on
 * @param decisions the oldest first; a bounded number of the last ones
 */
public record RebalanceDecisions(String topology, boolean automatic, List<RebalanceDecision> decisions) {}
