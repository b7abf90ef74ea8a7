package io.millrace.scheduler.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The cost of one message's hop by the distance between its two tasks, for {@link Objective#LATENCY}. */
public final class HopCosts {
    public static final double SAME_WORKER_MICROS = 1;
    public static final double SAME_NODE_MICROS = 10;
    public static final double BETWEEN_NODES_MICROS = 500;

    private final int[] regionOf;
    /** By region; empty if no round trips are known. */
    private final double[][] betweenRegions;

    private HopCosts(int[] regionOf, double[][] betweenRegions) {
        this.regionOf = regionOf;
        this.betweenRegions = betweenRegions;
    }

    public static HopCosts of(Problem problem) {
        List<String> regions = problem.rtt().map(RegionRtt::regions).orElseGet(ArrayList::new);
        Map<String, Integer> regionIndex = new HashMap<>();
        for (int i = 0; i < regions.size(); i++) {
            regionIndex.put(regions.get(i), i);
        }
        int[] regionOf = problem.nodes().stream()
                .mapToInt(node -> regionIndex.getOrDefault(node.region(), 0))
                .toArray();
        double[][] between = new double[regions.size()][regions.size()];
        for (int from = 0; from < between.length; from++) {
            for (int to = 0; to < between.length; to++) {
                double oneWayMicros = from == to
                        ? 0
                        : problem.rtt().orElseThrow().millis().get(from).get(to) * 1_000 / 2;
                between[from][to] = Math.max(BETWEEN_NODES_MICROS, oneWayMicros);
            }
        }
        return new HopCosts(regionOf, between);
    }

    /** From one node to a different one, by their indexes in {@link Problem#nodes()}: 500 µs or half the regions' RTT. */
    public double betweenNodesMicros(int from, int to) {
        return betweenRegions.length == 0 ? BETWEEN_NODES_MICROS : betweenRegions[regionOf[from]][regionOf[to]];
    }
}
