// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.metrics;

import io.millrace.api.config.MetricsDetail;
import io.millrace.cluster.model.FinishedTasks;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.runtime.metrics.TraceRecord;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The reports of supervisors about their workers. Supervisors that do not answer are left out. Any thread. */
public interface SupervisorReports {

    /**
     * Returns the reports of all workers of these supervisors.
     *
     * @param detail the detail of the metrics; counts alone cost a small part of the full report
     */
    List<NodeReport> reports(Collection<SupervisorRecord> supervisors, MetricsDetail detail);

    /**
     * Requests the reports of {@link #reports} without waiting. The future completes within a limit, and never with an
     * exception.
     */
    CompletableFuture<List<NodeReport>> askReports(Collection<SupervisorRecord> supervisors, MetricsDetail detail);

    /** Returns the traces of a topology's sampled tuples that ended in the last minute. */
    List<TraceRecord> traces(Collection<SupervisorRecord> supervisors, String topologyId);

    List<FinishedTasks> finishedTasks(Collection<SupervisorRecord> supervisors);
}
