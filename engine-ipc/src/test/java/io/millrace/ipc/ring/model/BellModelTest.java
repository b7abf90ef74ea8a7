// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** No wake-up is lost in any interleaving, and pipes stay small. Without any one of the rules this does not hold. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class BellModelTest {
    @ParameterizedTest
    @EnumSource
    void noWakeUpIsLost(BellScenario scenario) {
        Finding finding = Explorer.explore(new BellModel(scenario, BellKind.PIPE, null));
        assertThat(finding.holds()).as(finding.toString()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void noWakeUpIsLostByThreadsThatWaitForAChangeOfTheWord(BellScenario scenario) {
        Finding finding = Explorer.explore(new BellModel(scenario, BellKind.FUTEX, null));
        assertThat(finding.holds()).as(finding.toString()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"TWO_PRODUCERS", "FULL_RING_OF_ONE", "TAKE_OVER_FROM_ONE"})
    void noWakeUpIsLostByThreadsThatReadOrAreParked(BellScenario scenario) {
        Finding finding = Explorer.explore(new BellModel(scenario, BellKind.PARKING, null));
        assertThat(finding.holds()).as(finding.toString()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void everyRuleIsNeeded(BellMutant mutant) {
        Finding finding = Explorer.explore(new BellModel(mutant.scenario, mutant.kind, mutant));
        assertThat(finding.damage()).as("not: %s; %s", mutant.rule, finding).isEqualTo(mutant.damage);
    }
}
