// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.api.config.GeoMode;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.runtime.plan.Parallelism;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.runtime.worker.ChannelRegions;
import io.millrace.runtime.worker.NearRegions;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Says in one line between which regions of a topology there are no channels, and why. Pure. */
final class ChannelNotes {

    private static final String PLAIN = "so its regions have plain connections";

    private ChannelNotes() {}

    /**
     * Returns the line; empty if there are channels between all its regions.
     *
     * @param submitted the topology as it was submitted, if its file is there
     * @param supervisors the supervisors that are up, by node
     */
    static String of(TopologyView topology, Optional<Topology> submitted, Map<String, SupervisorRecord> supervisors) {
        if (!topology.assigned()) {
            return "";
        }
        AssignmentRecord assignment = topology.assignment().value();
        TreeSet<String> regions = assignment.present().stream()
                .map(WorkerPlan::node)
                .filter(supervisors::containsKey)
                .map(node -> supervisors.get(node).region())
                .collect(Collectors.toCollection(TreeSet::new));
        if (regions.size() < 2) {
            return regions.isEmpty() ? "" : "its workers are all in region " + regions.first();
        }
        int tasks = submitted
                .map(components -> TaskPlan.withDormant(
                                Parallelism.of(components, assignment.parallelism(), assignment.tasks()))
                        .taskCount())
                .orElse(topology.record().tasks());
        return of(ChannelRegions.of(Config.of(topology.record().config()), tasks, assignment.near()), regions);
    }

    private static String of(ChannelRegions rule, TreeSet<String> regions) {
        if (rule.mode() == GeoMode.OFF) {
            return TopologyKeys.GEO.name() + " is off, " + PLAIN;
        }
        if (!rule.areThere()) {
            return "it has " + rule.tasks() + " tasks, and channels are for at most " + ChannelRegions.MOST_TASKS + ", "
                    + PLAIN;
        }
        List<NearRegions.Pair> near = rule.near().pairs().stream()
                .filter(pair -> regions.contains(pair.one()) && regions.contains(pair.other()))
                .filter(pair -> !rule.link(pair.one(), pair.other()))
                .toList();
        return near.isEmpty()
                ? ""
                : near.stream()
                                .map(ChannelNotes::near)
                                .collect(Collectors.joining(", ", "plain connections between ", ""))
                        + ", as channels need " + ChannelRegions.LEAST_ROUND_TRIP_MILLIS + " ms ("
                        + TopologyKeys.GEO.name()
                        + " is auto)";
    }

    private static String near(NearRegions.Pair pair) {
        return String.format(
                Locale.ROOT, "%s and %s (round trip %.1f ms)", pair.one(), pair.other(), pair.roundTripMillis());
    }
}
