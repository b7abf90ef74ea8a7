// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Grouping;
import io.millrace.api.RunningTopology.Status;
import io.millrace.api.StreamSpec;
import io.millrace.api.Subscription;
import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.api.config.SecretSettings;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.CutLink;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.cluster.controller.metrics.NodeReport;
import io.millrace.cluster.controller.placement.RegionRules;
import io.millrace.cluster.controller.rebalance.ExecutorChange;
import io.millrace.cluster.controller.rebalance.RebalanceDriver;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.RegionMatrix;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.model.TopologyDescription;
import io.millrace.cluster.model.TopologyDescription.Input;
import io.millrace.cluster.model.TopologyDescription.Part;
import io.millrace.cluster.model.TopologyDescription.Place;
import io.millrace.cluster.model.TopologyDescription.Relay;
import io.millrace.cluster.model.TopologyInfo;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.cluster.registry.Versioned;
import io.millrace.runtime.plan.Parallelism;
import io.millrace.runtime.plan.TaskPlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Builds the descriptions of topologies for clients; pure. */
final class Descriptions {

    private Descriptions() {}

    static TopologyInfo info(TopologyView topology) {
        int workers = topology.assignment() == null
                ? 0
                : topology.assignment().value().workers().size();
        boolean starting =
                topology.record().status() == Status.ACTIVE && (workers == 0 || topology.workersUp() < workers);
        return new TopologyInfo(
                topology.record().name(),
                topology.record().id(),
                starting ? Status.STARTING : topology.record().status(),
                topology.record().submittedAtMillis(),
                new TopologyInfo.Size(tasks(topology), workers, topology.workersUp(), missing(topology)),
                TopologyInfo.Remarks.of(topology.record().failure(), null));
    }

    private static int tasks(TopologyView topology) {
        return topology.assignment() == null
                ? topology.record().tasks()
                : topology.assignment().value().present().stream()
                        .mapToInt(plan -> plan.tasks().size())
                        .sum();
    }

    /** Returns the workers of a running topology that are not registered, each as "w2 on n1". */
    private static List<String> missing(TopologyView topology) {
        return topology.record().ended() || topology.assignment() == null
                ? List.of()
                : topology.assignment().value().workers().stream()
                        .filter(plan -> !topology.workers().containsKey(plan.worker()))
                        .map(plan -> plan.worker() + " on " + plan.node())
                        .toList();
    }

    /** Returns why workers do not run, one line each. */
    static List<String> ofWorkers(TopologyView topology, List<NodeReport> reports) {
        if (topology.record().failure() != null) {
            return List.of();
        }
        return reports.stream()
                .filter(report -> !report.worker().run().problem().isEmpty())
                .map(report -> {
                    int failures = report.worker().run().failures();
                    return report.worker().worker() + " on " + report.node()
                            + (failures == 0 ? "" : " (" + failures + " times in a row)") + ": "
                            + report.worker().run().problem();
                })
                .toList();
    }

    static TopologyDescription of(
            TopologyView topology,
            Optional<Topology> components,
            List<NodeReport> reports,
            TopologyMetrics metrics,
            Optional<String> problem,
            Set<String> silentNodes,
            RegionMatrix roundTrips,
            ClusterView view) {
        List<String> problems = new ArrayList<>();
        if (topology.record().failure() != null) {
            problems.add("failed: " + topology.record().failure());
        }
        problem.ifPresent(problems::add);
        problems.addAll(ofWorkers(topology, reports));
        if (topology.assignment() != null) {
            topology.assignment().value().present().stream()
                    .map(WorkerPlan::node)
                    .distinct()
                    .filter(node -> !view.supervisors().containsKey(node) || silentNodes.contains(node))
                    .forEach(node -> problems.add("the supervisor of node " + node
                            + (view.supervisors().containsKey(node)
                                    ? " does not answer: what it would report is missing"
                                    : " is gone")));
        }
        if (!topology.record().ended()) {
            if (metrics.snapshots() != null && !metrics.snapshots().standstill().isEmpty()) {
                problems.add(metrics.snapshots().standstill());
            }
            metrics.stuckSpouts().forEach(spout -> problems.add(spout.line()));
            boolean still = metrics.snapshots() != null
                            && !metrics.snapshots().standstill().isEmpty()
                    || !metrics.stuckSpouts().isEmpty();
            List<CutLink> cut =
                    metrics.cutLinks(Config.of(topology.record().config()).get(TopologyKeys.STANDSTILL_WARNING));
            if (still && cut.isEmpty() && !metrics.brokenConnections().isEmpty()) {
                problems.add(metrics.brokenConnections());
            }
            metrics.awaitedSubscriptions().forEach(bolt -> problems.add(bolt.line()));
            cut.forEach(link -> problems.add(link.line()));
        }
        return new TopologyDescription(
                info(topology),
                topology.assignment() == null
                        ? 0
                        : topology.assignment().value().epoch(),
                components
                        .map(submitted -> parts(
                                submitted,
                                topology.assignment(),
                                Config.of(topology.record().config())))
                        .orElse(List.of()),
                new TopologyDescription.Running(
                        metrics.workers(),
                        topology.assignment() == null || components.isEmpty()
                                ? List.of()
                                : placement(
                                        components.get(), topology.assignment().value())),
                new TopologyDescription.Submission(
                        SecretSettings.shown(topology.record().config()),
                        topology.record().program().jars()),
                new TopologyDescription.Findings(
                        List.copyOf(problems),
                        hints(topology, components),
                        reports.stream()
                                .map(report -> report.worker().run().death())
                                .filter(Objects::nonNull)
                                .toList()),
                new TopologyDescription.Regions(roundTrips, relays(topology, view)));
    }

    private static List<String> hints(TopologyView topology, Optional<Topology> components) {
        if (topology.assignment() == null) {
            return List.of();
        }
        AssignmentRecord assignment = topology.assignment().value();
        List<String> hints = new ArrayList<>();
        if (assignment.rebalancing()) {
            List<String> waitingFor = RebalanceDriver.waitingFor(topology);
            hints.add("is being rebalanced: " + assignment.rebalance().phase() + ", waits for "
                    + (waitingFor.isEmpty() ? "tuples in flight" : String.join(", ", waitingFor)));
        }
        components.ifPresent(submitted -> hints.addAll(
                IdleTasks.of(Parallelism.of(submitted, assignment.parallelism(), assignment.tasks()), assignment)));
        return List.copyOf(hints);
    }

    private static List<Relay> relays(TopologyView topology, ClusterView view) {
        return topology.assignment() == null
                ? List.of()
                : topology.assignment().value().relays().stream()
                        .map(plan -> new Relay(
                                plan.worker(),
                                plan.node(),
                                Optional.ofNullable(view.supervisors().get(plan.node()))
                                        .map(SupervisorRecord::region)
                                        .orElse(""),
                                topology.workers().containsKey(plan.worker())))
                        .toList();
    }

    private static List<Part> parts(Topology submitted, Versioned<AssignmentRecord> assignment, Config config) {
        RegionRules rules = new RegionRules(submitted, config);
        Topology topology = assignment == null
                ? submitted
                : Parallelism.of(
                        submitted,
                        assignment.value().parallelism(),
                        assignment.value().tasks());
        Map<String, Integer> executors = ExecutorChange.counts(
                topology, assignment == null ? List.of() : assignment.value().workers());
        return topology.components().stream()
                .map(spec -> new Part(
                        spec.id(),
                        spec.displayName(),
                        kind(spec),
                        new TopologyDescription.Counts(
                                spec.tasks(), ExecutorChange.most(spec), executors.get(spec.id())),
                        spec.inputs().stream().map(Descriptions::input).toList(),
                        spec.outputs().stream().map(StreamSpec::name).toList(),
                        rules.of(spec.id())))
                .toList();
    }

    private static String kind(ComponentSpec spec) {
        return spec.kind() == ComponentSpec.Kind.SPOUT ? "spout" : "bolt";
    }

    private static String input(Subscription input) {
        return new Input(input.source(), input.stream(), grouping(input.grouping())).toString();
    }

    /** Returns a grouping in the words of {@link io.millrace.api.BoltDeclarer}. */
    static String grouping(Grouping grouping) {
        if (grouping instanceof Grouping.ByFields by) {
            return "fields(" + String.join(", ", by.fields().names()) + ")";
        }
        if (grouping instanceof Grouping.PartialKey by) {
            return "partialKey(" + String.join(", ", by.fields().names()) + ")";
        }
        String name = grouping.getClass().getSimpleName();
        return Character.toLowerCase(name.charAt(0)) + name.substring(1);
    }

    private static List<Place> placement(Topology topology, AssignmentRecord assignment) {
        TaskPlan plan = TaskPlan.withDormant(Parallelism.of(topology, assignment.parallelism(), assignment.tasks()));
        List<Place> places = new ArrayList<>();
        for (WorkerPlan worker : assignment.present()) {
            for (int task : worker.tasks()) {
                places.add(new Place(task, plan.componentOf(task), worker.worker(), worker.node()));
            }
        }
        plan.dormant().stream()
                .filter(task -> !assignment.workerOfTask().containsKey(task))
                .forEach(task -> places.add(new Place(task, plan.componentOf(task), "", "")));
        places.sort(Comparator.comparingInt(Place::task));
        return places;
    }
}
