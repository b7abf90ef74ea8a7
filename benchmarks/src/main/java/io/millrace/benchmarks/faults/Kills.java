// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import io.millrace.api.metrics.WorkerMetrics;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Processes that are killed with kill -9. */
final class Kills {

    private static final String KILL = "KILL";

    private Kills() {}

    static List<Fault> all() {
        return List.of(
                Fault.of(
                                "worker-kill",
                                "started again at once; its sink takes again within 2 s",
                                scene -> Daemon.signal(KILL, scene.sinkWorker().pid()))
                        .gap(Duration.ofSeconds(2)),
                Fault.of(
                        "workers-kill",
                        "all are started again at once",
                        scene -> kill(scene.flow().workers())),
                Fault.of(
                                "supervisor-kill",
                                "its workers run on, and are taken over by its next instance",
                                scene -> scene.cluster()
                                        .supervisor(scene.sinkWorker().node())
                                        .kill())
                        .healed(1, scene -> scene.cluster().awaitHealthy()),
                Fault.of("supervisor-workers-kill", "its next instance starts its workers", Kills::killNode)
                        .healed(1, scene -> scene.cluster().awaitHealthy()),
                Fault.of(
                                "node-kill",
                                "its tasks run elsewhere within the lost time-out of " + FaultCluster.LOST.toSeconds()
                                        + " s and 5 s",
                                Kills::killNode)
                        .normalWithin(FaultCluster.LOST.plusSeconds(5)),
                Fault.of(
                                "leader-kill",
                                "nothing is visible at sinks",
                                scene -> scene.cluster().leader().kill())
                        .gap(Duration.ofMillis(500)));
    }

    static void killNode(Scene scene) throws IOException, InterruptedException {
        String node = scene.sinkWorker().node();
        List<WorkerMetrics> workers = scene.workersOn(node);
        scene.cluster().supervisor(node).kill();
        kill(workers);
    }

    private static void kill(List<WorkerMetrics> workers) throws IOException, InterruptedException {
        for (WorkerMetrics worker : workers) {
            Daemon.signal(KILL, worker.pid());
        }
    }
}
