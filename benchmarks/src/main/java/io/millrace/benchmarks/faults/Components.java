// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import java.time.Duration;
import java.util.List;

/** What a bolt does wrong. */
final class Components {

    private static final int AHEAD = 100;
    private static final int POISONED_SECONDS = 3;

    private Components() {}

    static List<Fault> all() {
        return List.of(
                Fault.of("bolt-poison", "one tuple fails again and again, all others go through", Components::poison)
                        .healed(POISONED_SECONDS, scene -> scene.flow().tally().poison(-1))
                        .gap(Stops.NOTHING),
                trouble("bolt-throws", "its tuple fails, and is repeated", Trouble.THROWS)
                        .gap(Stops.NOTHING),
                trouble("bolt-overflows", "its tuple fails, and is repeated", Trouble.OVERFLOWS_STACK)
                        .gap(Stops.NOTHING),
                trouble("bolt-out-of-memory", "its worker ends and is started again", Trouble.EXHAUSTS_MEMORY),
                trouble(
                                "bolt-blocks",
                                "its worker is killed after " + FaultCluster.HANG.toSeconds() + " s and started again",
                                Trouble.BLOCKS)
                        .gap(FaultCluster.HANG.plus(Duration.ofSeconds(5))),
                trouble("bolt-exits", "its worker is started again", Trouble.EXITS));
    }

    private static Fault trouble(String name, String promise, Trouble trouble) {
        return Fault.of(name, promise, scene -> scene.flow().tally().set(trouble));
    }

    private static void poison(Scene scene) {
        Tally tally = scene.flow().tally();
        tally.poison(tally.next(0) + AHEAD);
    }
}
