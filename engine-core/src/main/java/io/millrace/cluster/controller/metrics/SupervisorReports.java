package io.millrace.cluster.controller.metrics;

import io.millrace.api.config.MetricsDetail;
import io.millrace.cluster.model.FinishedTasks;
import io.millrace.cluster.model.SupervisorRecord;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What supervisors tell of their workers. Those that do not answer are left out. Any thread. */
public interface SupervisorReports {

    /**
     * The reports of all their workers.
     *
     * @param detail of the metrics; counts alone cost a small part of the full report
     */
    List<NodeReport> reports(Collection<SupervisorRecord> supervisors, MetricsDetail detail);

    /** As {@link #reports}, without waiting. It completes within a limit, and never with an exception. */
    CompletableFuture<List<NodeReport>> askReports(Collection<SupervisorRecord> supervisors, MetricsDetail detail);

    List<FinishedTasks> finishedTasks(Collection<SupervisorRecord> supervisors);
}
