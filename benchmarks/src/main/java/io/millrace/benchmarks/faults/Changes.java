// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import io.millrace.api.rebalance.RebalanceRequest;
import io.millrace.cluster.client.Cluster;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The leading controller is killed in the middle of what it was asked for. */
final class Changes {

    private static final Duration ANSWER = Duration.ofSeconds(10);
    private static final List<Integer> AFTER_MILLIS = List.of(20, 200);

    private Changes() {}

    static List<Fault> all() {
        return List.of(
                Fault.of(
                                "leader-kill-submit",
                                "it succeeds, or says why within 10 s; nothing at sinks",
                                Changes::submits)
                        .gap(Stops.NOTHING),
                Fault.of("leader-kill-kill", "it succeeds, or says why within 10 s; nothing at sinks", Changes::kills)
                        .gap(Stops.NOTHING),
                Fault.of(
                                "leader-stop-submit",
                                "it succeeds, or says why within 10 s; nothing at sinks",
                                Changes::submitsToStopped)
                        .gap(Stops.NOTHING),
                Fault.of("leader-kill-rebalance", "it is done, or not, but not by half", Changes::rebalances));
    }

    private static void submits(Scene scene) throws IOException, InterruptedException {
        try (Other other = new Other(scene.cluster())) {
            for (int millis : AFTER_MILLIS) {
                boolean submitted = killDuring(scene, "submit", millis, other::submit);
                scene.check(!submitted || other.isListed(), "submitted; but not in the list");
                scene.cluster().awaitHealthy();
                other.killIfListed();
            }
        }
    }

    private static void submitsToStopped(Scene scene) throws IOException, InterruptedException {
        try (Other other = new Other(scene.cluster())) {
            scene.stop(scene.cluster().leader().pid());
            boolean submitted = noted(scene, "submit", TimedCall.start(other::submit));
            scene.goOn();
            scene.check(!submitted || other.isListed(), "submitted; but not in the list");
            other.killIfListed();
        }
    }

    private static void kills(Scene scene) throws IOException, InterruptedException {
        try (Other other = new Other(scene.cluster())) {
            for (int millis : AFTER_MILLIS) {
                other.submit();
                boolean killed = killDuring(scene, "kill", millis, other::kill);
                scene.check(!killed || !other.isListed(), "killed; but in the list");
                scene.cluster().awaitHealthy();
                other.killIfListed();
            }
        }
    }

    private static void rebalances(Scene scene) throws IOException, InterruptedException {
        killDuring(scene, "rebalance", AFTER_MILLIS.get(1), () -> {
            try (Cluster client = scene.cluster().client()) {
                client.rebalance(Flow.NAME, new RebalanceRequest(false, "multilevel", 0, Map.of()));
            }
        });
        scene.cluster().awaitHealthy();
    }

    /** Returns whether the call has succeeded. */
    private static boolean killDuring(Scene scene, String what, int afterMillis, Runnable call)
            throws IOException, InterruptedException {
        Daemon leader = scene.cluster().leader();
        TimedCall timed = TimedCall.start(call);
        TimeUnit.MILLISECONDS.sleep(afterMillis);
        leader.kill();
        return noted(scene, what, timed);
    }

    private static boolean noted(Scene scene, String what, TimedCall timed) throws InterruptedException {
        TimedCall.Outcome outcome = timed.await();
        scene.note(String.format("%s after %.1f s: %s", what, outcome.millis() / 1e3, outcome.text()));
        scene.check(outcome.millis() <= ANSWER.toMillis(), what + " took " + outcome.millis() + " ms to answer");
        return outcome.succeeded();
    }
}
