// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.scheduler;

import io.millrace.scheduler.Algorithms;
import io.millrace.scheduler.evaluate.Evaluator;
import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.SchedulingOptions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.storm.scheduler.Cluster;
import org.apache.storm.scheduler.ExecutorDetails;
import org.apache.storm.scheduler.SchedulerAssignment;
import org.apache.storm.scheduler.TopologyDetails;
import org.apache.storm.scheduler.WorkerSlot;
import org.apache.storm.utils.ObjectReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides, topology by topology, whether other places of its executors are worth the restarts. A topology is looked at
 * when there are new figures of it. Called by the thread that schedules.
 */
public final class Improvements {
    private static final Logger LOG = LoggerFactory.getLogger(Improvements.class);

    private final SchedulerSettings settings;
    private final TrafficSource traffic;

    /** The figures from which the present place of a topology's executors was decided. */
    private final Map<String, Decided> decided = new HashMap<>();

    private record Decided(long version, Map<ExecutorDetails, WorkerSlot> placed) {}

    public Improvements(SchedulerSettings settings, TrafficSource traffic) {
        this.settings = settings;
        this.traffic = traffic;
    }

    /**
     * Improves the place of a topology that Storm's own scheduler has just placed in this cluster.
     *
     * @param running where its executors ran before that; restarts that Storm's scheduler causes anyway have no price
     */
    public void improve(TopologyDetails topology, Cluster cluster, Map<ExecutorDetails, WorkerSlot> running) {
        decided.keySet().retainAll(cluster.getTopologies().getAllIds());
        Optional<Traffic> known = traffic.of(topology.getId());
        SchedulerAssignment assignment = cluster.getAssignmentById(topology.getId());
        if (known.isEmpty()
                || assignment == null
                || !ObjectReader.getBoolean(topology.getConf().get(SchedulerSettings.TOPOLOGY), true)
                || cluster.needsScheduling(topology)) {
            return;
        }
        Map<ExecutorDetails, WorkerSlot> placed = Map.copyOf(assignment.getExecutorToSlot());
        Decided now = new Decided(known.get().version(), placed);
        if (placed.values().stream().distinct().count() < 2 || now.equals(decided.put(topology.getId(), now))) {
            return;
        }
        PlacementProblem problem = PlacementProblem.of(topology, cluster, placed, known.get());
        Assignment answer = Algorithms.byName(Algorithms.DEFAULT)
                .schedule(
                        problem.problem(),
                        SchedulingOptions.ofSeed(topology.getId().hashCode()));
        Optional<Assignment> whole = WorkerCount.exactly(problem.workers(), problem.problem(), answer);
        if (whole.isEmpty()) {
            LOG.info("topology {} stays: no placement with its {} workers", topology.getId(), problem.workers());
            return;
        }
        Map<ExecutorDetails, WorkerSlot> wanted = problem.placement(whole.get());
        if (!wanted.equals(placed)
                && pays(topology, problem.problem(), whole.get(), restarts(running, placed, wanted))) {
            place(topology, cluster, wanted, new MoveReport(placed, wanted, known.get()));
        }
    }

    private boolean pays(TopologyDetails topology, Problem problem, Assignment answer, int restarts) {
        double before = Evaluator.evaluateRunning(problem).orElseThrow().cost();
        double after = Evaluator.evaluate(problem, answer).cost();
        double saved = before > 0 ? (before - after) / before : 0;
        double price = settings.price() * restarts;
        boolean pays = saved > price;
        LOG.info(
                "topology {}: other places of its executors would save {} % of the cost of its messages, and restart"
                        + " {} workers at {} %: {}",
                topology.getId(), percent(saved), restarts, percent(price), pays ? "worth it" : "not worth it");
        return pays;
    }

    private static long percent(double share) {
        return Math.round(100 * share);
    }

    private void place(
            TopologyDetails topology, Cluster cluster, Map<ExecutorDetails, WorkerSlot> wanted, MoveReport report) {
        Cluster trial = new Cluster(cluster);
        StormRules.apply(topology, trial, wanted);
        Optional<String> broken = StormRules.broken(topology, cluster, trial);
        if (broken.isPresent()) {
            LOG.info("topology {} stays: {}", topology.getId(), broken.get());
            return;
        }
        LOG.info(
                "topology {} {}:\n{}",
                topology.getId(),
                settings.dryRun() ? "would change if this were no dry run" : "changes",
                report.lines(topology));
        if (!settings.dryRun()) {
            StormRules.apply(topology, cluster, wanted);
            decided.put(
                    topology.getId(), new Decided(decided.get(topology.getId()).version(), Map.copyOf(wanted)));
        }
    }

    /** Returns how many running workers restart or end, beyond those that do so anyway. */
    private static int restarts(
            Map<ExecutorDetails, WorkerSlot> running,
            Map<ExecutorDetails, WorkerSlot> placed,
            Map<ExecutorDetails, WorkerSlot> wanted) {
        return Math.max(0, changed(running, wanted) - changed(running, placed));
    }

    private static int changed(Map<ExecutorDetails, WorkerSlot> running, Map<ExecutorDetails, WorkerSlot> next) {
        Map<WorkerSlot, Set<ExecutorDetails>> after = PlacementProblem.bySlot(next);
        return (int) PlacementProblem.bySlot(running).entrySet().stream()
                .filter(worker -> !worker.getValue().equals(after.get(worker.getKey())))
                .count();
    }
}
