// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.guarantees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.machine.Options.Mistake;
import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.macro.Shape;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanTest {

    @Test
    void modesAreAllGuaranteesAndBothFormsOfBarriersWithEachInterval() {
        Plan plan = Plan.of(options("--intervals=1,0.1", "--presets=eu-2"));

        assertThat(plan.promises())
                .extracting(Promise::name)
                .containsExactly(
                        "at-most-once",
                        "at-least-once",
                        "exactly-once 1 s",
                        "exactly-once 1 s time-out 0 s",
                        "exactly-once 0.1 s",
                        "exactly-once 0.1 s time-out 0 s");
    }

    @Test
    void aQuickPartHasItsSmallestWorkloadUnlessSomeAreNamed() {
        List<Shape> all = List.of(Shape.WORDCOUNT, Shape.YAHOO);

        assertThat(shapes(all)).isEqualTo(all);
        assertThat(shapes(all, "--quick")).containsExactly(Shape.WORDCOUNT);
        assertThat(shapes(all, "--quick", "--workloads=yahoo")).containsExactly(Shape.YAHOO);
    }

    private static List<Shape> shapes(List<Shape> all, String... arguments) {
        return Plan.of(options(arguments)).shapes(all, Shape.WORDCOUNT);
    }

    @Test
    void mistakesAreSaidBeforeAnythingIsMeasured() {
        assertThatThrownBy(() -> Plan.of(options("--parts=speed", "--presets=eu-2")))
                .isInstanceOf(Mistake.class)
                .hasMessageContaining("there is no 'speed'");
        assertThatThrownBy(() -> Plan.of(options("--presets=atlantis-2")))
                .isInstanceOf(Mistake.class)
                .hasMessageContaining("eu, us, global with a number of hosts");
    }

    private static Options options(String... arguments) {
        return new Options(Plan.USAGE, arguments);
    }
}
