// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.placement;

import io.millrace.cluster.model.RegionMatrix;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.runtime.worker.ChannelRegions;
import io.millrace.runtime.worker.NearRegions;
import io.millrace.scheduler.model.HopCosts;
import io.millrace.scheduler.model.Node;
import io.millrace.scheduler.model.Objective;
import io.millrace.scheduler.model.ProblemBuilder;
import io.millrace.scheduler.model.RegionRtt;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The regions of nodes, and the cost of hops between them, for the scheduler and for the value of a placement.
 * Immutable.
 */
public final class Distances {

    private final Map<String, String> regionOf;
    /** The round trips; empty if all nodes are in one region. */
    private final Optional<RegionRtt> rtt;

    private final RegionMatrix matrix;

    private Distances(Map<String, String> regionOf, Optional<RegionRtt> rtt, RegionMatrix matrix) {
        this.regionOf = regionOf;
        this.rtt = rtt;
        this.matrix = matrix;
    }

    /** @param matrix the regions of this view */
    public static Distances of(ClusterView view, RegionMatrix matrix) {
        Map<String, String> regionOf = new HashMap<>();
        for (SupervisorRecord supervisor : view.supervisors().values()) {
            regionOf.put(supervisor.node(), supervisor.region());
        }
        List<String> regions = regionOf.values().stream().distinct().sorted().toList();
        return new Distances(
                Map.copyOf(regionOf),
                regions.size() < 2 ? Optional.empty() : Optional.of(rtt(regions, matrix)),
                matrix);
    }

    private static RegionRtt rtt(List<String> regions, RegionMatrix matrix) {
        List<List<Double>> rows = new ArrayList<>();
        for (String from : regions) {
            rows.add(regions.stream()
                    .map(to -> matrix.between(from, to)
                            .map(RegionMatrix.Pair::rttMillis)
                            .orElse(0.0))
                    .toList());
        }
        return new RegionRtt(regions, rows);
    }

    /** Adds nodes, whose CPU capacity is not known, and the cost of hops between them if there are several regions. */
    public void addTo(ProblemBuilder builder, Map<String, Integer> slotsOfNode) {
        slotsOfNode.forEach((node, slots) -> builder.node(node, slots, Node.UNLIMITED, regionOf.get(node)));
        rtt.ifPresent(known -> builder.rtt(known).objective(Objective.LATENCY));
    }

    /** Returns the region of a node; empty if its supervisor is not up. */
    public Optional<String> regionOf(String node) {
        return Optional.ofNullable(regionOf.get(node));
    }

    /** Returns the measured round trip between two regions; empty if there is none. */
    public OptionalDouble measuredMillis(String from, String to) {
        return matrix.between(from, to).filter(RegionMatrix.Pair::isMeasured).stream()
                .mapToDouble(RegionMatrix.Pair::rttMillis)
                .findFirst();
    }

    /** Returns the regions that are near each other by what was measured; none is where nothing was measured. */
    public NearRegions near() {
        return new NearRegions(matrix.pairs().stream()
                .filter(pair -> pair.isMeasured() && ChannelRegions.isNear(pair.rttMillis()))
                .map(pair -> new NearRegions.Pair(pair.from(), pair.to(), pair.rttMillis()))
                .toList());
    }

    /** Returns the cost of a message's hop between two different nodes. */
    public double betweenNodesMicros(String from, String to) {
        return HopCosts.betweenNodesMicros(rtt, regionOf.getOrDefault(from, ""), regionOf.getOrDefault(to, ""));
    }
}
