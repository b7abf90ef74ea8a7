package io.millrace.transport.geo.model;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * How long batches wait for earlier ones that came by other routes, predicted by sending some through the routes as the
 * channel would: each by the route on which it is expected to arrive first. A route keeps the order of its own batches.
 * The delays are drawn with one seed, so that equal inputs predict equal waits.
 *
 * @param mean seconds of a batch
 * @param p99 seconds in which 99 of 100 batches have waited
 */
record ReorderWait(double mean, double p99) {

    static final ReorderWait NONE = new ReorderWait(0, 0);

    private static final int BATCHES = 256;
    private static final long SEED = 8_191;

    /**
     * @param routes those that are used
     * @param batchBytes that are sent for a batch
     * @param intervalSeconds between the ends of two batches
     */
    static ReorderWait predict(List<RouteInputs> routes, double batchBytes, double intervalSeconds) {
        int count = routes.size();
        if (count == 1) {
            return NONE;
        }
        Random random = new Random(SEED);
        double[] free = new double[count];
        double[] arrived = new double[count];
        double[] waits = new double[BATCHES];
        double delivered = 0;
        double sum = 0;
        for (int batch = 0; batch < BATCHES; batch++) {
            double closed = batch * intervalSeconds;
            int first = 0;
            double earliest = Double.MAX_VALUE;
            for (int i = 0; i < count; i++) {
                RouteInputs route = routes.get(i);
                double expected =
                        Math.max(free[i], closed) + batchBytes / route.bytesPerSecond() + route.delaySeconds();
                if (expected < earliest) {
                    earliest = expected;
                    first = i;
                }
            }
            RouteInputs route = routes.get(first);
            free[first] = Math.max(free[first], closed) + batchBytes / route.bytesPerSecond();
            double late = Math.max(0, route.delaySeconds() + random.nextGaussian() * route.jitterSeconds());
            arrived[first] = Math.max(arrived[first], free[first] + late);
            delivered = Math.max(delivered, arrived[first]);
            waits[batch] = delivered - arrived[first];
            sum += waits[batch];
        }
        Arrays.sort(waits);
        return new ReorderWait(sum / BATCHES, waits[BATCHES * 99 / 100]);
    }
}
