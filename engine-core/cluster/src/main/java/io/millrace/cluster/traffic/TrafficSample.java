// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.traffic;

import io.millrace.runtime.metrics.WorkerSnapshot;

/** The counts of one worker at one time. */
public record TrafficSample(String topologyId, String node, WorkerSnapshot snapshot) {}
