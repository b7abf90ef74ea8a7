// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.rebalance;

import io.millrace.api.Topology;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.runtime.metrics.CompletionDetector;
import io.millrace.runtime.metrics.WorkerSnapshot;
import io.millrace.runtime.plan.TaskPlan;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Checks whether tuples of a paused topology are in flight. One question to the supervisors is outstanding at a time;
 * the controller's loop calls, and never waits for the answer.
 */
final class DrainCheck {

    /** Asks for the counts of the current workers. */
    interface Readings {
        CompletableFuture<List<WorkerSnapshot>> snapshots(TopologyView topology, ClusterView view);
    }

    private final Readings readings;
    private final CompletionDetector detector;
    private CompletableFuture<List<WorkerSnapshot>> reading;

    DrainCheck(Readings readings, Topology components) {
        this.readings = readings;
        this.detector = CompletionDetector.ofPaused(new TaskPlan(components));
    }

    /** Returns whether the readings so far show that no tuple is in flight. */
    boolean isDrained(TopologyView topology, ClusterView view) {
        boolean drained = false;
        if (reading != null && reading.isDone()) {
            boolean restarted = topology.starts().values().stream().anyMatch(start -> start.epoch() > 1);
            drained = detector.observe(reading.join(), restarted);
            reading = null;
        }
        if (reading == null && !drained) {
            // The supervisors are asked only now, as the detector needs a reading that is younger than the last one
            reading = readings.snapshots(topology, view);
        }
        return drained;
    }
}
