// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker.exactlyonce;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/** The faults of the workers of a run at random times. */
enum Faults {
    /** Workers are killed and started again. */
    DEATHS(1),
    /** Workers are believed dead and go on while their successors run. */
    ZOMBIES(1_000_001);

    final long firstSeed;

    Faults(long firstSeed) {
        this.firstSeed = firstSeed;
    }

    private static final int MOST_FAULTS = 4;

    void afflict(Run run, SplittableRandom random) {
        List<String> workers = run.workers();
        int faults = 1 + random.nextInt(MOST_FAULTS);
        for (int i = 0; i < faults; i++) {
            if (random.nextInt(3) > 0) {
                run.advance(Duration.ofNanos(random.nextInt(20_000_000)));
            }
            // Without the wait the fault would come in the middle of the recovery from the one before
            run.untilTurn(run.turn() + random.nextInt(300));
            // The first worker has the coordinator
            String victim = workers.get(random.nextBoolean() ? 0 : random.nextInt(workers.size()));
            boolean goesOn = this == ZOMBIES && random.nextInt(4) > 0;
            if (goesOn) {
                run.isolate(victim, Duration.ofNanos(random.nextBoolean() ? 0 : random.nextInt(20_000_000)));
            } else {
                run.kill(victim);
            }
            run.untilTurn(run.turn() + random.nextInt(400));
            run.restart(victim);
            if (random.nextInt(4) == 0) {
                run.untilTurn(run.turn() + random.nextInt(2_000));
                run.killIsolated();
            }
        }
    }
}
