// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import io.millrace.api.metrics.WorkerMetrics;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Processes that are stopped (SIGSTOP), and go on (SIGCONT), some when others believe them dead. */
final class Stops {

    private static final int SHORT = 5;

    /** A node is lost then. */
    private static final int BEYOND = (int) FaultCluster.LOST.toSeconds() + 4;

    private static final int LONG = 60;

    /** Nobody sees at a sink that a daemon is away, beyond what a busy machine shows at any time. */
    static final Duration NOTHING = Duration.ofMillis(500);

    private Stops() {}

    static List<Fault> all() {
        List<Fault> all = new ArrayList<>();
        for (int seconds : List.of(SHORT, BEYOND, LONG)) {
            all.add(stop(
                    "worker-stop-" + seconds,
                    seconds < FaultCluster.HANG.toSeconds()
                            ? "it goes on where it was"
                            : "it is killed after " + FaultCluster.HANG.toSeconds() + " s and started again",
                    seconds,
                    scene -> scene.stop(scene.sinkWorker().pid())));
            all.add(stop(
                            "supervisor-stop-" + seconds,
                            "nothing is visible at sinks; as its workers run on",
                            seconds,
                            scene -> scene.stop(scene.cluster()
                                    .supervisor(scene.sinkWorker().node())
                                    .pid()))
                    .gap(NOTHING));
            all.add(stop(
                            "leader-stop-" + seconds,
                            "nothing is visible at sinks",
                            seconds,
                            scene -> scene.stop(scene.cluster().leader().pid()))
                    .gap(NOTHING));
        }
        all.add(stop(
                "node-stop-" + BEYOND,
                "its tasks run elsewhere; what is left of it takes no part",
                BEYOND,
                Stops::stopNode));
        return all;
    }

    private static Fault stop(String name, String promise, int seconds, Fault.Action stop) {
        return Fault.of(name, promise, stop).healed(seconds, Scene::goOn);
    }

    private static void stopNode(Scene scene) throws IOException, InterruptedException {
        String node = scene.sinkWorker().node();
        List<WorkerMetrics> workers = scene.workersOn(node);
        scene.stop(scene.cluster().supervisor(node).pid());
        for (WorkerMetrics worker : workers) {
            scene.stop(worker.pid());
        }
    }
}
