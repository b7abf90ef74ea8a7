package io.millrace.cluster.traffic;

import io.millrace.runtime.metrics.WorkerSnapshot;

/** What one worker had counted when it was asked. */
public record Reading(String topologyId, String node, WorkerSnapshot snapshot) {}
