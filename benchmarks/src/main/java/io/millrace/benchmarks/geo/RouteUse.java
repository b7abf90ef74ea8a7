// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.millrace.transport.geo.GeoSender;
import io.millrace.transport.geo.RouteCounters;
import java.util.List;

/** Which routes a sender uses, second by second. */
final class RouteUse {

    /** Where a sample has the money that was spent. */
    static final int MONEY = 4;

    /** A route that carries less of what is sent carries copies only. */
    private static final double LEAST_SHARE = 0.02;

    private final GeoSender sender;
    private long[] before;
    private double moneyBefore;

    RouteUse(GeoSender sender) {
        this.sender = sender;
        this.before = bytesOfRoutes(sender);
    }

    private static long[] bytesOfRoutes(GeoSender sender) {
        return sender.counters().routes().stream()
                .mapToLong(RouteCounters::bytes)
                .toArray();
    }

    static long bytes(GeoSender sender) {
        return sender.counters().routes().stream()
                .mapToLong(RouteCounters::bytes)
                .sum();
    }

    /**
     * The second, the routes that were used in it, events of a batch now, the bytes that were sent and the money that
     * was spent.
     */
    ArrayNode sample(long second) {
        GeoSender.Counters counters = sender.counters();
        List<RouteCounters> routes = counters.routes();
        long sum = 0;
        for (int i = 0; i < routes.size(); i++) {
            sum += routes.get(i).bytes() - before[i];
        }
        int used = 0;
        for (int i = 0; i < routes.size(); i++) {
            used += routes.get(i).bytes() - before[i] > LEAST_SHARE * sum ? 1 : 0;
        }
        before = bytesOfRoutes(sender);
        int batch = sender.choice() == null ? 0 : sender.choice().setting().batchEvents();
        double spent = counters.money() - moneyBefore;
        moneyBefore = counters.money();
        return Json.MAPPER
                .createArrayNode()
                .add(second)
                .add(used)
                .add(batch)
                .add(sum)
                .add(spent);
    }
}
