// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker.exactlyonce;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.millrace.mutant.ChangedEngine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each rule that is left out, in the engine or in a component, is seen in the runs of {@link RandomExactlyOnceTest} or
 * {@link CrashPointTest}. Otherwise these would not prove that it holds.
 */
@Timeout(120)
class MutantTest {

    private static final int MOST_SEEDS = 100;

    @TempDir
    private Path directory;

    private static void assertFound(String what, long firstSeed, LongFunction<String> findings) {
        List<String> others = new ArrayList<>();
        for (long seed = firstSeed; seed < firstSeed + MOST_SEEDS; seed++) {
            String found = findings.apply(seed);
            if (found.contains(what)) {
                return;
            }
            if (!found.isEmpty()) {
                others.add(found);
            }
        }
        fail("no run shows that %s, but only this: %s", what, others);
    }

    private static LongFunction<String> findings(ChangedEngine engine, Faults faults) {
        @SuppressWarnings("unchecked")
        LongFunction<String> probe = (LongFunction<String>) engine.make(Probe.class.getName(), faults.name());
        return probe;
    }

    @ParameterizedTest
    @EnumSource(EngineMutant.class)
    void isFoundInTheEngine(EngineMutant mutant) {
        ChangedEngine engine = new ChangedEngine(directory, mutant.changes);
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(engine);
        try {
            assertFound(mutant.finding.text, mutant.firstSeed, findings(engine, mutant.faults));
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    @Test
    void aSinkThatRemovesWhatLaterGenerationsHavePreparedIsFound() {
        // The sink must recover while its successor has prepared outputs that are not yet committed
        assertThatThrownBy(() -> {
                    for (int seed = 1; seed <= 3; seed++) {
                        for (int pauseMillis = 5; pauseMillis < 12; pauseMillis++) {
                            CrashPointTest.check(
                                    Step.SINK_RECOVERED, seed, Mutant.RECOVER_REMOVES_LATER_ONES, pauseMillis);
                        }
                    }
                })
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("rows are missing");
    }

    @ParameterizedTest
    @EnumSource(
            value = Mutant.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"NONE", "RECOVER_REMOVES_LATER_ONES"})
    void isFoundInAComponent(Mutant mutant) {
        assertFound(EngineMutant.Finding.WRONG_ROWS.text, mutant.faults.firstSeed, seed -> {
            try {
                Scenario.check(mutant.faults, seed, mutant);
                return "";
            } catch (AssertionError e) {
                return e.getMessage();
            }
        });
    }
}
