// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.machine.Options.Mistake;
import io.millrace.benchmarks.service.ServiceBenchmark.Plan;
import org.junit.jupiter.api.Test;

class PlanTest {

    @Test
    void withoutOptionsItMeasuresAllCellsWithoutOtherEngines() {
        Plan plan = of();

        assertThat(plan.engines())
                .containsExactly(
                        "millrace", "millrace-spin", "millrace-processes", "millrace-processes-spin", "executor");
        assertThat(plan.cells()).isEqualTo(Cell.all(1_000));
        assertThat(plan.repetitions()).isEqualTo(3);
    }

    @Test
    void optionsChooseEnginesCellsAndTimes() {
        Plan plan = of("--quick", "--engines=storm,millrace", "--cells=/s", "--rate=500", "--seconds=7");

        assertThat(plan.engines()).containsExactly("storm", "millrace");
        assertThat(plan.cells()).extracting(Cell::name).containsExactly("ask, 500/s");
        assertThat(plan.cells().get(0).perSecond()).isEqualTo(500);
        assertThat(plan.seconds()).isEqualTo(7);
        assertThat(plan.repetitions()).isEqualTo(1);
    }

    @Test
    void aWrongOptionIsRefused() {
        assertThatThrownBy(() -> of("--engines=flink"))
                .isInstanceOf(Mistake.class)
                .hasMessageContaining("no 'flink'");
        assertThatThrownBy(() -> of("--cells=tell")).isInstanceOf(Mistake.class);
        assertThatThrownBy(() -> of("--rate=0")).isInstanceOf(Mistake.class);
        assertThatThrownBy(() -> of("--settings=topology.idel=spin")).isInstanceOf(Mistake.class);
        assertThatThrownBy(() -> of("--media=jet")).isInstanceOf(Mistake.class).hasMessageContaining("--engines");
    }

    @Test
    void aCellSurvivesTheWayToItsProcess() {
        for (Cell cell : Cell.all(500)) {
            assertThat(Cell.decode(cell.encode())).isEqualTo(cell);
        }
    }

    private static Plan of(String... arguments) {
        return Plan.of(new Options(ServiceBenchmark.USAGE, arguments));
    }
}
