// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.rebalance;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.config.Config;
import io.millrace.api.config.ConfigKey;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.model.RebalanceDecision.Figures;
import io.millrace.cluster.model.RebalanceDecision.Verdict;
import io.millrace.cluster.model.RebalanceRecord;
import io.millrace.cluster.model.RebalanceRecord.Phase;
import io.millrace.cluster.model.WorkerPlan;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Decides whether a topology's tasks move automatically; pure, stepped by {@link AutoRebalancer}, which plans the
 * moves. A move starts after it has paid in a number of measurements in a row. In each of them the last proposal must
 * still pay with the new traffic, so short bursts move nothing. Every change of the assignment starts a calm period and
 * resets the confirmations.
 */
public final class AutoRebalancePolicy {

    private static final int MOST_DOUBLINGS = 4;

    public record Settings(int minGainPercent, int confirmations, Duration calm, Duration horizon, int mostMoves) {

        /** @throws TopologyException if two settings contradict each other */
        public static Settings of(Config config) {
            Settings settings = new Settings(
                    config.get(TopologyKeys.REBALANCE_MIN_GAIN),
                    config.get(TopologyKeys.REBALANCE_CONFIRMATIONS),
                    config.get(TopologyKeys.REBALANCE_CALM),
                    config.get(TopologyKeys.REBALANCE_HORIZON),
                    config.get(TopologyKeys.REBALANCE_MAX_MOVES));
            if (settings.horizon.compareTo(settings.calm) < 0) {
                throw new TopologyException(written(TopologyKeys.REBALANCE_HORIZON, settings.horizon) + " and "
                        + written(TopologyKeys.REBALANCE_CALM, settings.calm)
                        + ": moved tasks stay at least for the calm period, so raise the former or lower the latter");
            }
            return settings;
        }

        private static String written(ConfigKey<Duration> key, Duration value) {
            return key.name() + " is '" + key.write(value) + "'";
        }
    }

    /**
     * The current state of the topology.
     *
     * @param othersMove whether another topology is being rebalanced
     * @param missing workers that are not up, or whose supervisor is not
     */
    record Situation(
            Status status, Placement placement, boolean othersMove, List<String> missing, Measurement measurement) {

        boolean placed() {
            return placement.placed();
        }

        long epoch() {
            return placement.epoch();
        }

        RebalanceRecord last() {
            return placement.last();
        }
    }

    /**
     * Where its tasks run.
     *
     * @param placed whether it has an assignment
     * @param epoch the epoch of the assignment
     * @param last the current or last rebalance, or null
     * @param workers the current workers
     */
    record Placement(boolean placed, long epoch, RebalanceRecord last, Set<String> workers) {}

    /**
     * The last measurement of its traffic.
     *
     * @param number 0 if there is none
     * @param workers the workers that were measured
     */
    record Measurement(long number, Set<String> workers) {

        static final Measurement NONE = new Measurement(0, Set.of());
    }

    /**
     * A proposed move.
     *
     * @param next all workers after the move
     * @param wanted tasks that would move without the limit; more than {@code moves} if the limit applies
     */
    record Proposal(List<WorkerPlan> next, int moves, int restarts, int wanted) {

        boolean changes(List<WorkerPlan> running) {
            return !Set.copyOf(next).equals(Set.copyOf(running));
        }
    }

    /** A decision with its reason; the figures may be null. */
    record Judgement(Verdict verdict, String reason, Figures figures, long number) {
        static Judgement of(Verdict verdict, String reason) {
            return new Judgement(verdict, reason, null, 0);
        }
    }

    private boolean seen;
    private long epoch;
    private long calmUntilMillis;
    private long measurement;
    private int confirmed;
    private List<WorkerPlan> candidate;

    /** The number of the current move that this policy started; 0 if there is none. */
    private long begun;

    private int cancelled;

    /**
     * Returns why no decision is possible now. If empty, {@link #judge} decides when a measurement is {@link #isNew}.
     */
    Optional<Judgement> hold(Situation now, Settings settings, long nowMillis) {
        Optional<Judgement> ended = ended(now);
        noteEpoch(now, settings, nowMillis);
        Optional<Judgement> held = ended.isPresent() ? ended : obstacle(now, settings, nowMillis);
        if (held.isPresent()) {
            forgetProposals();
        }
        return held;
    }

    /** Whether the measurement is new; marks it as seen. */
    boolean isNew(Situation now) {
        boolean fresh = now.measurement().number() != measurement;
        measurement = now.measurement().number();
        return fresh;
    }

    /** Judges a proposal with the traffic of the last measurement. */
    Judgement judge(Proposal proposal, List<WorkerPlan> running, PlacementCosts costs, Settings settings) {
        PlacementCosts.Hops now = costs.of(running);
        PlacementCosts.Hops then = costs.of(proposal.next());
        Figures figures = new Figures(
                now.microsPerSecond(),
                then.microsPerSecond(),
                now.crossShare(),
                then.crossShare(),
                costs.pauseMicros(),
                proposal.moves(),
                proposal.restarts(),
                proposal.wanted());
        if (now.microsPerSecond() == 0) {
            forgetProposals();
            return new Judgement(Verdict.NOTHING_BETTER, "no messages were measured", figures, 0);
        }
        if (!proposal.changes(running)) {
            forgetProposals();
            return new Judgement(
                    Verdict.NOTHING_BETTER,
                    proposal.wanted() == 0
                            ? "no other placement is enough better to move a task"
                            : proposal.wanted() + " tasks would have to move, and no part of at most "
                                    + settings.mostMoves() + " pays alone: raise "
                                    + TopologyKeys.REBALANCE_MAX_MOVES.name(),
                    figures,
                    0);
        }
        Verdict verdict = verdict(then.microsPerSecond(), now.microsPerSecond(), costs, settings);
        if (verdict != Verdict.UNCONFIRMED) {
            forgetProposals();
            return new Judgement(verdict, reason(verdict, figures, settings), figures, 0);
        }
        boolean holds = candidate != null
                && verdict(costs.of(candidate).microsPerSecond(), now.microsPerSecond(), costs, settings)
                        == Verdict.UNCONFIRMED;
        confirmed = holds ? confirmed + 1 : 1;
        candidate = List.copyOf(proposal.next());
        if (confirmed >= settings.confirmations()) {
            forgetProposals();
            verdict = Verdict.MOVED;
        }
        return new Judgement(verdict, reason(verdict, figures, settings), figures, 0);
    }

    void begun(long number) {
        begun = number;
    }

    private static Verdict verdict(double after, double before, PlacementCosts costs, Settings settings) {
        double gain = before - after;
        if (gain * 100 < settings.minGainPercent() * before) {
            return Verdict.GAIN_TOO_SMALL;
        }
        return gain * seconds(settings.horizon()) <= costs.pauseMicros() ? Verdict.COST_TOO_HIGH : Verdict.UNCONFIRMED;
    }

    private String reason(Verdict verdict, Figures figures, Settings settings) {
        String gain = String.format(
                Locale.ROOT,
                "hops would cost %.1f %% %s, %.1f instead of %.1f %% of the messages cross between nodes",
                Math.abs(figures.gainPercent()),
                figures.gainPercent() < 0 ? "more" : "less",
                100 * figures.crossShareAfter(),
                100 * figures.crossShareBefore());
        String tasks = figures.moves()
                + (figures.moves() == 1 ? " task" : " tasks")
                + (figures.wanted() > figures.moves() ? " (of " + figures.wanted() + " that should)" : "");
        double saved = figures.hopMicrosBefore() - figures.hopMicrosAfter();
        return switch (verdict) {
            case GAIN_TOO_SMALL ->
                gain + ": less is saved than " + settings.minGainPercent() + " % ("
                        + TopologyKeys.REBALANCE_MIN_GAIN.name() + ")";
            case COST_TOO_HIGH ->
                String.format(
                        Locale.ROOT,
                        "%s, and the gain exceeds the pause after %.0f s: later than %s (%s)",
                        gain,
                        figures.pauseMicros() / saved,
                        TopologyKeys.REBALANCE_HORIZON.write(settings.horizon()),
                        TopologyKeys.REBALANCE_HORIZON.name());
            case UNCONFIRMED ->
                gain + " if " + tasks + " moved: pays in " + confirmed + " of " + settings.confirmations()
                        + " measurements (" + TopologyKeys.REBALANCE_CONFIRMATIONS.name() + ")";
            case MOVED ->
                String.format(
                        Locale.ROOT,
                        "%s: %s move, %d more restart; the gain exceeds the pause after %.0f s",
                        gain,
                        tasks,
                        figures.restarts(),
                        figures.pauseMicros() / saved);
            default -> throw new IllegalArgumentException(verdict.name());
        };
    }

    private Optional<Judgement> obstacle(Situation now, Settings settings, long nowMillis) {
        if (now.status() != Status.ACTIVE) {
            return held(
                    Verdict.NOT_ACTIVE, "the topology is " + now.status().name().toLowerCase(Locale.ROOT));
        }
        if (!now.placed()) {
            return held(Verdict.NOT_PLACED, "the topology is not placed yet");
        }
        if (moves(now.last()) || now.othersMove()) {
            return held(
                    Verdict.REBALANCING,
                    (moves(now.last()) ? "the topology" : "another topology")
                            + " is being rebalanced, and there is one automatic move at a time");
        }
        if (!now.missing().isEmpty()) {
            return held(
                    Verdict.WORKERS_MISSING, "not up, or without a supervisor: " + String.join(", ", now.missing()));
        }
        if (nowMillis < calmUntilMillis) {
            return held(
                    Verdict.CALM,
                    "tasks have moved lately: nothing moves for another " + (calmUntilMillis - nowMillis + 999) / 1_000
                            + " s (" + TopologyKeys.REBALANCE_CALM.name() + " is "
                            + TopologyKeys.REBALANCE_CALM.write(settings.calm())
                            + (cancelled > 0 ? ", longer after cancelled moves: " + cancelled : "") + ")");
        }
        if (now.measurement().number() == 0
                || !now.measurement().workers().containsAll(now.placement().workers())) {
            return held(
                    Verdict.NOT_MEASURED,
                    "the traffic of all workers is not measured yet: it takes one to two times monitor.interval");
        }
        return Optional.empty();
    }

    private static Optional<Judgement> held(Verdict verdict, String reason) {
        return Optional.of(Judgement.of(verdict, reason));
    }

    /** Returns once how the started move has ended. */
    private Optional<Judgement> ended(Situation now) {
        if (begun == 0 || !now.placed() || moves(now.last()) || now.epoch() == epoch) {
            return Optional.empty();
        }
        long number = begun;
        begun = 0;
        if (now.last() == null || now.last().number() != number) {
            return Optional.empty();
        }
        boolean done = now.last().phase() == Phase.DONE;
        cancelled = done ? 0 : cancelled + 1;
        return Optional.of(new Judgement(
                done ? Verdict.DONE : Verdict.CANCELLED,
                done ? "all tasks run in their new places" : now.last().outcome(),
                null,
                number));
    }

    private void noteEpoch(Situation now, Settings settings, long nowMillis) {
        if (!now.placed() || seen && now.epoch() == epoch) {
            return;
        }
        // A new leader does not know the time of the last move
        if (seen || now.last() != null) {
            calmUntilMillis = nowMillis + (settings.calm().toMillis() << Math.min(MOST_DOUBLINGS, cancelled));
            forgetProposals();
        }
        seen = true;
        epoch = now.epoch();
    }

    private void forgetProposals() {
        confirmed = 0;
        candidate = null;
    }

    private static boolean moves(RebalanceRecord last) {
        return last != null && last.phase().goesOn();
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
