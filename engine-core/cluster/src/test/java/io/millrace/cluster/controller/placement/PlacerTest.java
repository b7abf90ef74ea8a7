// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Topology;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.Records;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.RegionMatrix;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.runtime.plan.Specs;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.runtime.worker.NearRegions;
import io.millrace.scheduler.Algorithms;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PlacerTest {

    private static final Topology WORDS =
            Specs.topology(Specs.spec("read", 1), Specs.spec("split", 4, "read"), Specs.sink("count", 4, "split"));

    private static final RegionMatrix FAR =
            new RegionMatrix(List.of("default", "eu"), List.of(new RegionMatrix.Pair("default", "eu", 80, true, 1, 1)));

    private static ClusterView nodes(int count, int slots) {
        SortedMap<String, SupervisorRecord> nodes = new TreeMap<>();
        for (int i = 1; i <= count; i++) {
            nodes.put("n" + i, Records.supervisor("n" + i, "127.0.0.1", 1, i, 2, slots, "i" + i));
        }
        return Records.view(Optional.empty(), nodes, new TreeMap<>());
    }

    private static AssignmentRecord place(Topology topology, ClusterView view, int workers, String algorithm) {
        Map<String, String> config = Map.of(
                TopologyKeys.WORKERS.name(),
                String.valueOf(workers),
                TopologyKeys.SCHEDULER_ALGORITHM.name(),
                algorithm);
        int tasks = new TaskPlan(topology).taskCount();
        TopologyRecord record = Records.submitted("t", "t-1", tasks, config);
        return new Placer(now -> FAR).place(record, topology, view);
    }

    @Test
    void theDefaultIsTheSchedulersOwn() {
        assertThat(TopologyKeys.SCHEDULER_ALGORITHM.defaultText()).isEqualTo(Algorithms.DEFAULT);
    }

    @Test
    void anyAlgorithmUsesAsManyWorkersAsTheUserWishes() {
        for (String algorithm : Algorithms.names()) {
            for (int nodes = 1; nodes <= 3; nodes++) {
                for (int workers = 1; workers <= 6; workers++) {
                    AssignmentRecord placed = place(WORDS, nodes(nodes, 2), workers, algorithm);

                    assertThat(placed.workers())
                            .as("%s, %d nodes, %d workers requested", algorithm, nodes, workers)
                            .hasSize(Math.min(workers, 2 * nodes));
                    assertThat(placed.workers())
                            .flatMap(WorkerPlan::tasks)
                            .containsExactlyInAnyOrderElementsOf(new TaskPlan(WORDS).tasks());
                }
            }
        }
    }

    /** Places a topology while this matrix is known, and moves its first worker off its node. */
    private static List<AssignmentRecord> placedAndMoved(RegionMatrix matrix) {
        TopologyRecord record = Records.submitted("t", "t-1", new TaskPlan(WORDS).taskCount(), Map.of());
        AssignmentRecord placed = new Placer(now -> matrix).place(record, WORDS, nodes(2, 2));
        AssignmentRecord moved =
                new Placer(now -> RegionMatrix.NONE).move(record, WORDS, placed, Set.of("w1"), nodes(2, 2));
        return List.of(placed, moved);
    }

    private static RegionMatrix measured(double rttMillis, boolean isMeasured) {
        return new RegionMatrix(
                List.of("eu", "us"), List.of(new RegionMatrix.Pair("eu", "us", rttMillis, isMeasured, 1, 1)));
    }

    @Test
    void regionsWithAShortMeasuredRoundTripAreNearAndStaySo() {
        assertThat(placedAndMoved(measured(4.99, true)))
                .extracting(AssignmentRecord::near)
                .containsOnly(new NearRegions(List.of(new NearRegions.Pair("eu", "us", 4.99))));
        assertThat(placedAndMoved(measured(5, true)))
                .extracting(AssignmentRecord::near)
                .containsOnly(NearRegions.NONE);
    }

    @Test
    void regionsBetweenWhichNothingWasMeasuredAreNotNear() {
        assertThat(placedAndMoved(measured(1, false)))
                .extracting(AssignmentRecord::near)
                .containsOnly(NearRegions.NONE);
    }

    @Test
    void noMoreWorkersThanTasks() {
        Topology two = Specs.topology(Specs.spec("read", 1), Specs.sink("count", 1, "read"));

        for (String algorithm : Algorithms.names()) {
            assertThat(place(two, nodes(2, 4), 4, algorithm).workers()).hasSize(2);
        }
    }

    @Test
    void tasksThatTalkShareANode() {
        Topology pipelines = Specs.topology(
                Specs.spec("a", 1),
                Specs.spec("b", 1),
                Specs.spec("a2", 1, "a"),
                Specs.spec("b2", 1, "b"),
                Specs.sink("b3", 1, "b2"),
                Specs.sink("a3", 1, "a2"));

        assertThat(place(pipelines, nodes(2, 1), 2, "multilevel").workers())
                .extracting(WorkerPlan::tasks)
                .containsExactlyInAnyOrder(List.of(1, 3, 6), List.of(2, 4, 5));
    }

    @Test
    void theAuthorsHintsSayWhoTalksMost() {
        AssignmentRecord quietLeft = place(joined(0.01, 1), nodes(2, 1), 2, "multilevel");
        AssignmentRecord quietRight = place(joined(1, 0.01), nodes(2, 1), 2, "multilevel");

        assertThat(quietLeft.workers()).extracting(WorkerPlan::tasks).contains(List.of(2, 4, 5));
        assertThat(quietRight.workers()).extracting(WorkerPlan::tasks).contains(List.of(1, 3, 5));
    }

    /** Two pipelines that meet in the last task, with the emissions of their last bolts per tuple. */
    private static Topology joined(double left, double right) {
        return Specs.topology(
                Specs.spec("a", 1),
                Specs.spec("b", 1),
                Specs.emitting(left, Specs.spec("a2", 1, "a")),
                Specs.emitting(right, Specs.spec("b2", 1, "b")),
                Specs.sink("both", 1, "a2", "b2"));
    }

    @Test
    void whatTheAlgorithmLeavesInOneWorkerIsHalvedWhereItTalksLeast() {
        Topology pipelines = Specs.topology(
                Specs.spec("a", 1),
                Specs.spec("b", 1),
                Specs.spec("a2", 1, "a"),
                Specs.spec("b2", 1, "b"),
                Specs.sink("both", 1, "a2", "b2"),
                Specs.sink("a3", 1, "a2"));

        AssignmentRecord placed = place(pipelines, nodes(1, 4), 2, "multilevel");

        assertThat(placed.workers()).hasSize(2);
        assertThat(placed.workerOfTask().get(1)).isEqualTo(placed.workerOfTask().get(3));
        assertThat(placed.workerOfTask().get(2)).isEqualTo(placed.workerOfTask().get(4));
    }

    @Test
    void aTopologyTooLargeToBeGuessedIsPlacedAllTheSame() {
        Topology large = Specs.topology(Specs.spec("read", 400), Specs.sink("count", 400, "read"));

        assertThat(place(large, nodes(2, 4), 8, "even").workers()).hasSize(8);
    }

    @Test
    void workersOfATopologyThatIsConfinedInPartAreNotFarFromEachOther() {
        ClusterView view = nodes(3, 1);
        view.supervisors().computeIfPresent("n1", (node, up) -> Records.in(up, "eu"));
        view.supervisors().computeIfPresent("n3", (node, up) -> Records.in(up, "eu"));
        Topology pair = Specs.topology(
                Specs.in(List.of("eu"), Specs.spec("read", 1)),
                Specs.spec("pass", 1, "read"),
                Specs.sink("count", 1, "pass"));

        assertThat(place(pair, view, 2, "multilevel").workers())
                .extracting(WorkerPlan::node)
                .containsExactlyInAnyOrder("n1", "n3");
    }

    @Test
    void whereNoNodeOfItsRegionHasASlotItWaits() {
        Topology confined =
                Specs.topology(Specs.spec("read", 1), Specs.in(List.of("eu", "us"), Specs.sink("count", 1, "read")));

        assertThatThrownBy(() -> place(confined, nodes(2, 1), 1, "multilevel"))
                .isInstanceOf(Placer.NoRoomException.class)
                .hasMessage(
                        "waits for a slot in eu or us, the only regions of component 'count': start a supervisor with"
                                + " node.region=eu, or free a slot there");
    }

    @Test
    void anUnknownAlgorithmIsNamed() {
        assertThatThrownBy(() -> place(WORDS, nodes(1, 1), 1, "evne"))
                .isInstanceOf(Placer.NoRoomException.class)
                .hasMessageContaining("unknown scheduling algorithm \"evne\"");
    }
}
