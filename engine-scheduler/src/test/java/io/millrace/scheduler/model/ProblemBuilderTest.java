// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.millrace.scheduler.Algorithms;
import io.millrace.scheduler.evaluate.Evaluation;
import io.millrace.scheduler.evaluate.Evaluator;
import org.junit.jupiter.api.Test;

class ProblemBuilderTest {

    @Test
    void fairSharesFollowCapacity() {
        ProblemBuilder builder = Problem.builder("h03")
                .topology("t", 6)
                .node("n0", 1, 56, "r")
                .node("n1", 2, 112, "r")
                .node("n2", 4, 224, "r");
        for (int i = 0; i < 7; i++) {
            builder.task("t", "c", 37, Constraints.NONE);
        }
        assertThat(builder.build().nodes())
                .extracting(Node::target, Node::limit)
                .containsExactly(tuple(37.0, 40L), tuple(74.0, 81L), tuple(148.0, 162L));
    }

    @Test
    void fairSharesFollowSlotsWhereCapacityIsUnknown() {
        Problem problem = Problem.builder("p")
                .topology("t", 6)
                .node("n0", 1)
                .node("n1", 3)
                .node("drained", 0)
                .tasks("t", "c", 8)
                .build();
        assertThat(problem.nodes())
                .extracting(Node::target, Node::limit)
                .containsExactly(tuple(2.0, 2L), tuple(6.0, 6L), tuple(0.0, 0L));
    }

    @Test
    void fewerWorkersThanNodesShareTheLoadAmongAsManyNodes() {
        Problem problem = Problem.builder("p")
                .topology("t", 2)
                .node("n0", 1)
                .node("n1", 1)
                .node("n2", 1)
                .node("n3", 1)
                .tasks("t", "c", 7)
                .build();
        assertThat(problem.nodes()).extracting(Node::target).containsOnly(3.5);
        assertThat(problem.nodes()).extracting(Node::limit).containsOnly(4L);
        Assignment answer = Algorithms.byName("even").schedule(problem, 0);
        assertThat(Evaluator.evaluate(problem, answer).isBalanced()).isTrue();
    }

    @Test
    void limitsAreSuchThatSomeAnswerKeepsThem() {
        // One node must have three of five tasks of about 1,000. Its fair load is 2,500, and 10 % above that are 2,750.
        ProblemBuilder builder =
                Problem.builder("p").topology("t", 2).node("n0", 1).node("n1", 1);
        for (long weight : new long[] {1_004, 999, 999, 999, 999}) {
            builder.task("t", "c", weight, Constraints.NONE);
        }
        Problem problem = builder.edge(0, 1, 5).edge(0, 2, 5).edge(3, 4, 5).build();
        assertThat(problem.nodes()).extracting(Node::limit).containsOnly((long) (1.05 * 3 * 999));
        Evaluation answer =
                Evaluator.evaluate(problem, Algorithms.byName("multilevel").schedule(problem, 0));
        assertThat(answer.isBalanced()).isTrue();
        assertThat(answer.traffic().cut()).isZero();
    }

    @Test
    void aTaskMustBeAddedBeforeItRuns() {
        assertThatThrownBy(() -> Problem.builder("p").running(0, new Placement("n0", 0)))
                .isInstanceOf(InvalidProblemException.class)
                .hasMessage("running task 0 is not among the 0 tasks added so far: add it first");
    }
}
