// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.rebalance;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.api.rebalance.RebalanceRequest;
import io.millrace.cluster.controller.placement.Distances;
import io.millrace.cluster.controller.rebalance.AutoRebalancePolicy.Judgement;
import io.millrace.cluster.controller.rebalance.AutoRebalancePolicy.Proposal;
import io.millrace.cluster.controller.rebalance.AutoRebalancePolicy.Settings;
import io.millrace.cluster.controller.rebalance.AutoRebalancePolicy.Situation;
import io.millrace.cluster.controller.rebalance.RebalancePlanner.Bounds;
import io.millrace.cluster.controller.rebalance.TrafficSource.Traffic;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.RebalanceDecision.Verdict;
import io.millrace.cluster.model.RegionMatrix;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.RegistryException;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.cluster.traffic.MeasuredTraffic;
import io.millrace.runtime.plan.Parallelism;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.scheduler.model.SchedulingOptions.Quality;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Moves tasks of topologies in automatic mode. Only the loop {@code millrace-rebalancer} of the leading controller
 * calls, as the scheduler takes seconds for thousands of tasks. The controller's own loop continues meanwhile. The
 * compare-and-set that starts a move proves that the assignment has not changed.
 */
public final class AutoRebalancer {

    /** The number of tasks above which the scheduler's fast mode is used; the next measurement improves its result. */
    static final int MOST_TASKS_AT_FULL_QUALITY = 1_000;

    /** The pause of the scheduler as a multiple of its run time, so that it uses at most 2 % of a processor. */
    static final int REST = 49;

    /** Replaces the assignment that was seen. */
    public interface Writer {
        void write(TopologyView topology, AssignmentRecord next);
    }

    private final Function<String, Optional<Topology>> topologies;
    private final Function<String, Optional<MeasuredTraffic>> monitor;
    private final ToDoubleFunction<String> pauseSeconds;
    private final Function<ClusterView, RegionMatrix> roundTrips;
    private final Writer writer;
    private final DecisionLog log;
    private final LongSupplier clockMillis;

    /** The deciders by topology id. */
    private final Map<String, Decider> deciders = new HashMap<>();

    /** The last written assignment, until a view contains it. */
    private String writtenId = "";

    private int writtenVersion;

    private static final class Decider {
        private final AutoRebalancePolicy policy = new AutoRebalancePolicy();
        private long restUntilMillis = Long.MIN_VALUE;
    }

    /**
     * @param topologies returns a topology by its digest
     * @param monitor the measured traffic by topology id
     * @param pauseSeconds the expected pause of sources by topology id
     * @param roundTrips the round trips between the regions of a view's nodes
     * @param clockMillis the monotonic clock
     */
    public AutoRebalancer(
            Function<String, Optional<Topology>> topologies,
            Function<String, Optional<MeasuredTraffic>> monitor,
            ToDoubleFunction<String> pauseSeconds,
            Function<ClusterView, RegionMatrix> roundTrips,
            Writer writer,
            DecisionLog log,
            LongSupplier clockMillis) {
        this.topologies = topologies;
        this.monitor = monitor;
        this.pauseSeconds = pauseSeconds;
        this.roundTrips = roundTrips;
        this.writer = writer;
        this.log = log;
        this.clockMillis = clockMillis;
    }

    /**
     * Starts at most one move, as the view does not contain it yet.
     *
     * @return whether there are topologies in automatic mode, so that the next pass is due before the view changes
     */
    public boolean pass(ClusterView view) {
        Set<String> known = new HashSet<>();
        Set<String> automatic = new HashSet<>();
        boolean shown = view.byId(writtenId)
                .map(topology ->
                        topology.assignment() == null || topology.assignment().version() > writtenVersion)
                .orElse(true);
        for (TopologyView topology : view.topologies().values()) {
            known.add(topology.record().id());
            if (isAutomatic(topology)) {
                automatic.add(topology.record().id());
                if (shown && tend(topology, view)) {
                    shown = false;
                }
            }
        }
        deciders.keySet().retainAll(automatic);
        log.retain(known);
        return !automatic.isEmpty();
    }

    /** Resets the state, as another controller leads. */
    public void reset() {
        deciders.clear();
        log.retain(Set.of());
        writtenId = "";
    }

    public static boolean isAutomatic(TopologyView topology) {
        return !topology.record().ended()
                && Config.of(topology.record().config()).get(TopologyKeys.REBALANCE_AUTO);
    }

    private boolean tend(TopologyView topology, ClusterView view) {
        String id = topology.record().id();
        Decider decider = deciders.computeIfAbsent(id, none -> new Decider());
        Settings settings;
        try {
            settings = Settings.of(Config.of(topology.record().config()));
        } catch (TopologyException e) {
            log.add(id, Judgement.of(Verdict.FAILED, e.getMessage()));
            return false;
        }
        Optional<MeasuredTraffic> measured = monitor.apply(id);
        Situation now = situation(topology, view, measured);
        Optional<Judgement> held = decider.policy.hold(now, settings, clockMillis.getAsLong());
        held.ifPresent(judgement -> log.add(id, judgement));
        Optional<Topology> components = topologies.apply(topology.record().topologyDigest());
        if (held.isPresent()
                || components.isEmpty()
                || clockMillis.getAsLong() < decider.restUntilMillis
                || !decider.policy.isNew(now)) {
            return false;
        }
        try {
            return judge(topology, components.get(), measured.orElseThrow(), view, settings, decider);
        } catch (RegistryException e) {
            if (e.kind() == RegistryException.Kind.UNAVAILABLE) {
                throw e;
            }
            log.add(id, Judgement.of(Verdict.FAILED, "the topology was changed meanwhile: " + e.getMessage()));
        } catch (ClusterException e) {
            log.add(id, Judgement.of(Verdict.FAILED, e.getMessage()));
        }
        return false;
    }

    private boolean judge(
            TopologyView topology,
            Topology components,
            MeasuredTraffic measured,
            ClusterView view,
            Settings settings,
            Decider decider) {
        String id = topology.record().id();
        AssignmentRecord running = topology.assignment().value();
        Topology present = Parallelism.of(components, running.parallelism(), running.tasks());
        Traffic traffic = MonitoredTraffic.inIntegers(measured).among(new TaskPlan(present).taskCount());
        long before = clockMillis.getAsLong();
        Distances distances = Distances.of(view, roundTrips.apply(view));
        RebalancePlan plan = plan(topology, components, traffic, view, distances, Integer.MAX_VALUE);
        int wanted = plan.report().tasks().moves().size();
        if (wanted > settings.mostMoves()) {
            plan = plan(topology, components, traffic, view, distances, settings.mostMoves());
        }
        long after = clockMillis.getAsLong();
        decider.restUntilMillis = after + REST * (after - before);
        Proposal proposal = new Proposal(
                plan.moves().next(),
                plan.report().tasks().moves().size(),
                plan.report().tasks().restarts().size(),
                wanted);
        Judgement judgement =
                decider.policy.judge(proposal, running.workers(), costs(id, present, traffic, distances), settings);
        if (judgement.verdict() != Verdict.MOVED) {
            log.add(id, judgement);
            return false;
        }
        AssignmentRecord begun = plan.begin(running);
        long number = begun.rebalance().number();
        writer.write(topology, begun);
        writtenId = id;
        writtenVersion = topology.assignment().version();
        decider.policy.begun(number);
        log.add(id, new Judgement(judgement.verdict(), judgement.reason(), judgement.figures(), number));
        return true;
    }

    private static RebalancePlan plan(
            TopologyView topology,
            Topology components,
            Traffic traffic,
            ClusterView view,
            Distances distances,
            int mostMoves) {
        RebalanceRequest request = new RebalanceRequest(false, null, 0, Map.of());
        Quality quality = topology.record().tasks() > MOST_TASKS_AT_FULL_QUALITY ? Quality.FAST : Quality.FULL;
        // Near regions stay, as its policy does not count what their change costs
        Bounds bounds = new Bounds(quality, mostMoves, false);
        return RebalancePlanner.plan(topology, components, request, traffic, view, distances, bounds);
    }

    private PlacementCosts costs(String id, Topology components, Traffic traffic, Distances distances) {
        TaskPlan tasks = new TaskPlan(components);
        double sent = traffic.messagesPerSecond().entrySet().stream()
                .filter(entry -> tasks.specOf(entry.getKey().source()).kind() == ComponentSpec.Kind.SPOUT)
                .mapToDouble(Map.Entry::getValue)
                .sum();
        return new PlacementCosts(traffic.messagesPerSecond(), sent, pauseSeconds.applyAsDouble(id), distances);
    }

    private static Situation situation(TopologyView topology, ClusterView view, Optional<MeasuredTraffic> measured) {
        boolean placed = topology.assigned();
        AssignmentRecord running = placed ? topology.assignment().value() : new AssignmentRecord("", 0, List.of());
        List<String> missing = running.workers().stream()
                .filter(plan -> !topology.workers().containsKey(plan.worker())
                        || !view.supervisors().containsKey(plan.node()))
                .map(WorkerPlan::worker)
                .toList();
        return new Situation(
                topology.record().status(),
                new AutoRebalancePolicy.Placement(
                        placed,
                        running.epoch(),
                        running.rebalance(),
                        running.workers().stream().map(WorkerPlan::worker).collect(Collectors.toSet())),
                view.topologies().values().stream()
                        .filter(other -> other != topology && other.assignment() != null)
                        .anyMatch(other -> other.assignment().value().rebalancing()),
                missing,
                measured.map(now -> new AutoRebalancePolicy.Measurement(now.number(), now.workers()))
                        .orElse(AutoRebalancePolicy.Measurement.NONE));
    }
}
