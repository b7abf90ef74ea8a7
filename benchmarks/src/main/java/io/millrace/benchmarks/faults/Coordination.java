// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import io.millrace.api.metrics.WorkerMetrics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** ZooKeeper is away, or ends all sessions at once. */
final class Coordination {

    private Coordination() {}

    static List<Fault> all() {
        List<Fault> all = new ArrayList<>();
        for (int seconds : List.of(5, 30, 90)) {
            all.add(keepingWorkers(Fault.of(
                            "zookeeper-away-" + seconds,
                            "workers run on, and none is started again",
                            scene -> scene.cluster().zooKeeper().kill()))
                    .healed(seconds, scene -> scene.cluster().awaitHealthy())
                    .gap(Stops.NOTHING));
        }
        all.add(keepingWorkers(Fault.of(
                "sessions-expired",
                "no worker is started again; they find each other again",
                scene -> scene.cluster().zooKeeper().tell(ZooKeeperMain.EXPIRE))));
        return all;
    }

    /** Processes are the same before and after. */
    private static Fault keepingWorkers(Fault fault) {
        List<Set<Long>> before = new ArrayList<>();
        Fault.Action inject = fault.course().inject();
        return fault.injecting(scene -> {
                    before.clear();
                    before.add(pids(scene));
                    inject.on(scene);
                })
                .then(scene -> {
                    Set<Long> now = pids(scene);
                    now.removeAll(before.get(0));
                    scene.check(now.isEmpty(), now.size() + " workers were started again");
                });
    }

    private static Set<Long> pids(Scene scene) throws IOException {
        return scene.flow().workers().stream().map(WorkerMetrics::pid).collect(Collectors.toSet());
    }
}
