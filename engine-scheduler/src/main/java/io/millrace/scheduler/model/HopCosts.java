// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.model;

import java.util.List;
import java.util.Optional;

/** The cost of one message's hop by the distance between its two tasks, for {@link Objective#LATENCY}. */
public final class HopCosts {
    public static final double SAME_WORKER_MICROS = 1;
    public static final double SAME_NODE_MICROS = 10;
    public static final double BETWEEN_NODES_MICROS = 500;

    private static final double MICROS_PER_MILLI = 1_000;

    /** The index of each node's region. */
    private final int[] regionOf;

    private final double[][] betweenRegions;

    private HopCosts(int[] regionOf, double[][] betweenRegions) {
        this.regionOf = regionOf;
        this.betweenRegions = betweenRegions;
    }

    public static HopCosts of(Problem problem) {
        List<String> regions =
                problem.nodes().stream().map(Node::region).distinct().toList();
        double[][] between = new double[regions.size()][regions.size()];
        for (int from = 0; from < between.length; from++) {
            for (int to = 0; to < between.length; to++) {
                between[from][to] = betweenNodesMicros(problem.rtt(), regions.get(from), regions.get(to));
            }
        }
        return new HopCosts(
                problem.nodes().stream()
                        .mapToInt(node -> regions.indexOf(node.region()))
                        .toArray(),
                between);
    }

    /** The cost of a hop between different nodes, by index in {@link Problem#nodes()}: 500 µs or half the RTT. */
    public double betweenNodesMicros(int from, int to) {
        return betweenRegions[regionOf[from]][regionOf[to]];
    }

    /**
     * The cost between different nodes, by their regions: half their RTT, and 500 µs at least, also if it is unknown.
     *
     * @param from a region
     * @param to a region
     */
    public static double betweenNodesMicros(Optional<RegionRtt> rtt, String from, String to) {
        if (rtt.isEmpty() || from.equals(to)) {
            return BETWEEN_NODES_MICROS;
        }
        int row = rtt.get().regions().indexOf(from);
        int column = rtt.get().regions().indexOf(to);
        return row < 0 || column < 0
                ? BETWEEN_NODES_MICROS
                : Math.max(BETWEEN_NODES_MICROS, rtt.get().millis().get(row).get(column) * MICROS_PER_MILLI / 2);
    }
}
