// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmarks.scheduler.Rescheduling.Kind;
import io.millrace.scheduler.Algorithms;
import io.millrace.scheduler.evaluate.Evaluator;
import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.SchedulingOptions;
import io.millrace.scheduler.plan.Feasibility;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReschedulingTest {
    private static final List<Rescheduling> CASES = Rescheduling.all(Families.DEFAULT_SEED);

    @Test
    void everyKindIsThereAndItsChangeIsWhatItsNameSays() {
        assertThat(CASES).extracting(Rescheduling::kind).contains(Kind.values());
        for (Rescheduling change : CASES) {
            Problem before = change.before();
            Problem after = change.after();
            Feasibility.check(before);
            Feasibility.check(after);
            assertThat(after.equals(before)).isEqualTo(change.kind() == Kind.SAME);
            assertThat(after.nodes().size() < before.nodes().size()).isEqualTo(change.kind() == Kind.NODE_LOST);
            assertThat(after.tasks().size() > before.tasks().size()).isEqualTo(change.kind() == Kind.NEW_TOPOLOGY);
            assertThat(after.topologies().size() > before.topologies().size())
                    .isEqualTo(change.kind() == Kind.NEW_TOPOLOGY);
        }
    }

    @Test
    void driftIsOnTwoThousandTasksAndWorthReactingTo() {
        for (Rescheduling change : CASES) {
            if (change.kind() == Kind.DRIFT) {
                assertThat(change.after().tasks()).hasSize(2_000);
                Assignment running = Algorithms.byName("tstorm").schedule(change.before(), 0);
                Problem drifted = change.afterWhile(running);
                double stale = Evaluator.evaluateRunning(drifted).orElseThrow().cost();
                double fresh = Evaluator.evaluate(
                                drifted, Algorithms.byName("tstorm").schedule(drifted, 0))
                        .cost();
                assertThat(stale).isGreaterThan(1.01 * fresh);
            }
        }
    }

    @Test
    void movesAndGainsAreTheAlgorithms() {
        Rescheduling lost = CASES.stream()
                .filter(change -> change.kind() == Kind.NODE_LOST)
                .findFirst()
                .orElseThrow();
        Changes even = Changes.measure(lost, Algorithms.byName("even"), SchedulingOptions.DEFAULTS)
                .orElseThrow();
        assertThat(even.displaced()).isPositive();
        assertThat(even.moved()).isEqualTo(even.displaced());
        Rescheduling same = CASES.get(0);
        assertThat(Changes.measure(same, Algorithms.byName("even"), SchedulingOptions.DEFAULTS)
                        .orElseThrow()
                        .moved())
                .isZero();
    }
}
