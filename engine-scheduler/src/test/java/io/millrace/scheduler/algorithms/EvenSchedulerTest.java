// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.algorithms;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.scheduler.Algorithms;
import io.millrace.scheduler.Shapes;
import io.millrace.scheduler.evaluate.Evaluation;
import io.millrace.scheduler.evaluate.Evaluator;
import io.millrace.scheduler.evaluate.Validator;
import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.Constraints;
import io.millrace.scheduler.model.Placement;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.ProblemBuilder;
import io.millrace.scheduler.model.SchedulingAlgorithm;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EvenSchedulerTest {
    private final SchedulingAlgorithm even = Algorithms.byName("even");

    private static List<String> places(Assignment assignment) {
        return assignment.placements().stream().map(Placement::toString).toList();
    }

    private static Assignment checked(Problem problem, Assignment assignment) {
        assertThat(Validator.violations(problem, assignment)).isEmpty();
        return assignment;
    }

    @Test
    void dealsTasksOverSlotsTakenFromTheNodesInTurn() {
        Problem problem = Problem.builder("p")
                .topology("t", 4)
                .node("a", 2)
                .node("b", 4)
                .node("c", 1)
                .tasks("t", "c", 6)
                .build();
        assertThat(places(even.schedule(problem, 0))).containsExactly("b/0", "a/0", "c/0", "b/1", "b/0", "a/0");
    }

    @Test
    void opensNoMoreWorkersThanThereAreTasks() {
        Problem problem = Problem.builder("p")
                .topology("t", 9)
                .node("a", 9)
                .tasks("t", "c", 2)
                .build();
        assertThat(places(even.schedule(problem, 0))).containsExactly("a/0", "a/1");
    }

    @Test
    void topologiesTakeShortSlotsInTurn() {
        Problem problem = Problem.builder("p")
                .topology("t", 4)
                .topology("u", 4)
                .node("a", 2)
                .node("b", 2)
                .tasks("t", "c", 4)
                .tasks("u", "c", 4)
                .build();
        Assignment answer = checked(problem, even.schedule(problem, 0));
        assertThat(answer.placements().subList(0, 4).stream().distinct()).hasSize(2);
        assertThat(answer.placements().subList(4, 8).stream().distinct()).hasSize(2);
    }

    @Test
    void noTaskNeedsNoNode() {
        Problem problem = Problem.builder("p").topology("t", 1).build();
        assertThat(even.schedule(problem, 0).placements()).isEmpty();
    }

    @Test
    void startsWorkersWherePinsNeedThemAndEvensOutAroundThem() {
        Problem problem = Problem.builder("p")
                .topology("t", 2)
                .node("a", 4)
                .node("b", 4)
                .node("c", 1)
                .tasks("t", "x", 3)
                .task("t", "y", 1, Constraints.pinnedTo("c"))
                .build();
        assertThat(places(checked(problem, even.schedule(problem, 0)))).containsExactly("a/0", "c/0", "a/0", "c/0");
    }

    @Test
    void aTaskThatDoesNotFitMakesOthersChangePlaces() {
        ProblemBuilder builder =
                Problem.builder("p").topology("t", 2).node("a", 1, 10, "r").node("b", 1, 10, "r");
        for (long weight : new long[] {2, 3, 3, 2, 5, 5}) {
            builder.task("t", "c", weight, Constraints.NONE);
        }
        Problem problem = builder.build();
        checked(problem, even.schedule(problem, 0));
    }

    @Test
    void aLostNodeMovesOnlyItsTasksToANewWorker() {
        Problem problem = Problem.builder("p")
                .topology("t", 3)
                .node("a", 2)
                .node("b", 2)
                .node("c", 2)
                .tasks("t", "c", 9)
                .build();
        Assignment before = even.schedule(problem, 0);
        Problem less = problem.withPrevious(before).withNodes(problem.nodes().subList(1, 3));
        Assignment after = checked(less, even.schedule(less, 0));
        assertThat(IntStream.range(0, 9).filter(i -> !after.of(i).equals(before.of(i))))
                .allMatch(i -> before.of(i).node().equals("a"));
        assertThat(places(after).get(0)).isEqualTo("b/1");
        assertThat(after.workers()).isEqualTo(3);
    }

    @Test
    void aNewTopologyMovesNoOldTask() {
        ProblemBuilder builder = Problem.builder("p")
                .topology("old", 3)
                .topology("new", 3)
                .node("a", 4)
                .node("b", 4)
                .tasks("old", "c", 6);
        Assignment before = even.schedule(builder.build(), 0);
        Problem both = Shapes.running(builder, before).tasks("new", "c", 6).build();
        Evaluation after = Evaluator.evaluate(both, checked(both, even.schedule(both, 0)));
        assertThat(after.movedTasks()).isZero();
        assertThat(after.startedTasks()).isEqualTo(6);
        assertThat(after.workersUsed()).isEqualTo(6);
    }

    @Test
    void aNewTopologyWithoutAFreeSlotTakesTheSmallestWorkerOfOneThatHasMore() {
        ProblemBuilder builder = Problem.builder("p")
                .topology("one", 1)
                .topology("two", 2)
                .topology("new", 1)
                .node("a", 3)
                .tasks("one", "c", 1)
                .tasks("two", "c", 5);
        Assignment before = even.schedule(builder.build(), 0);
        Problem both = Shapes.running(builder, before).tasks("new", "c", 1).build();
        Evaluation after = Evaluator.evaluate(both, checked(both, even.schedule(both, 0)));
        assertThat(after.movedTasks()).isEqualTo(2);
    }

    @Test
    void onlyTheWorkerThatHoldsThePinnedSlotGivesWay() {
        ProblemBuilder builder = Problem.builder("p")
                .topology("small", 2)
                .topology("big", 2)
                .topology("new", 1)
                .node("a", 1)
                .node("b", 3)
                .tasks("small", "c", 3)
                .tasks("big", "c", 7)
                .task("new", "c", 1, Constraints.pinnedTo("a"));
        String[] nodes = {"b", "b", "b", "a", "a", "a", "a", "b", "b", "b"};
        int[] slots = {1, 1, 2, 0, 0, 0, 0, 0, 0, 0};
        for (int task = 0; task < nodes.length; task++) {
            builder.running(task, new Placement(nodes[task], slots[task]));
        }
        Problem problem = builder.build();
        assertThat(places(checked(problem, even.schedule(problem, 0))))
                .containsExactly("b/1", "b/1", "b/2", "b/0", "b/0", "b/0", "b/0", "b/0", "b/0", "b/0", "a/0");
    }

    @Test
    void aLowerWorkersLimitKeepsTheLargestWorkers() {
        Problem problem = Problem.builder("p")
                .topology("t", 2)
                .node("a", 4)
                .tasks("t", "c", 6)
                .build();
        List<Placement> before = new ArrayList<>();
        for (int slot : new int[] {0, 0, 1, 1, 1, 2}) {
            before.add(new Placement("a", slot));
        }
        Problem running = problem.withPrevious(before);
        Assignment after = checked(running, even.schedule(running, 0));
        assertThat(places(after)).containsExactly("a/0", "a/0", "a/1", "a/1", "a/1", "a/0");
    }

    @Test
    void aNewPinMovesItsTaskAndAtWorstItsSmallestNeighbours() {
        ProblemBuilder builder = Problem.builder("p")
                .topology("t", 2)
                .node("a", 2)
                .node("b", 2)
                .node("c", 2)
                .task("t", "x", 1, Constraints.pinnedTo("c"))
                .tasks("t", "y", 4);
        String[] before = {"a", "a", "a", "b", "b"};
        for (int task = 0; task < before.length; task++) {
            builder.running(task, new Placement(before[task], 0));
        }
        Problem problem = builder.build();
        Assignment after = checked(problem, even.schedule(problem, 0));
        assertThat(Evaluator.evaluate(problem, after).movedTasks()).isEqualTo(3);
    }

    @Test
    void aGrownLoadMovesTheLightestTaskThatSuffices() {
        ProblemBuilder builder =
                Problem.builder("p").topology("t", 2).node("a", 1, 20, "r").node("b", 1, 20, "r");
        for (long weight : new long[] {9, 2, 4, 8}) {
            builder.task("t", "c", weight, Constraints.NONE);
        }
        for (int task = 0; task < 4; task++) {
            builder.running(task, new Placement("a", 0));
        }
        Problem problem = builder.build();
        assertThat(places(checked(problem, even.schedule(problem, 0)))).containsExactly("a/0", "a/0", "b/0", "a/0");
    }

    @Test
    void spreadTasksNeverShareANode() {
        ProblemBuilder builder =
                Problem.builder("p").topology("t", 3).node("a", 9).node("b", 1).node("c", 1);
        for (int i = 0; i < 3; i++) {
            builder.tasks("t", "x", 5).task("t", "db", 1, Constraints.NONE.withSpread("db"));
        }
        Problem problem = builder.build();
        Assignment answer = checked(problem, even.schedule(problem, 0));
        assertThat(List.of(
                        answer.of(5).node(), answer.of(11).node(), answer.of(17).node()))
                .doesNotHaveDuplicates();
    }
}
