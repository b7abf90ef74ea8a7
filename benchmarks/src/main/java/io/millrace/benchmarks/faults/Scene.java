// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import io.millrace.api.metrics.WorkerMetrics;
import io.millrace.cluster.client.Cluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a fault acts on, and what it has to tell.
 *
 * @param notes what it has seen, for the table
 * @param broken which of its own promises were not kept
 * @param stopped processes that it has stopped
 */
record Scene(FaultCluster cluster, Flow flow, List<String> notes, List<String> broken, List<Long> stopped) {

    Scene(FaultCluster cluster, Flow flow) {
        this(cluster, flow, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    void note(String text) {
        notes.add(text);
    }

    /** Notes that something was not as promised, unless it was. */
    void check(boolean asPromised, String otherwise) {
        if (!asPromised) {
            broken.add(otherwise);
        }
    }

    /** The worker of the first sink task. */
    WorkerMetrics sinkWorker() {
        return flow.workerOf("sink");
    }

    List<WorkerMetrics> workersOn(String node) {
        return flow.workers().stream()
                .filter(worker -> worker.node().equals(node))
                .toList();
    }

    /** Stops a process until {@link #goOn}. */
    void stop(long pid) throws IOException, InterruptedException {
        Daemon.signal("STOP", pid);
        stopped.add(pid);
    }

    void goOn() throws IOException, InterruptedException {
        for (long pid : stopped) {
            Daemon.signal("CONT", pid);
        }
        stopped.clear();
    }

    /** What is written of the topology in the description that {@code millrace describe} shows. */
    List<String> problems() {
        try (Cluster client = cluster.client()) {
            return client.describe(Flow.NAME).problems();
        }
    }
}
