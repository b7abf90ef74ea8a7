// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compares the predicted wait for order with that of batches that are sent through the routes. */
class ReorderWaitTest {

    private static final int BATCHES = 20_000;
    private static final double SHORT = 0.5e-3;

    @Test
    void theFirstRouteAloneKeepsTheOrder() {
        List<RouteInputs> routes =
                List.of(RouteInputs.free("near", 1e6, 0.05, 0.01), RouteInputs.free("far", 1e6, 0.06, 0.01));
        assertThat(ReorderWait.predict(routes, 2, 1_000, 0.0011)).isEqualTo(ReorderWait.NONE);
        assertThat(ReorderWait.predict(routes, 1, 1_000, 0.0001)).isEqualTo(ReorderWait.NONE);
        assertThat(ReorderWait.predict(routes, 2, 1_000, 0.0006).mean()).isPositive();
    }

    @Test
    void routesWhoseDelaysDoNotVaryKeepTheOrder() {
        List<RouteInputs> routes =
                List.of(RouteInputs.free("near", 1e6, 0.05, 0), RouteInputs.free("far", 1e6, 0.09, 0));
        assertThat(ReorderWait.predict(routes, 2, 1_000, 0.0006)).isEqualTo(ReorderWait.NONE);
    }

    @Test
    void routesAlikeWaitAsInASimulation() {
        for (int count = 2; count <= 6; count++) {
            for (double jitter : new double[] {0.001, 0.004, 0.02}) {
                List<RouteInputs> routes = new ArrayList<>();
                for (int i = 0; i < count; i++) {
                    routes.add(RouteInputs.free("r" + i, 1e6, 0.1, jitter));
                }
                double interval = 4_000 / (0.95 * count * 1e6);
                ReorderWait predicted = ReorderWait.predict(routes, count, 4_000, interval);
                double[] waits = simulate(routes, 4_000, interval);
                double mean = Arrays.stream(waits).average().orElseThrow();
                assertThat(predicted.mean()).as("%s routes, %s", count, jitter).isCloseTo(mean, within(0.15 * mean));
            }
        }
    }

    @Test
    void nineOfTenSetsOfRoutesWaitAsInASimulation() {
        Random random = new Random(5);
        int close = 0;
        int all = 300;
        for (int i = 0; i < all; i++) {
            List<RouteInputs> routes = routes(random);
            double total =
                    routes.stream().mapToDouble(RouteInputs::bytesPerSecond).sum();
            double bytes = 500 * Math.pow(100, random.nextDouble());
            double interval = bytes / (total * (0.2 + 0.75 * random.nextDouble()));
            double mean =
                    Arrays.stream(simulate(routes, bytes, interval)).average().orElseThrow();
            double predicted =
                    ReorderWait.predict(routes, routes.size(), bytes, interval).mean();
            close += Math.abs(predicted - mean) <= Math.max(0.1 * mean, SHORT) ? 1 : 0;
        }
        assertThat(close).isGreaterThanOrEqualTo(all * 9 / 10);
    }

    private static List<RouteInputs> routes(Random random) {
        int count = 2 + random.nextInt(5);
        double jitter = 0.0005 * Math.pow(20, random.nextDouble());
        List<RouteInputs> routes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            routes.add(RouteInputs.free(
                    "r" + i,
                    1e6 * (0.5 + 1.5 * random.nextDouble()),
                    0.05 + 0.05 * random.nextDouble(),
                    jitter * (0.5 + random.nextDouble())));
        }
        return routes;
    }

    /**
     * Sends batches through the routes as a channel does, each by the route on which it is expected to arrive first.
     */
    private static double[] simulate(List<RouteInputs> routes, double bytes, double interval) {
        Random random = new Random(1);
        double[] free = new double[routes.size()];
        double[] arrived = new double[routes.size()];
        double[] waits = new double[BATCHES];
        double delivered = 0;
        for (int batch = 0; batch < BATCHES; batch++) {
            double closed = batch * interval;
            int first = 0;
            double earliest = Double.MAX_VALUE;
            for (int i = 0; i < free.length; i++) {
                RouteInputs route = routes.get(i);
                double expected = Math.max(free[i], closed) + bytes / route.bytesPerSecond() + route.delaySeconds();
                if (expected < earliest) {
                    earliest = expected;
                    first = i;
                }
            }
            RouteInputs route = routes.get(first);
            free[first] = Math.max(free[first], closed) + bytes / route.bytesPerSecond();
            double late = Math.max(0, route.delaySeconds() + random.nextGaussian() * route.jitterSeconds());
            arrived[first] = Math.max(arrived[first], free[first] + late);
            delivered = Math.max(delivered, arrived[first]);
            waits[batch] = delivered - arrived[first];
        }
        return waits;
    }
}
