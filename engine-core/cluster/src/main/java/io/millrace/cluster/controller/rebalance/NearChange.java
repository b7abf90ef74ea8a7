// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.rebalance;

import io.millrace.cluster.controller.placement.Distances;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.runtime.worker.ChannelRegions;
import io.millrace.runtime.worker.NearRegions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The change of near regions by a rebalance. Workers that stay in such a region form their links anew, so it concerns
 * only regions where the topology has workers. The planner creates it; immutable.
 */
final class NearChange {

    private final NearRegions after;

    /** The nodes of the regions that change. */
    private final Set<String> nodes;

    private final List<String> remarks;

    private NearChange(NearRegions after, Set<String> nodes, List<String> remarks) {
        this.after = after;
        this.nodes = nodes;
        this.remarks = List.copyOf(remarks);
    }

    /** Returns that near regions stay. */
    static NearChange none(NearRegions near) {
        return new NearChange(near, Set.of(), List.of());
    }

    /**
     * Returns what changes by what was measured. Regions between which nothing was measured stay as they are.
     *
     * @param before the rule until now
     * @param nodes the nodes with workers after the rebalance
     */
    static NearChange of(ChannelRegions before, Set<String> nodes, Distances distances) {
        ChannelRegions measured = before.with(distances.near());
        List<NearRegions.Pair> pairs = new ArrayList<>(before.near().pairs());
        Set<String> changed = new TreeSet<>();
        List<String> remarks = new ArrayList<>();
        TreeSet<String> regions = nodes.stream()
                .flatMap(node -> distances.regionOf(node).stream())
                .collect(Collectors.toCollection(TreeSet::new));
        for (String one : regions) {
            for (String other : regions.tailSet(one, false)) {
                OptionalDouble millis = distances.measuredMillis(one, other);
                boolean linked = measured.link(one, other);
                if (millis.isPresent() && before.link(one, other) != linked) {
                    pairs.removeIf(pair -> pair.joins(one, other));
                    measured.near().between(one, other).ifPresent(pairs::add);
                    changed.addAll(List.of(one, other));
                    remarks.add(remark(one, other, linked, millis.getAsDouble()));
                }
            }
        }
        Set<String> touched = nodes.stream()
                .filter(node ->
                        distances.regionOf(node).filter(changed::contains).isPresent())
                .collect(Collectors.toSet());
        return new NearChange(new NearRegions(pairs), touched, remarks);
    }

    private static String remark(String one, String other, boolean linked, double millis) {
        return String.format(
                Locale.ROOT,
                "streams between %s and %s go by %s from then on, as the measured round trip of %.1f ms is %s %d ms",
                one,
                other,
                linked ? "channels" : "plain connections",
                millis,
                linked ? "at least" : "below",
                ChannelRegions.LEAST_ROUND_TRIP_MILLIS);
    }

    NearRegions after() {
        return after;
    }

    /** Whether the links of a running worker would change. */
    boolean touches(WorkerPlan worker) {
        return nodes.contains(worker.node());
    }

    /** Returns what changes, one line for each pair of regions. */
    List<String> remarks() {
        return remarks;
    }
}
