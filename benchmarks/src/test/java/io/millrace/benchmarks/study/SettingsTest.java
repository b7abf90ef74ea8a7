// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.benchmarks.machine.Options.Mistake;
import org.junit.jupiter.api.Test;

class SettingsTest {

    @Test
    void knownKeysWithGoodValuesAreTaken() {
        assertThat(Settings.read("topology.ask.spin=0 s; topology.worker.executors=2;")
                        .asMap())
                .containsEntry("topology.ask.spin", "0 s")
                .containsEntry("topology.worker.executors", "2")
                .hasSize(2);
        assertThat(Settings.read("").asMap()).isEmpty();
    }

    @Test
    void othersAreRefusedBeforeAnythingRuns() {
        assertThatThrownBy(() -> Settings.read("topology.nonsense=1"))
                .isInstanceOf(Mistake.class)
                .hasMessageContaining("--settings: unknown key 'topology.nonsense'");
        assertThatThrownBy(() -> Settings.read("topology.worker.executors=many"))
                .isInstanceOf(Mistake.class);
        assertThatThrownBy(() -> Settings.read("topology.worker.executors"))
                .hasMessage(
                        "--settings: 'topology.worker.executors' is no setting: give key=value, separated by semicolons");
    }
}
