// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo.model;

import java.util.List;

/**
 * The time for which batches wait for earlier ones that came by other routes, when each goes by the route on which it
 * is expected to arrive first. While the first route carries all, no batch waits. Otherwise as many routes are filled
 * as the load needs, and batches are expected one after the other, at the interval at which they are closed or carried:
 * they wait because delays vary by more than that, see {@link ReorderTable}.
 *
 * @param mean the mean wait of a batch in seconds
 * @param p99 the 99th percentile of the wait in seconds
 */
record ReorderWait(double mean, double p99) {

    static final ReorderWait NONE = new ReorderWait(0, 0);

    /**
     * @param routes the routes, of which the first {@code count} are used
     * @param batchBytes the bytes that are sent for a batch
     * @param intervalSeconds the interval between the ends of two batches
     */
    static ReorderWait predict(List<RouteInputs> routes, int count, double batchBytes, double intervalSeconds) {
        double load = batchBytes / intervalSeconds;
        int first = next(routes, count, batchBytes, -1);
        if (count == 1 || load <= routes.get(first).bytesPerSecond()) {
            return NONE;
        }
        double total = 0;
        for (int i = 0; i < count; i++) {
            total += routes.get(i).bytesPerSecond();
        }
        load = Math.min(load, total);
        double left = load;
        double variance = 0;
        double squares = 0;
        for (int i = first; i >= 0 && left > 0; i = next(routes, count, batchBytes, i)) {
            RouteInputs route = routes.get(i);
            double carried = Math.min(route.bytesPerSecond(), left);
            double share = carried / load;
            left -= carried;
            variance += share * route.jitterSeconds() * route.jitterSeconds();
            squares += share * share;
        }
        return variance == 0 ? NONE : ReorderTable.look(1 / squares, batchBytes / load, Math.sqrt(variance));
    }

    /**
     * The route that an idle channel would choose after this one, or -1; after -1 the one that it would choose first.
     */
    private static int next(List<RouteInputs> routes, int count, double batchBytes, int last) {
        double after = last < 0 ? Double.NEGATIVE_INFINITY : arrival(routes.get(last), batchBytes);
        int next = -1;
        double earliest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < count; i++) {
            double arrival = arrival(routes.get(i), batchBytes);
            if (arrival < earliest && (arrival > after || arrival == after && i > last)) {
                earliest = arrival;
                next = i;
            }
        }
        return next;
    }

    private static double arrival(RouteInputs route, double batchBytes) {
        return batchBytes / route.bytesPerSecond() + route.delaySeconds();
    }
}
