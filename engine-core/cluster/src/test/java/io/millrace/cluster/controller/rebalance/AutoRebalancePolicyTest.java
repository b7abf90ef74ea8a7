// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.rebalance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.Records;
import io.millrace.cluster.controller.placement.Distances;
import io.millrace.cluster.controller.rebalance.AutoRebalancePolicy.Judgement;
import io.millrace.cluster.controller.rebalance.AutoRebalancePolicy.Proposal;
import io.millrace.cluster.controller.rebalance.AutoRebalancePolicy.Settings;
import io.millrace.cluster.controller.rebalance.AutoRebalancePolicy.Situation;
import io.millrace.cluster.model.RebalanceDecision.Verdict;
import io.millrace.cluster.model.RebalanceRecord;
import io.millrace.cluster.model.RebalanceRecord.Phase;
import io.millrace.cluster.model.RegionMatrix;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.runtime.plan.TaskPair;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tasks 1 and 2 send to 3 and 4; their traffic decides whether 3 and 4 should change places. */
@Timeout(30)
class AutoRebalancePolicyTest {

    private static final long SECOND = 1_000;
    private static final Settings SETTINGS = new Settings(10, 3, Duration.ofSeconds(60), Duration.ofHours(6), 32);
    private static final List<WorkerPlan> STRAIGHT = List.of(plan("w1", "n1", 1, 3), plan("w2", "n2", 2, 4));
    private static final List<WorkerPlan> CROSSED = List.of(plan("w3", "n1", 1, 4), plan("w4", "n2", 2, 3));
    private static final PlacementCosts ALONG = traffic(1_000, 0);
    private static final PlacementCosts ACROSS = traffic(0, 1_000);

    private final AutoRebalancePolicy policy = new AutoRebalancePolicy();
    private long nowMillis = 1_000_000;
    private long measurement = 7;
    private long epoch = 3;
    private List<WorkerPlan> running = STRAIGHT;
    private RebalanceRecord last;
    private Status status = Status.ACTIVE;
    private boolean othersMove;
    private List<String> missing = List.of();
    private Set<String> measured = Set.of("w1", "w2", "w3", "w4");

    private static WorkerPlan plan(String worker, String node, Integer... tasks) {
        return new WorkerPlan(worker, node, 1, List.of(tasks));
    }

    /** Returns costs with these numbers of messages straight, from 1 to 3 and 2 to 4, and crossed. */
    private static PlacementCosts traffic(long along, long across) {
        return new PlacementCosts(
                Map.of(
                        new TaskPair(1, 3),
                        along,
                        new TaskPair(2, 4),
                        along,
                        new TaskPair(1, 4),
                        across,
                        new TaskPair(2, 3),
                        across),
                2.0 * (along + across),
                1,
                Distances.of(Records.view(Optional.empty(), new TreeMap<>(), new TreeMap<>()), RegionMatrix.NONE));
    }

    private Situation situation() {
        Set<String> workers =
                Set.copyOf(running.stream().map(WorkerPlan::worker).toList());
        return new Situation(
                status,
                new AutoRebalancePolicy.Placement(true, epoch, last, workers),
                othersMove,
                missing,
                new AutoRebalancePolicy.Measurement(measurement, measured));
    }

    /** Makes the next measurement with this traffic: the scheduler proposes the better of the two placements. */
    private Verdict measure(PlacementCosts traffic) {
        return measure(traffic, SETTINGS);
    }

    private Verdict measure(PlacementCosts traffic, Settings settings) {
        nowMillis += 10 * SECOND;
        measurement++;
        return step(traffic, settings).map(Judgement::verdict).orElseThrow();
    }

    private Optional<Judgement> step(PlacementCosts traffic, Settings settings) {
        Optional<Judgement> held = policy.hold(situation(), settings, nowMillis);
        if (held.isPresent() || !policy.isNew(situation())) {
            return held;
        }
        boolean crosses =
                traffic.of(CROSSED).microsPerSecond() < traffic.of(STRAIGHT).microsPerSecond();
        List<WorkerPlan> better = crosses ? CROSSED : STRAIGHT;
        Proposal proposal = better == running ? new Proposal(running, 0, 0, 0) : new Proposal(better, 2, 2, 2);
        Judgement judgement = policy.judge(proposal, running, traffic, settings);
        if (judgement.verdict() == Verdict.MOVED) {
            policy.begun(epoch + 1);
            rebalance(Phase.STARTING);
        }
        return Optional.of(judgement);
    }

    private void rebalance(Phase phase) {
        epoch++;
        last = Records.rebalance(
                last == null || !last.phase().goesOn() ? epoch : last.number(),
                phase,
                List.of(),
                List.of(),
                List.of(),
                Map.of(),
                phase == Phase.CANCELLED ? "w3 was not up" : "");
    }

    private Verdict finish(Phase end) {
        rebalance(end);
        running = end == Phase.DONE ? CROSSED : running;
        return policy.hold(situation(), SETTINGS, nowMillis).orElseThrow().verdict();
    }

    @Test
    void whatPaysInEnoughMeasurementsInARowMovesOnce() {
        assertThat(measure(ALONG)).isEqualTo(Verdict.NOTHING_BETTER);
        assertThat(measure(ACROSS)).isEqualTo(Verdict.UNCONFIRMED);
        assertThat(measure(ACROSS)).isEqualTo(Verdict.UNCONFIRMED);
        assertThat(measure(ACROSS)).isEqualTo(Verdict.MOVED);
        assertThat(measure(ACROSS)).isEqualTo(Verdict.REBALANCING);
        assertThat(finish(Phase.DONE)).isEqualTo(Verdict.DONE);
        assertThat(measure(ACROSS)).isEqualTo(Verdict.CALM);
    }

    @Test
    void oneMeasurementIsJudgedOnce() {
        measure(ACROSS);
        for (int pass = 0; pass < 20; pass++) {
            nowMillis += SECOND;
            assertThat(step(ACROSS, SETTINGS)).isEmpty();
        }
    }

    @Test
    void trafficThatComesAndGoesMovesNothing() {
        for (int i = 0; i < 100; i++) {
            assertThat(measure(i % 2 == 0 ? ACROSS : ALONG)).isNotEqualTo(Verdict.MOVED);
        }
    }

    /** Each placement saves about half of the crossings with either traffic. */
    @Test
    void proposalsThatDifferConfirmEachOtherAsLongAsBothPay() {
        running = List.of(plan("w1", "n1", 1, 2), plan("w2", "n2", 3, 4));
        assertThat(measure(traffic(1_000, 900))).isEqualTo(Verdict.UNCONFIRMED);
        assertThat(measure(traffic(900, 1_000))).isEqualTo(Verdict.UNCONFIRMED);
        assertThat(measure(traffic(1_000, 900))).isEqualTo(Verdict.MOVED);
    }

    /** A move pays in each measurement, but no move pays in two measurements. */
    @Test
    void placementsThatPayInTurnAreNotConfirmedByEachOther() {
        running = List.of(plan("w1", "n1", 1, 2), plan("w2", "n2", 3, 4));
        PlacementCosts along = traffic(1_000, 0);
        PlacementCosts across = traffic(0, 1_000);
        for (int i = 0; i < 100; i++) {
            assertThat(measure(i % 2 == 0 ? along : across)).isEqualTo(Verdict.UNCONFIRMED);
        }
    }

    @Test
    void noiseMovesNothing() {
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 1_000; i++) {
            assertThat(measure(traffic(1_000 + random.nextInt(-40, 41), 1_000 + random.nextInt(-40, 41))))
                    .isIn(Verdict.NOTHING_BETTER, Verdict.GAIN_TOO_SMALL);
        }
    }

    @Test
    void aLittleGainIsLeft() {
        assertThat(measure(traffic(1_000, 1_100))).isEqualTo(Verdict.GAIN_TOO_SMALL);
        assertThat(measure(traffic(1_000, 1_150))).isEqualTo(Verdict.UNCONFIRMED);
    }

    @Test
    void aGainThatDoesNotMakeUpForThePauseUntilTheHorizonIsLeft() {
        // The delays are equal after 1,002 s: 2,000 messages/s wait half a second on average, and save 499 us each
        Settings shorter = new Settings(10, 3, Duration.ZERO, Duration.ofSeconds(1_002), 32);
        Settings longer = new Settings(10, 3, Duration.ZERO, Duration.ofSeconds(1_003), 32);
        assertThat(measure(ACROSS, shorter)).isEqualTo(Verdict.COST_TOO_HIGH);
        assertThat(measure(ACROSS, longer)).isEqualTo(Verdict.UNCONFIRMED);
    }

    @Test
    void afterAMoveItIsCalmAndThenEverythingIsConfirmedAnew() {
        IntStream.range(0, 3).forEach(i -> measure(ACROSS));
        finish(Phase.DONE);
        List<Verdict> verdicts = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            verdicts.add(measure(ALONG));
        }
        assertThat(verdicts.subList(0, 5)).containsOnly(Verdict.CALM);
        assertThat(verdicts.subList(5, 9))
                .containsExactly(Verdict.UNCONFIRMED, Verdict.UNCONFIRMED, Verdict.MOVED, Verdict.REBALANCING);
    }

    @Test
    void theCalmDoublesWithEveryMoveThatWasTakenBackAndADoneOneEndsThat() {
        for (int attempt = 1; attempt <= 6; attempt++) {
            while (last == null || !last.phase().goesOn()) {
                measure(ACROSS);
            }
            assertThat(finish(Phase.CANCELLED)).isEqualTo(Verdict.CANCELLED);
            long from = nowMillis;
            while (measure(ACROSS) == Verdict.CALM) {}
            assertThat(nowMillis - from).isEqualTo(60 * SECOND << Math.min(4, attempt));
        }
        while (!last.phase().goesOn()) {
            measure(ACROSS);
        }
        finish(Phase.DONE);
        long from = nowMillis;
        while (measure(ALONG) == Verdict.CALM) {}
        assertThat(nowMillis - from).isEqualTo(60 * SECOND);
    }

    @Test
    void whateverChangesTheAssignmentBeginsACalmAndForgetsWhatWasConfirmed() {
        measure(ACROSS);
        measure(ACROSS);
        epoch++;
        assertThat(measure(ACROSS)).isEqualTo(Verdict.CALM);
        nowMillis += 60 * SECOND;
        assertThat(measure(ACROSS)).isEqualTo(Verdict.UNCONFIRMED);
    }

    @Test
    void aLeaderThatFindsAnEarlierMoveWaitsForTheCalm() {
        rebalance(Phase.DONE);
        assertThat(measure(ACROSS)).isEqualTo(Verdict.CALM);
    }

    @Test
    void nothingIsDecidedWhileSomethingIsInTheWay() {
        measure(ACROSS);
        measure(ACROSS);
        othersMove = true;
        assertThat(measure(ACROSS)).isEqualTo(Verdict.REBALANCING);
        othersMove = false;
        missing = List.of("w2");
        assertThat(measure(ACROSS)).isEqualTo(Verdict.WORKERS_MISSING);
        missing = List.of();
        measured = Set.of("w1");
        assertThat(measure(ACROSS)).isEqualTo(Verdict.NOT_MEASURED);
        measured = Set.of("w1", "w2");
        for (Status other : new Status[] {Status.INACTIVE, Status.COMPLETED, Status.FAILED, Status.KILLED}) {
            status = other;
            assertThat(measure(ACROSS)).isEqualTo(Verdict.NOT_ACTIVE);
        }
        status = Status.ACTIVE;
        assertThat(measure(ACROSS)).as("it has to be confirmed anew").isEqualTo(Verdict.UNCONFIRMED);
        assertThat(measure(ACROSS)).isEqualTo(Verdict.UNCONFIRMED);
        assertThat(measure(ACROSS)).isEqualTo(Verdict.MOVED);
    }

    @Test
    void reasonsHaveTheFiguresThatDecided() {
        measure(ACROSS);
        nowMillis += 10 * SECOND;
        measurement++;
        Judgement judgement = step(ACROSS, SETTINGS).orElseThrow();

        assertThat(judgement.reason())
                .isEqualTo(
                        "hops would cost 99.8 % less, 0.0 instead of 100.0 % of the messages cross between nodes if 2"
                                + " tasks moved: pays in 2 of 3 measurements (topology.rebalance.confirmations)");
        assertThat(judgement.figures().gainPercent()).isBetween(99.7, 99.9);
        assertThat(judgement.figures().crossShareBefore()).isEqualTo(1);
        assertThat(judgement.figures().pauseMicros()).isEqualTo(1e9);
    }

    @Test
    void aHorizonBelowTheCalmIsRefused() {
        Config config = Config.empty().with(TopologyKeys.REBALANCE_HORIZON, Duration.ofMinutes(4));
        assertThatThrownBy(() -> Settings.of(config))
                .isInstanceOf(TopologyException.class)
                .hasMessage("topology.rebalance.horizon is '4 min' and topology.rebalance.calm is '5 min': moved"
                        + " tasks stay at least for the calm period, so raise the former or lower the latter");
        assertThat(Settings.of(Config.empty()).confirmations()).isEqualTo(3);
    }
}
