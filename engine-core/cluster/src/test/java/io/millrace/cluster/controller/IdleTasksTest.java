// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.cluster.embedded.TestTopologies;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.operators.Bolts;
import io.millrace.runtime.plan.TaskPlan;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class IdleTasksTest {

    private static final Topology LOCAL = topology(true);

    @Test
    void aTaskWithoutASourceInItsWorkerIsNamedIfAllSourcesHaveOthersInTheirs() {
        AssignmentRecord placed = placed(LOCAL, "w1", "w1", "w2");

        assertThat(IdleTasks.of(LOCAL, placed))
                .containsExactly(
                        "task 3 of bolt sum gets nothing by localOrShuffle: no task of numbers is in the same worker,"
                                + " and those elsewhere have a task of sum in theirs: subscribe by shuffle, or rebalance with other"
                                + " numbers of workers or tasks");
    }

    @Test
    void noTaskIsNamedWhereASourceHasNoneInItsWorker() {
        assertThat(IdleTasks.of(LOCAL, placed(LOCAL, "w1", "w2", "w2"))).isEmpty();
        assertThat(IdleTasks.of(LOCAL, placed(LOCAL, "w1", "w1", "w1"))).isEmpty();
    }

    @Test
    void anotherInputByShuffleReachesIt() {
        Topology both = topology(false);

        assertThat(IdleTasks.of(both, placed(both, "w1", "w1", "w2"))).isEmpty();
    }

    private static Topology topology(boolean localOnly) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new TestTopologies.Numbers(1, 1));
        var sum = builder.setBolt("sum", Bolts.forEach(tuple -> {}), 2).localOrShuffle("numbers");
        if (!localOnly) {
            builder.setSpout("more", new TestTopologies.Numbers(1, 1));
            sum.shuffle("more");
        }
        return builder.build();
    }

    /**
     * Returns an assignment with the numbers and the two tasks of the sum in these workers; other tasks are in the
     * first worker.
     */
    private static AssignmentRecord placed(Topology topology, String numbers, String first, String second) {
        TaskPlan plan = new TaskPlan(topology);
        List<WorkerPlan> workers = new ArrayList<>();
        for (String worker : List.of("w1", "w2")) {
            List<Integer> tasks = plan.tasks().stream()
                    .filter(task -> worker.equals(
                            switch (plan.componentOf(task)) {
                                case "numbers" -> numbers;
                                case "sum" -> plan.indexOf(task) == 0 ? first : second;
                                default -> "w1";
                            }))
                    .toList();
            workers.add(new WorkerPlan(worker, "n1", 1, tasks));
        }
        return new AssignmentRecord("t-1", 1, workers);
    }
}
