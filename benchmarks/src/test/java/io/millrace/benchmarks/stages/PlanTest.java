// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.stages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.benchmarks.machine.Options;
import org.junit.jupiter.api.Test;

class PlanTest {

    @Test
    void allWorkloadsRunAtTwoRatesInEachPlaceUnlessTold() {
        assertThat(Plan.of(new Options(Plan.USAGE)).cells()).hasSize(18);
        assertThat(Plan.of(new Options(Plan.USAGE, "--places=1N2W", "--workloads=sol", "--rates=7"))
                        .cells())
                .extracting(Cell::name)
                .containsExactly("sol 1N2W 7/s");
        assertThat(Plan.of(new Options(Plan.USAGE, "--quick")).cells()).hasSize(2);
    }

    @Test
    void wrongOptionsAreRefusedInOneLine() {
        assertThatThrownBy(() -> Plan.of(new Options(Plan.USAGE, "--places=3N")))
                .isInstanceOf(Options.Mistake.class);
        assertThatThrownBy(() -> Plan.of(new Options(Plan.USAGE, "--seconds=56")))
                .isInstanceOf(Options.Mistake.class);
        assertThatThrownBy(() -> Plan.of(new Options(Plan.USAGE, "--table")))
                .isInstanceOf(Options.Mistake.class)
                .hasMessage("--table needs the page: give --docs=page.md");
    }
}
