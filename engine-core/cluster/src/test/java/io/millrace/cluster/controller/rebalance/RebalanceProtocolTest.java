// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.rebalance;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.controller.rebalance.RebalanceProtocol.Limits;
import io.millrace.cluster.controller.rebalance.RebalanceProtocol.Situation;
import io.millrace.cluster.controller.rebalance.RebalanceProtocol.Snapshot;
import io.millrace.cluster.model.Adjustments;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.RebalanceRecord.Moves;
import io.millrace.cluster.model.RebalanceRecord.Phase;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.worker.NearRegions;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The steps of a rebalance, with every process dying at every point. */
class RebalanceProtocolTest {

    private static final int SEEDS = Boolean.getBoolean("millrace.long") ? 10_000 : 500;
    private static final Limits LIMITS = new Limits(1_000, 500, 200);
    private static final WorkerPlan W1 = plan("w1", "n1", 1, 2);
    private static final WorkerPlan W2 = plan("w2", "n1", 3, 4);
    private static final WorkerPlan W3 = plan("w3", "n1", 3);
    private static final WorkerPlan W4 = plan("w4", "n2", 4);
    private static final Set<String> ALL = Set.of("w1", "w2", "w3", "w4");

    private final AssignmentRecord running = new AssignmentRecord("t-1", 5, List.of(W1, W2));
    private AssignmentRecord now = RebalanceProtocol.begin(
            running,
            new Moves(List.of(W1, W3, W4), List.of("w3", "w4"), List.of(W2), List.of()),
            new Adjustments(running.parallelism(), Map.of(), NearRegions.NONE));

    @Test
    void nearRegionsChangeWithTheWorkers() {
        NearRegions next = new NearRegions(List.of(new NearRegions.Pair("eu", "us", 2)));
        now = RebalanceProtocol.begin(
                running,
                new Moves(List.of(W1, W3, W4), List.of("w3", "w4"), List.of(W2), List.of("w1")),
                new Adjustments(Map.of(), Map.of(), next));
        assertThat(now.nearFor("w1")).isEqualTo(NearRegions.NONE);
        assertThat(now.nearFor("w3")).isEqualTo(next);
        assertThat(RebalanceProtocol.cancel(now, "why").near()).isEqualTo(NearRegions.NONE);
        Set<String> all = Set.of("w1", "w2", "w3", "w4");
        now = step(all, false, Set.of(), 0).orElseThrow();
        now = step(all, true, Set.of(), 0).orElseThrow();
        assertThat(now.rebalance().phase()).isEqualTo(Phase.HANDOVER);
        assertThat(now.nearFor("w1")).isEqualTo(next);
        assertThat(now.nearFor("w3")).isEqualTo(next);
        now = Json.read(Json.write(now), AssignmentRecord.class);
        now = step(Set.of("w1", "w3", "w4"), true, Set.of("w2"), 0).orElseThrow();
        assertThat(now.rebalance().phase()).isEqualTo(Phase.DONE);
        assertThat(now.near()).isEqualTo(next);
    }

    @Test
    void itBeginsByStartingNewWorkersWhileTheOldOnesCount() {
        assertThat(now.epoch()).isEqualTo(6);
        assertThat(now.rebalance().number()).isEqualTo(6);
        assertThat(now.workers()).containsExactly(W1, W2);
        assertThat(now.wanted()).containsExactly(W1, W2, W3, W4);
        assertThat(now.pauses()).isFalse();
        assertThat(now.defersOpening("w3")).isTrue();
        assertThat(now.defersOpening("w1")).isFalse();
        assertThat(now.routingFor("w1").workerOfTask()).containsEntry(4, "w2");
        assertThat(now.routingFor("w3").workerOfTask()).containsEntry(4, "w4");
    }

    @Test
    void spoutsPauseOnlyWhenAllAreLinkedToTheNewWorkers() {
        assertThat(step(Set.of("w1", "w2", "w3"), false, Set.of(), 0)).isEmpty();
        now = step(ALL, false, Set.of(), 0).orElseThrow();

        assertThat(now.rebalance().phase()).isEqualTo(Phase.PAUSING);
        assertThat(now.pauses()).isTrue();
        assertThat(now.workers()).containsExactly(W1, W2);
    }

    @Test
    void theNewWorkersCountWhenAllHavePausedAndNothingIsUnderWay() {
        now = step(ALL, false, Set.of(), 0).orElseThrow();
        assertThat(step(ALL, false, Set.of(), 0)).isEmpty();
        assertThat(step(Set.of("w1", "w3", "w4"), true, Set.of(), 0)).isEmpty();
        now = step(ALL, true, Set.of(), 0).orElseThrow();

        assertThat(now.rebalance().phase()).isEqualTo(Phase.HANDOVER);
        assertThat(now.workers()).containsExactly(W1, W3, W4);
        assertThat(now.worker("w2")).isEmpty();
        assertThat(now.pauses()).isTrue();
        assertThat(now.defersOpening("w3")).isTrue();
        assertThat(now.routingFor("w1").workerOfTask()).containsEntry(4, "w4");
    }

    @Test
    void whatDoesNotDrainInTimeIsLeftToFail() {
        now = step(ALL, false, Set.of(), 0).orElseThrow();
        assertThat(step(ALL, false, Set.of(), 199)).isEmpty();
        assertThat(step(ALL, false, Set.of(), 200).orElseThrow().rebalance().phase())
                .isEqualTo(Phase.HANDOVER);
    }

    @Test
    void newWorkersOpenTheirComponentsWhenNothingIsLeftOfTheOldOnes() {
        toHandover();
        assertThat(step(ALL, false, Set.of(), 10_000)).isEmpty();
        assertThat(step(Set.of("w1", "w3"), false, Set.of("w2"), 499)).isEmpty();
        assertThat(step(Set.of("w1", "w3"), false, Set.of("w2"), 500)).isPresent();
        now = step(Set.of("w1", "w3", "w4"), false, Set.of("w2"), 0).orElseThrow();

        assertThat(now.rebalancing()).isFalse();
        assertThat(now.rebalance().phase()).isEqualTo(Phase.DONE);
        assertThat(now.defersOpening("w3")).isFalse();
        assertThat(now.pauses()).isFalse();
        assertThat(now.workers()).containsExactly(W1, W3, W4);
        assertThat(now.lastName()).isEqualTo(4);
    }

    @Test
    void newWorkersAreStartedWithTheExecutorsThatWillCount() {
        now = RebalanceProtocol.begin(
                running.withParallelism(Map.of("pass", 3)),
                new Moves(List.of(W1, W3, W4), List.of("w3", "w4"), List.of(W2), List.of()),
                new Adjustments(Map.of("count", 1), Map.of(), NearRegions.NONE));
        assertThat(now.parallelismFor("w3")).containsExactly(Map.entry("count", 1));
        assertThat(now.parallelismFor("w2")).containsExactly(Map.entry("pass", 3));
        assertThat(RebalanceProtocol.cancel(now, "why").parallelism()).containsExactly(Map.entry("pass", 3));

        toHandover();
        now = Json.read(Json.write(now), AssignmentRecord.class);
        assertThat(now.parallelismFor("w3")).containsExactly(Map.entry("count", 1));
        assertThat(now.parallelismFor("w1")).containsExactly(Map.entry("count", 1));
        now = step(Set.of("w1", "w3", "w4"), false, Set.of("w2"), 0).orElseThrow();
        assertThat(now.parallelism()).containsExactly(Map.entry("count", 1));
        assertThat(now.parallelismFor("w3")).containsExactly(Map.entry("count", 1));
        assertThat(now.with(List.of(W1)).parallelism()).containsExactly(Map.entry("count", 1));
    }

    @Test
    void whatTouchesNoWorkerIsDoneAtOnceAndPausesNothing() {
        now = RebalanceProtocol.begin(
                running,
                new Moves(List.of(W1, W2), List.of(), List.of(), List.of()),
                new Adjustments(Map.of("count", 1), Map.of(), NearRegions.NONE));

        assertThat(now.rebalancing()).isFalse();
        assertThat(now.pauses()).isFalse();
        assertThat(now.rebalance().phase()).isEqualTo(Phase.DONE);
        assertThat(now.rebalance().number()).isEqualTo(now.epoch()).isEqualTo(6);
        assertThat(now.parallelism()).containsExactly(Map.entry("count", 1));
    }

    @Test
    void aWorkerThatRegroupsKeepsItsNameAndSpoutsPauseUntilItHas() {
        now = RebalanceProtocol.begin(
                running,
                new Moves(List.of(W1, W2), List.of(), List.of(), List.of("w2")),
                new Adjustments(Map.of("count", 1), Map.of(), NearRegions.NONE));
        assertThat(now.wanted()).containsExactly(W1, W2);
        assertThat(now.parallelismFor("w2")).isEmpty();
        Set<String> both = Set.of("w1", "w2");
        now = step(both, false, Set.of(), 0).orElseThrow();
        assertThat(now.pauses()).isTrue();
        now = step(both, true, Set.of(), 0).orElseThrow();
        assertThat(now.rebalance().phase()).isEqualTo(Phase.HANDOVER);
        assertThat(now.parallelismFor("w2")).containsExactly(Map.entry("count", 1));
        now = Json.read(Json.write(now), AssignmentRecord.class);
        assertThat(now.rebalance().regrouping()).containsExactly("w2");

        assertThat(step(Set.of("w1"), true, Set.of(), 0)).isEmpty();
        now = step(both, true, Set.of(), 0).orElseThrow();
        assertThat(now.rebalance().phase()).isEqualTo(Phase.DONE);
        assertThat(now.pauses()).isFalse();
        assertThat(now.workers()).containsExactly(W1, W2);
    }

    @Test
    void aTopologyWithSnapshotsTakesOneBeforeTheHandoverWhileSpoutsPause() {
        now = step(ALL, false, Set.of(), 0).orElseThrow();
        now = withSnapshot(ALL, Snapshot.WANTED, 0).orElseThrow();
        assertThat(now.rebalance().phase()).isEqualTo(Phase.SNAPSHOT);
        assertThat(now.rebalancing() && now.pauses()).isTrue();
        assertThat(RebalanceProtocol.canBeCancelled(now)).isTrue();
        assertThat(now.workers()).containsExactly(W1, W2);

        assertThat(withSnapshot(ALL, Snapshot.WANTED, 199)).isEmpty();
        assertThat(withSnapshot(Set.of("w1", "w2", "w4"), Snapshot.WANTED, 0)
                        .orElseThrow()
                        .rebalance()
                        .phase())
                .as("a worker has died")
                .isEqualTo(Phase.STARTING);
        assertThat(withSnapshot(ALL, Snapshot.WANTED, 200)
                        .orElseThrow()
                        .rebalance()
                        .phase())
                .as("the last one serves too")
                .isEqualTo(Phase.HANDOVER);
        now = withSnapshot(ALL, Snapshot.COMMITTED, 0).orElseThrow();
        assertThat(now.rebalance().phase()).isEqualTo(Phase.HANDOVER);
        assertThat(now.workers()).containsExactly(W1, W3, W4);
    }

    private Optional<AssignmentRecord> withSnapshot(Set<String> up, Snapshot snapshot, long millis) {
        return RebalanceProtocol.step(now, new Situation(up, ALL, true, snapshot, Set.of(), millis, millis), LIMITS);
    }

    @Test
    void workersThatDoNotComeUpInTimeLeaveEverythingAsItWas() {
        now = step(Set.of("w1", "w2", "w4"), false, Set.of(), 1_000).orElseThrow();

        assertThat(now.rebalance().phase()).isEqualTo(Phase.CANCELLED);
        assertThat(now.rebalance().outcome()).contains("w3").doesNotContain("w4");
        assertThat(now.workers()).containsExactly(W1, W2);
        assertThat(now.worker("w3")).isEmpty();
        // The names of workers are never used again, as a process may remember their epochs
        assertThat(now.lastName()).isEqualTo(4);
    }

    @Test
    void aWorkerThatDiesWhileSpoutsPauseLetsThemGoOnUntilItIsBack() {
        now = step(ALL, false, Set.of(), 0).orElseThrow();
        now = RebalanceProtocol.step(
                        now,
                        new Situation(
                                Set.of("w1", "w2", "w4"),
                                Set.of("w1", "w2", "w4"),
                                false,
                                Snapshot.NONE,
                                Set.of(),
                                0,
                                0),
                        LIMITS)
                .orElseThrow();

        assertThat(now.rebalance().phase()).isEqualTo(Phase.STARTING);
        assertThat(now.pauses()).isFalse();
    }

    @Test
    void aWorkerThatDoesNotPauseLeavesEverythingAsItWas() {
        now = step(ALL, false, Set.of(), 0).orElseThrow();
        Situation deaf = new Situation(ALL, Set.of("w1", "w3", "w4"), true, Snapshot.NONE, Set.of(), 500, 500);
        now = RebalanceProtocol.step(now, deaf, LIMITS).orElseThrow();

        assertThat(now.rebalance().phase()).isEqualTo(Phase.CANCELLED);
        assertThat(now.rebalance().outcome()).contains("w2");
        assertThat(now.workers()).containsExactly(W1, W2);
    }

    @Test
    void onlyBeforeTheHandoverItCanBeTakenBack() {
        assertThat(RebalanceProtocol.canBeCancelled(running)).isFalse();
        assertThat(RebalanceProtocol.canBeCancelled(now)).isTrue();
        toHandover();
        assertThat(RebalanceProtocol.canBeCancelled(now)).isFalse();
    }

    /**
     * Processes die and come back at random, and leaders change (which resets all times), until the rebalance ends. At
     * every point each task is in one current worker, and a worker opens no component while another process may hold
     * it.
     */
    @Test
    void itEndsWholeWhateverDies() {
        Set<Phase> ends = new HashSet<>();
        for (long seed = 0; seed < SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            boolean takesSnapshots = seed % 2 == 0;
            now = RebalanceProtocol.begin(
                    running,
                    new Moves(List.of(W1, W3, W4), List.of("w3", "w4"), List.of(W2), List.of()),
                    new Adjustments(running.parallelism(), Map.of(), NearRegions.NONE));
            Set<String> alive = new TreeSet<>(Set.of("w1", "w2"));
            Set<String> heard = new TreeSet<>();
            long phaseMillis = 0;
            long totalMillis = 0;
            int steps = 0;
            while (now.rebalancing()) {
                assertThat(steps++).as("steps with seed %d", seed).isLessThan(100_000);
                for (String worker : ALL) {
                    boolean wanted = now.worker(worker).isPresent();
                    double die = random.nextDouble();
                    if (alive.contains(worker) && (die < 0.05 || !wanted && die < 0.5)) {
                        alive.remove(worker);
                        heard.remove(worker);
                    } else if (!alive.contains(worker) && wanted && die < 0.3) {
                        alive.add(worker);
                    } else if (alive.contains(worker) && wanted && die < 0.6) {
                        heard.add(worker);
                    }
                }
                if (random.nextInt(20) == 0) {
                    phaseMillis = 0;
                    totalMillis = 0;
                }
                Set<String> ended = alive.contains("w2") ? Set.of() : Set.of("w2");
                boolean committed = random.nextInt(6) == 0;
                Snapshot snapshot = takesSnapshots ? committed ? Snapshot.COMMITTED : Snapshot.WANTED : Snapshot.NONE;
                Situation seen =
                        new Situation(alive, heard, random.nextInt(4) == 0, snapshot, ended, phaseMillis, totalMillis);
                Optional<AssignmentRecord> next = RebalanceProtocol.step(now, seen, LIMITS);
                if (next.isPresent()) {
                    Phase then = next.get().rebalance().phase();
                    assertThat(then == Phase.HANDOVER && now.rebalance().phase() == Phase.PAUSING)
                            .as("handed over without a snapshot")
                            .isEqualTo(then == Phase.HANDOVER && !takesSnapshots);
                    assertThat(next.get().epoch()).isEqualTo(now.epoch() + 1);
                    // The next leader reads what this one wrote
                    now = Json.read(Json.write(next.get()), AssignmentRecord.class);
                    heard.clear();
                    phaseMillis = 0;
                }
                assertWhole(alive);
                phaseMillis += 10;
                totalMillis += 10;
            }
            ends.add(now.rebalance().phase());
            assertThat(now.workers())
                    .isEqualTo(now.rebalance().phase() == Phase.DONE ? List.of(W1, W3, W4) : List.of(W1, W2));
        }
        assertThat(ends).containsExactlyInAnyOrder(Phase.DONE, Phase.CANCELLED);
    }

    private void assertWhole(Set<String> alive) {
        assertThat(now.workers().stream().flatMap(plan -> plan.tasks().stream()))
                .containsExactlyInAnyOrder(1, 2, 3, 4);
        boolean freshMayOpen = !now.defersOpening("w3") && now.worker("w3").isPresent();
        assertThat(freshMayOpen && alive.contains("w2"))
                .as("two instances of task 3")
                .isFalse();
    }

    private void toHandover() {
        now = step(ALL, false, Set.of(), 0).orElseThrow();
        now = step(ALL, true, Set.of(), 0).orElseThrow();
    }

    /** Does a step in which all workers are up, and the phase has taken the whole time. */
    private Optional<AssignmentRecord> step(Set<String> heard, boolean drained, Set<String> ended, long millis) {
        return RebalanceProtocol.step(
                now, new Situation(ALL, heard, drained, Snapshot.NONE, ended, millis, millis), LIMITS);
    }

    private static WorkerPlan plan(String worker, String node, Integer... tasks) {
        return new WorkerPlan(worker, node, 1, List.of(tasks));
    }
}
