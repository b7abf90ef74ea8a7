// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker.exactlyonce;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.runtime.worker.exactlyonce.Steps.Taken;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Workers die before, within and after each named step of a snapshot, and again in the recovery that follows; or they
 * only seem to.
 */
@Timeout(7200)
class CrashPointTest {

    private static final boolean LONG = Boolean.getBoolean("millrace.long");
    private static final int OCCURRENCES = LONG ? 12 : 1;

    /** The first seed: barriers wait in its run. In two thirds of the others they overtake. */
    private static final int FIRST_SEED = 3;

    private static final int LAST_SEED = LONG ? 20 : FIRST_SEED;
    private static final int[] TURNS_AWAY = {0, 150};

    private static final Map<Long, List<Taken>> WITHOUT_DEATHS = new HashMap<>();

    /** Each second occurrence of a step, and each second step, has the workers back at once. */
    private static CrashScenario scenario(long seed, Taken at) {
        int turnsAway = TURNS_AWAY[(at.occurrence() + at.step().ordinal()) % 2];
        return new CrashScenario(seed, turnsAway, Mutant.NONE);
    }

    private static List<Taken> withoutDeaths(long seed) {
        return WITHOUT_DEATHS.computeIfAbsent(seed, each -> new CrashScenario(each, 0, Mutant.NONE).check());
    }

    private static List<Taken> chosen(List<Taken> steps, Step step, int afterTurn, int most) {
        List<Taken> chosen = CrashScenario.occurrences(steps, step, afterTurn, most);
        assertThat(chosen).as("%s is taken", step).isNotEmpty();
        return chosen;
    }

    @ParameterizedTest
    @EnumSource(
            value = Step.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"SPOUT_RESTORED"})
    void aWorkerDiesAt(Step step) {
        for (long seed = FIRST_SEED; seed <= LAST_SEED; seed++) {
            for (Taken at : chosen(withoutDeaths(seed), step, 1, OCCURRENCES)) {
                for (Crash death : CrashScenario.deaths(at)) {
                    scenario(seed, at).check(death);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Step.class,
            names = {"GENERATION_SET", "MANIFEST_READ", "SPOUT_RESTORED", "SINK_RECOVERED", "BARRIER_EMITTED"})
    void aWorkerDiesAgainInTheRecoveryAt(Step step) {
        for (long seed = FIRST_SEED; seed <= LAST_SEED; seed++) {
            for (Crash first : CrashScenario.firstDeaths(withoutDeaths(seed))) {
                CrashScenario scenario = scenario(seed, first.at());
                for (Taken at : chosen(scenario.check(first), step, first.at().turn(), OCCURRENCES)) {
                    for (Crash second : CrashScenario.deaths(at)) {
                        scenario.check(first, second);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Step.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"SPOUT_RESTORED"})
    void aWorkerIsBelievedDeadAndGoesOnAt(Step step) {
        for (long seed = FIRST_SEED; seed <= LAST_SEED; seed++) {
            for (Taken at : chosen(withoutDeaths(seed), step, 1, OCCURRENCES)) {
                for (Crash zombie : CrashScenario.zombies(at, Duration.ofMillis(at.occurrence() * 3 % 10))) {
                    scenario(seed, at).check(zombie);
                }
            }
        }
    }

    /** The sink's successor has prepared for further snapshots when the sink recovers. */
    @ParameterizedTest
    @EnumSource(
            value = Step.class,
            names = {"MANIFEST_READ", "SPOUT_RESTORED", "SINK_RECOVERED"})
    void aWorkerIsBelievedDeadInTheRecoveryAndGoesOnAt(Step step) {
        for (long seed = FIRST_SEED; seed <= LAST_SEED; seed++) {
            check(step, seed, Mutant.NONE, 7);
        }
    }

    /**
     * Checks a worker that goes back to a snapshot after another one has died, is believed dead at this step, and goes
     * on a few milliseconds later.
     */
    static void check(Step step, long seed, Mutant mutant, int pauseMillis) {
        Crash first = CrashScenario.firstDeaths(withoutDeaths(seed)).get(0);
        CrashScenario scenario = new CrashScenario(seed, 0, mutant);
        for (Taken at : chosen(scenario.check(first), step, first.at().turn(), OCCURRENCES)) {
            for (Crash second : CrashScenario.zombies(at, Duration.ofMillis(pauseMillis + at.occurrence() % 2))) {
                scenario.check(first, second);
            }
        }
    }

    /** Otherwise the deaths of the other tests would come later than they say. */
    @Test
    void aCoordinatorThatDiesAfterItHasSetThePointerTellsNobody() {
        try (Run run = new CrashScenario(FIRST_SEED, 0, Mutant.NONE).startOnOneNode()) {
            List<Taken> steps = run.world().steps.taken();
            while (CrashScenario.occurrences(steps, Step.POINTER_SET, 0, 2).size() < 2) {
                run.untilTurn(run.turn() + 1);
            }
            int death = run.turn();
            run.kill(run.workers().get(0));
            run.untilTurn(death + 1_000);
            assertThat(CrashScenario.occurrences(steps, Step.COMMIT_CALLED, death, 1))
                    .isEmpty();
        }
    }
}
