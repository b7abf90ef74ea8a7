// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * The real {@link Coordinator} and {@link AgentState} do no damage in any interleaving of messages, calls, deaths,
 * losses and time-outs of two workers with a sink each. Without any one of their rules they do damage.
 */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class SnapshotModelTest {

    /** The directory of one file per mutant: the shortest trace to the damage. */
    private static final Path TRACES = Path.of("target", "model");

    static final List<ModelScenario> IN_EVERY_BUILD = List.of(
            new ModelScenario(2, 0, false, false, 1, 0, 0, 0),
            new ModelScenario(1, 0, false, false, 0, 2, 0, 0),
            new ModelScenario(2, 0, false, false, 0, 0, 1, 0),
            new ModelScenario(2, 0, false, false, 0, 0, 0, 1),
            new ModelScenario(1, 1, false, false, 0, 0, 0, 0),
            new ModelScenario(0, 1, true, false, 0, 0, 0, 0));

    static final List<ModelScenario> LONG = List.of(
            new ModelScenario(2, 1, true, false, 0, 0, 0, 0),
            new ModelScenario(1, 2, false, false, 0, 0, 0, 0),
            new ModelScenario(1, 1, true, true, 0, 0, 0, 0),
            new ModelScenario(1, 1, true, false, 0, 1, 0, 0),
            new ModelScenario(1, 1, true, false, 1, 0, 0, 0),
            new ModelScenario(2, 1, false, false, 0, 0, 1, 0),
            new ModelScenario(1, 1, true, false, 0, 0, 0, 1),
            new ModelScenario(2, 0, false, false, 2, 1, 1, 1));

    @ParameterizedTest
    @FieldSource("IN_EVERY_BUILD")
    void theProtocolHolds(ModelScenario scenario) {
        ModelFinding finding = ModelExplorer.explore(scenario, null);
        assertThat(finding.damage()).as("%s: %s", scenario, finding).isNull();
    }

    @ParameterizedTest
    @FieldSource("LONG")
    @EnabledIfSystemProperty(named = "millrace.long", matches = "true")
    void theProtocolHoldsInLargerScenarios(ModelScenario scenario) {
        theProtocolHolds(scenario);
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"RECOVERED_REMOVING_ALL", "VERSION_NOT_CHECKED"})
    void everyRuleIsNeeded(ModelMutant mutant) throws IOException {
        ModelFinding finding = ModelExplorer.explore(mutant.scenario, mutant);
        assertThat(finding.damage()).as("not: %s; %s", mutant.rule, finding).isEqualTo(mutant.damage);
        Files.createDirectories(TRACES);
        Files.writeString(
                TRACES.resolve("snapshot-" + mutant + ".txt"),
                String.format("Not: %s%n%s: %s%n", mutant.rule, mutant.scenario, finding));
    }

    /** The shortest trace of this mutant is the longest one of all. */
    @Test
    @EnabledIfSystemProperty(named = "millrace.long", matches = "true")
    void aSinkRemovesWhatEarlierGenerationsHavePreparedOnly() throws IOException {
        everyRuleIsNeeded(ModelMutant.RECOVERED_REMOVING_ALL);
    }

    @Test
    @EnabledIfSystemProperty(named = "millrace.long", matches = "true")
    void thePointerIsSetOnlyIfItsVersionIsTheOneThatWasReadLast() throws IOException {
        everyRuleIsNeeded(ModelMutant.VERSION_NOT_CHECKED);
    }
}
