// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** What the network does to a node. */
final class Cuts {

    private static final int SHORT = 3;
    private static final int BEYOND = (int) FaultCluster.LOST.toSeconds() + 7;

    private Cuts() {}

    static List<Fault> all() {
        return List.of(
                cut("cut-" + SHORT, "its tuples wait", SHORT, false),
                cut("cut-" + BEYOND, "its tasks run elsewhere; what is left of it takes no part", BEYOND, false),
                cut("cut-out-" + BEYOND, "as if cut both ways: what it sends is lost", BEYOND, true),
                Fault.of(
                                "tcp-reset",
                                "workers connect again; lost tuples are repeated",
                                scene -> scene.cluster()
                                        .hosts()
                                        .reset(scene.sinkWorker().node()))
                        .in(Setup.NAMESPACES)
                        .gap(Duration.ofSeconds(2)));
    }

    private static Fault cut(String name, String promise, int seconds, boolean oneWay) {
        return Fault.of(name, promise, scene -> cutOff(scene, oneWay))
                .in(Setup.NAMESPACES)
                .healed(seconds, scene -> scene.cluster().hosts().heal());
    }

    private static void cutOff(Scene scene, boolean oneWay) throws IOException {
        scene.cluster().hosts().cut(scene.sinkWorker().node(), oneWay);
    }
}
