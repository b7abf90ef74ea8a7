// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;

/** The protocol holds in every interleaving with every death. Without any one of its rules it does not. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class RingModelTest {
    /** One file per mutant: the shortest trace to the damage. */
    private static final Path TRACES = Path.of("target", "model");

    static final List<Scenario> IN_EVERY_BUILD = Scenarios.IN_EVERY_BUILD;
    static final List<Scenario> LONG = Scenarios.LONG;

    @ParameterizedTest
    @FieldSource("IN_EVERY_BUILD")
    void theProtocolHolds(Scenario scenario) {
        Finding finding = Explorer.explore(new RingModel(scenario, null));
        assertThat(finding.holds()).as(finding.toString()).isTrue();
    }

    @ParameterizedTest
    @FieldSource("LONG")
    @EnabledIfSystemProperty(named = "millrace.long", matches = "true")
    void theProtocolHoldsInLargerScenarios(Scenario scenario) {
        theProtocolHolds(scenario);
    }

    @ParameterizedTest
    @EnumSource
    void everyRuleIsNeeded(Mutant mutant) throws IOException {
        Finding finding = Explorer.explore(new RingModel(mutant.scenario, mutant));
        assertThat(finding.damage()).as("not: %s; %s", mutant.rule, finding).isEqualTo(mutant.damage);
        Files.createDirectories(TRACES);
        Files.writeString(
                TRACES.resolve(mutant + ".txt"),
                String.format("Not: %s%n%s: %s%n", mutant.rule, mutant.scenario, finding));
    }
}
