// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo.model;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The time for which batches that go by several routes in turn wait for earlier ones, by the interval between batches,
 * both in standard deviations of the delay. It is simulated once for each number of routes, as a simulation for each
 * setting that the oracle considers would cost more than the rest of a decision. A route keeps the order of its own
 * batches. The delays are drawn with one seed, so that equal questions have equal answers. Any thread may ask.
 */
final class ReorderTable {

    private static final Map<Integer, ReorderTable> TABLES = new ConcurrentHashMap<>();

    /**
     * The shortest interval of the table, which ranges from 1/64 of the standard deviation to nearly five of them,
     * where no batch waits any more.
     */
    private static final double SHORTEST = 1.0 / 64;

    private static final double OCTAVES = 0.75;
    private static final int INTERVALS = 12;

    private static final int BATCHES = 4_096;
    private static final long SEED = 8_191;

    private final double[] means = new double[INTERVALS];
    private final double[] p99s = new double[INTERVALS];

    private ReorderTable(int routes) {
        for (int i = 0; i < INTERVALS - 1; i++) {
            double[] waits = simulate(routes, SHORTEST * Math.pow(2, OCTAVES * i));
            means[i] = Arrays.stream(waits).average().orElseThrow();
            Arrays.sort(waits);
            p99s[i] = waits[BATCHES * 99 / 100];
        }
    }

    /** Returns the waits of batches by routes whose delays have the standard deviation 1. */
    private static double[] simulate(int routes, double interval) {
        Random random = new Random(SEED);
        double[] arrived = new double[routes];
        Arrays.fill(arrived, Double.NEGATIVE_INFINITY);
        double[] waits = new double[BATCHES];
        double delivered = Double.NEGATIVE_INFINITY;
        for (int batch = 0; batch < BATCHES; batch++) {
            int route = batch % routes;
            arrived[route] = Math.max(arrived[route], batch * interval + random.nextGaussian());
            delivered = Math.max(delivered, arrived[route]);
            waits[batch] = delivered - arrived[route];
        }
        return waits;
    }

    /**
     * @param routes the number of routes that are used; a fraction if some carry less than others
     * @param intervalSeconds the interval at which batches are expected
     * @param deviationSeconds the standard deviation of the delay
     */
    static ReorderWait look(double routes, double intervalSeconds, double deviationSeconds) {
        int fewer = (int) routes;
        double part = routes - fewer;
        double at = Math.max(0, Math.log(intervalSeconds / deviationSeconds / SHORTEST) / Math.log(2) / OCTAVES);
        if (at >= INTERVALS - 1) {
            return ReorderWait.NONE;
        }
        ReorderTable more = of(fewer + 1);
        double mean = part * more.between(more.means, at);
        if (fewer > 1) {
            ReorderTable less = of(fewer);
            mean += (1 - part) * less.between(less.means, at);
        }
        // The batch of 100 that waits longest may be one of the few of the last route
        return new ReorderWait(mean * deviationSeconds, more.between(more.p99s, at) * deviationSeconds);
    }

    private static ReorderTable of(int routes) {
        ReorderTable table = TABLES.get(routes);
        return table != null ? table : TABLES.computeIfAbsent(routes, ReorderTable::new);
    }

    private double between(double[] values, double at) {
        int index = (int) at;
        double part = at - index;
        return (1 - part) * values[index] + part * values[index + 1];
    }
}
