package io.millrace.cluster.controller.metrics;

import io.millrace.cluster.model.WorkerReport;

/** What the supervisor of a node says of one worker. */
public record NodeReport(String node, WorkerReport worker) {}
