// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.scheduler.Algorithms;
import io.millrace.scheduler.evaluate.Evaluation;
import io.millrace.scheduler.evaluate.Evaluator;
import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.Placement;
import io.millrace.scheduler.model.Problem;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReferenceSearchTest {
    private static final long STEPS = 40_000;
    private static final List<String> SMALL =
            List.of(Constrained.PINNED, Constrained.TIGHT, GeoClusters.FAMILY, SharedNodes.SEVERAL);

    private static Problem cliques(boolean latency) {
        Draft draft = new Draft("cliques", "test", 1, "two cliques, dealt to both nodes")
                .eps(0)
                .nodes(2, 1);
        if (latency) {
            draft.latency();
        }
        draft.topology("t", 2);
        for (int i = 0; i < 12; i++) {
            draft.task("t", "c", 10);
        }
        for (int from = 0; from < 12; from++) {
            for (int to = from + 2; to < 12; to += 2) {
                draft.edge(from, to, 100);
            }
        }
        for (int i = 0; i < 6; i++) {
            draft.edge(i, i + 5, 10);
        }
        return draft.build();
    }

    @Test
    void swapsFindTheCliquesWhereNoMoveIsPossible() {
        for (boolean latency : new boolean[] {false, true}) {
            Problem problem = cliques(latency);
            Assignment mixed = new Assignment(
                    problem.name(),
                    IntStream.range(0, 12)
                            .mapToObj(task -> new Placement("n" + task / 6, 0))
                            .toList());
            Evaluation found = Evaluator.evaluate(problem, ReferenceSearch.improve(problem, mixed, STEPS, 1));
            assertThat(found.traffic().cut()).isEqualTo(60);
            assertThat(found.isBalanced()).isTrue();
        }
    }

    @Test
    void whatItFindsIsSoundAndNeverDearer() {
        for (String name : List.of("c03-spread-5n", "c05-mixture-8n", "w02-geo-4r4n", "t02-unit-8n", "m02-six-8n")) {
            Problem problem = Families.of(SMALL, 1).stream()
                    .filter(candidate -> candidate.name().equals(name))
                    .findFirst()
                    .orElseThrow();
            Assignment start = Algorithms.byName("turbostream").schedule(problem, 0);
            Evaluation before = Evaluator.evaluate(problem, start);
            Evaluation after = Evaluator.evaluate(problem, ReferenceSearch.improve(problem, start, STEPS, 1));
            assertThat(after.violations()).as(name).isEmpty();
            assertThat(after.isBalanced()).as(name).isEqualTo(before.isBalanced());
            assertThat(after.cost()).as(name).isLessThanOrEqualTo(before.cost());
        }
    }

    @Test
    void theSameSeedFindsTheSame() {
        Problem problem = Families.of(List.of(Shapes.ZIPF), 1).get(1);
        Assignment start = Algorithms.byName("tstorm").schedule(problem, 0);
        assertThat(ReferenceSearch.improve(problem, start, STEPS, 3))
                .isEqualTo(ReferenceSearch.improve(problem, start, STEPS, 3));
    }

    @Test
    void movesNoMoreThanItMayAndMakesTheMostOfThat() {
        Problem problem = cliques(false);
        List<Placement> mixed = IntStream.range(0, 12)
                .mapToObj(task -> new Placement("n" + task / 6, 0))
                .toList();
        Problem running = problem.withPrevious(mixed);
        Assignment start = new Assignment(problem.name(), mixed);
        double last = Double.MAX_VALUE;
        for (int most : new int[] {0, 1, 2, 4, 6}) {
            Evaluation found =
                    Evaluator.evaluate(running, ReferenceSearch.improveWithin(running, start, most, STEPS, 1));
            assertThat(found.movedTasks()).isLessThanOrEqualTo(most);
            assertThat(found.isBalanced()).isTrue();
            // The nodes are full: one task cannot move alone
            if (most > 1) {
                assertThat(found.cost()).isLessThan(last);
            }
            last = found.cost();
        }
        assertThat(last).isEqualTo(60);
    }
}
