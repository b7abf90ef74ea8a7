package io.millrace.cluster.traffic;

import io.millrace.runtime.metrics.WorkerSnapshot;

/** What one worker had counted when it was asked. */
public record TrafficSample(String topologyId, String node, WorkerSnapshot snapshot) {}
