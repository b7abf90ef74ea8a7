// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.plan;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.scheduler.Algorithms;
import io.millrace.scheduler.model.Constraints;
import io.millrace.scheduler.model.InfeasibleProblemException;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.ProblemBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What cannot be scheduled is refused with one line that names who is in the way. */
class FeasibilityTest {
    private final ProblemBuilder builder = Problem.builder("p");

    private void refused(String message) {
        Problem problem = builder.build();
        assertThatThrownBy(() -> Feasibility.check(problem))
                .isInstanceOf(InfeasibleProblemException.class)
                .hasMessage(message);
        assertThatThrownBy(() -> Algorithms.byName("even").schedule(problem, 0)).hasMessage(message);
    }

    @Test
    void noNode() {
        builder.topology("t", 1).tasks("t", "c", 2);
        refused("too few slots: 2 tasks and 0 nodes without a slot: add a node or slots");
    }

    @Test
    void fewerSlotsThanTopologies() {
        builder.topology("a", 1)
                .topology("b", 1)
                .node("n0", 1)
                .tasks("a", "c", 1)
                .tasks("b", "c", 1);
        refused("too few slots: 2 topologies (\"a\", \"b\") must run on 1 node in all with 1 slot, and a slot runs one"
                + " topology: add slots or nodes");
    }

    @Test
    void topologiesPinnedToOneSlot() {
        builder.topology("a", 1).topology("b", 1).node("n0", 1).node("n1", 4);
        builder.task("a", "c", 1, Constraints.pinnedTo("n0")).task("b", "c", 1, Constraints.pinnedTo("n0"));
        refused("too few slots: 2 topologies (\"a\", \"b\") must run on node \"n0\" with 1 slot, and a slot runs one"
                + " topology: add slots or relax pins and regions");
    }

    @Test
    void pinOutsideItsRegions() {
        builder.topology("t", 1).node("n0", 1, 9, "eu").node("n1", 1, 9, "us");
        builder.task("t", "c", 1, Constraints.pinnedTo("n0").withRegions(List.of("us")));
        refused(
                "pin cannot hold: task 0 (\"c\" of \"t\") is pinned to node \"n0\" of region \"eu\", but may run only in"
                        + " \"us\": drop the pin or add the region");
    }

    @Test
    void pinThatIsForbidden() {
        builder.topology("t", 1).node("n0", 1);
        builder.task("t", "c", 1, Constraints.pinnedTo("n0").withForbidden(List.of("n0")));
        refused(
                "pin cannot hold: task 0 (\"c\" of \"t\") is pinned to node \"n0\", which it also forbids: drop one of both");
    }

    @Test
    void pinToANodeWithoutSlots() {
        builder.topology("t", 1).node("n0", 0).node("n1", 1).task("t", "c", 1, Constraints.pinnedTo("n0"));
        refused(
                "pin cannot hold: task 0 (\"c\" of \"t\") is pinned to node \"n0\", which has 0 slots: give it a slot or"
                        + " drop the pin");
    }

    @Test
    void regionWithoutSlots() {
        builder.topology("t", 1).node("n0", 0, 9, "eu").node("n1", 1, 9, "us");
        builder.task("t", "c", 1, Constraints.inRegions("eu"));
        refused(
                "constraint cannot hold: task 0 (\"c\" of \"t\") may run only in \"eu\", where no node has a slot: add a"
                        + " node there or relax the constraint");
    }

    @Test
    void everyNodeForbidden() {
        builder.topology("t", 1).node("n0", 1).task("t", "c", 1, Constraints.NONE.withForbidden(List.of("n0")));
        refused("constraint cannot hold: task 0 (\"c\" of \"t\") may run only outside \"n0\", where no node has a slot:"
                + " add a node there or relax the constraint");
    }

    @Test
    void moreNodesPinnedThanWorkers() {
        builder.topology("t", 1).node("n0", 1).node("n1", 1);
        builder.task("t", "c", 1, Constraints.pinnedTo("n0")).task("t", "c", 1, Constraints.pinnedTo("n1"));
        refused(
                "pin cannot hold: topology \"t\" has tasks that can run only on each of 2 nodes (\"n0\", \"n1\"), but its"
                        + " workers are limited to 1: raise workers to 2 or pin to fewer nodes");
    }

    @Test
    void taskHeavierThanAnyNode() {
        builder.topology("t", 2).node("n0", 1, 10, "r").node("n1", 1, 20, "r").task("t", "c", 30, Constraints.NONE);
        refused(
                "load over capacity: task 0 (\"c\" of \"t\") weighs 30, the largest node that may run it holds 20 (nodes"
                        + " \"n0\", \"n1\"): split its component into more tasks or use a larger node");
    }

    @Test
    void moreLoadThanCapacity() {
        builder.topology("t", 2).node("n0", 1, 10, "r").node("n1", 1, 10, "r");
        for (int i = 0; i < 3; i++) {
            builder.task("t", "c", 7, Constraints.NONE);
        }
        refused("load over capacity: 3 tasks that must run on 2 nodes in all weigh 21, capacity is 20: add capacity");
    }

    @Test
    void moreLoadPinnedThanTheNodeHolds() {
        builder.topology("t", 2).node("n0", 1, 10, "r").node("n1", 1, 100, "r");
        builder.task("t", "c", 7, Constraints.pinnedTo("n0")).task("t", "c", 7, Constraints.pinnedTo("n0"));
        refused(
                "load over capacity: 2 tasks that must run on node \"n0\" weigh 14, capacity is 10: add capacity, or relax"
                        + " pins and regions");
    }

    @Test
    void moreLoadThanTheWorkersReach() {
        builder.topology("t", 1).node("n0", 1, 10, "r").node("n1", 1, 10, "r");
        builder.task("t", "c", 7, Constraints.NONE).task("t", "c", 7, Constraints.NONE);
        refused(
                "load over capacity: topology \"t\" weighs 14, and the 1 largest node that its workers (limit 1) can use"
                        + " hold 10: raise workers");
    }

    @Test
    void spreadOverMoreNodesThanThereAre() {
        builder.topology("t", 4).node("n0", 4).task("t", "c", 1, Constraints.NONE.withSpread("g"));
        builder.task("t", "c", 1, Constraints.NONE.withSpread("g"));
        refused(
                "constraint cannot hold: spread group \"g\" has 2 tasks for 1 node that may run them: add nodes or make the"
                        + " group smaller");
    }

    @Test
    void spreadOverMoreNodesThanWorkers() {
        builder.topology("t", 1).node("n0", 4).node("n1", 4).task("t", "c", 1, Constraints.NONE.withSpread("g"));
        builder.task("t", "c", 1, Constraints.NONE.withSpread("g"));
        refused(
                "constraint cannot hold: spread group \"g\" has 2 tasks for 1 worker: raise the topology's workers or make"
                        + " the group smaller");
    }

    @Test
    void whatNoCountingShowsIsRefusedByTheAlgorithm() {
        builder.topology("t", 2).node("n0", 1, 10, "r").node("n1", 1, 10, "r");
        for (int i = 0; i < 3; i++) {
            builder.task("t", "c", 6, Constraints.NONE);
        }
        Problem problem = builder.build();
        assertThatCode(() -> Feasibility.check(problem)).doesNotThrowAnyException();
        assertThatThrownBy(() -> Algorithms.byName("even").schedule(problem, 0))
                .isInstanceOf(InfeasibleProblemException.class)
                .hasMessage(
                        "even found no room for task 2 (\"c\" of \"t\") of weight 6; its topology's workers: \"n0/0 with"
                                + " 4 left\", \"n1/0 with 4 left\": add capacity or slots, raise workers, or relax constraints");
    }

    @Test
    void regionsThatCompeteForSlotsAreNamed() {
        builder.topology("a", 2).topology("b", 1);
        builder.node("n0", 1, 100, "x").node("n1", 1, 100, "y").node("n2", 1, 100, "y");
        builder.task("a", "c", 1, Constraints.pinnedTo("n1")).task("a", "c", 1, Constraints.inRegions("x"));
        builder.task("b", "c", 1, Constraints.NONE.withForbidden(List.of("n2")));
        Problem problem = builder.build();
        assertThatCode(() -> Feasibility.check(problem)).doesNotThrowAnyException();
        assertThatThrownBy(() -> Algorithms.byName("even").schedule(problem, 0))
                .isInstanceOf(InfeasibleProblemException.class)
                .hasMessage(
                        "too few slots: found no free slot for a worker of topology \"b\" on \"n0\", \"n1\" (workers"
                                + " limit 1): add slots, raise workers, or relax pins and regions");
    }
}
