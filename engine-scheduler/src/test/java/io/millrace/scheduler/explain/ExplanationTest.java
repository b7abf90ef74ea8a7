// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.millrace.scheduler.Algorithms;
import io.millrace.scheduler.explain.Decision.Reason;
import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.Constraints;
import io.millrace.scheduler.model.Placement;
import io.millrace.scheduler.model.Problem;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExplanationTest {
    private final Problem lost = Problem.builder("wc")
            .topology("wc", 3)
            .node("a", 2)
            .node("b", 1)
            .task("wc", "spout", 1, Constraints.NONE)
            .task("wc", "split", 1, Constraints.NONE)
            .task("wc", "count", 1, Constraints.pinnedTo("b"))
            .task("wc", "sink", 1, Constraints.NONE)
            .tasks("wc", "sink", 1)
            .edge(0, 1, 100)
            .running(0, new Placement("a", 0))
            .running(1, new Placement("gone", 0))
            .running(2, new Placement("a", 0))
            .running(3, new Placement("b", 1))
            .build();
    private final Explanation explanation = Explanation.schedule(Algorithms.byName("even"), lost, 7);

    @Test
    void everyTaskHasAReason() {
        assertThat(explanation.decisions())
                .extracting(Decision::reason)
                .containsExactly(Reason.KEPT, Reason.NODE_GONE, Reason.CONSTRAINT, Reason.SLOT_GONE, Reason.STARTED);
        assertThat(explanation.reasons())
                .isEqualTo(Map.of(
                        Reason.KEPT,
                        1,
                        Reason.NODE_GONE,
                        1,
                        Reason.CONSTRAINT,
                        1,
                        Reason.SLOT_GONE,
                        1,
                        Reason.STARTED,
                        1));
        assertThat(explanation.moves()).extracting(Decision::task).containsExactly(1, 2, 3);
    }

    @Test
    void aTaskWhoseWorkerEndsIsToldApartFromOneThatIsMovedByChoice() {
        Problem problem = Problem.builder("p")
                .topology("t", 2)
                .node("a", 3)
                .tasks("t", "c", 3)
                .build()
                .withPrevious(new Assignment(
                        "p", List.of(new Placement("a", 0), new Placement("a", 0), new Placement("a", 1))));
        Assignment answer =
                new Assignment("p", List.of(new Placement("a", 0), new Placement("a", 2), new Placement("a", 2)));
        assertThat(Explanation.of(problem, "other", 0, answer).decisions())
                .extracting(Decision::reason)
                .containsExactly(Reason.KEPT, Reason.TOGETHER, Reason.WORKER_GONE);
    }

    @Test
    void eachChosenMoveHasTheReasonThatHoldsWithFigures() {
        Problem problem = Problem.builder("p")
                .topology("t", 3)
                .node("a", 2)
                .node("b", 2)
                .task("t", "spout", 10, Constraints.NONE)
                .task("t", "near", 1, Constraints.NONE)
                .task("t", "apart", 1, Constraints.NONE.withSpread("g"))
                .task("t", "apart", 1, Constraints.NONE.withSpread("g"))
                .task("t", "loner", 1, Constraints.NONE)
                .edge(0, 1, 100)
                .running(0, new Placement("a", 0))
                .running(1, new Placement("b", 0))
                .running(2, new Placement("b", 0))
                .running(3, new Placement("b", 0))
                .running(4, new Placement("b", 0))
                .build();
        Assignment answer = new Assignment(
                "p",
                List.of(
                        new Placement("a", 0),
                        new Placement("a", 0),
                        new Placement("b", 0),
                        new Placement("a", 0),
                        new Placement("b", 1)));
        assertThat(Explanation.of(problem, "other", 0, answer).moves())
                .extracting(Decision::text)
                .containsExactly(
                        "moved for cheaper hops: 100 us per second instead of 50,000",
                        "moved for its spread group: node b had 2 tasks of g",
                        "moved for a more even load: 1 instead of 4");
    }

    @Test
    void aTaskOfANodeThatIsTooFullMovesForRoom() {
        Problem problem = Problem.builder("p")
                .topology("t", 2)
                .node("a", 1)
                .node("b", 1)
                .task("t", "one", 10, Constraints.NONE)
                .task("t", "other", 10, Constraints.NONE)
                .running(0, new Placement("a", 0))
                .running(1, new Placement("a", 0))
                .build();
        Assignment answer = new Assignment("p", List.of(new Placement("a", 0), new Placement("b", 0)));
        assertThat(Explanation.of(problem, "other", 0, answer).moves())
                .extracting(Decision::text)
                .containsExactly("moved for room: node a had a load of 20, and takes 11");
    }

    @Test
    void theTextShowsFiguresLoadsAndMoves() {
        assertThat(explanation.toText().lines())
                .contains("wc: even placed 5 tasks of 1 topology on 2 of 2 nodes, in 3 workers (objective cut, seed 7)")
                .contains("figure                                before  after")
                .contains("traffic between nodes                100.0 %  0.0 %")
                .contains("violations                                 4      0")
                .contains("tasks moved                                       3")
                .contains("a        3    3.33      4         -      2/2      3")
                .contains("1 task kept in place")
                .contains("  task 1 (\"split\" of \"wc\"): gone/0 -> a/1 (moved: node gone)");
    }

    @Test
    void theJsonHoldsTheSame() throws Exception {
        JsonNode json = new JsonMapper().readTree(explanation.toJson());
        assertThat(json.get("format").asText()).isEqualTo("tsched-explanation-1");
        assertThat(json.at("/before/cut_share").asDouble()).isEqualTo(1);
        assertThat(json.at("/after/cut_share").asDouble()).isZero();
        assertThat(json.at("/after/tasks_moved").asInt()).isEqualTo(3);
        assertThat(json.at("/after/violations")).isEmpty();
        assertThat(json.at("/before/violations/0/rule").asText()).isEqualTo("node_exists");
        assertThat(json.at("/reasons/node_gone").asInt()).isEqualTo(1);
        assertThat(json.at("/moves/0/task").asInt()).isEqualTo(1);
        assertThat(json.at("/moves/0/reason").asText()).isEqualTo("node_gone");
        assertThat(json.at("/assignment")).hasSize(5);
    }
}
