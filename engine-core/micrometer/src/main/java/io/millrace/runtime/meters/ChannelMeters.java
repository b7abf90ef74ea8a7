package io.millrace.runtime.meters;

import io.millrace.api.metrics.ChannelMetrics;
import io.millrace.api.metrics.ChannelRoute;
import java.util.Arrays;

/** Maps the values of a channel between regions to meters. */
final class ChannelMeters {

    private static final double NANOS = 1e9;
    private static final String ALONE = "";

    private final String topology;
    private final Meters meters;

    ChannelMeters(String topology, Meters meters) {
        this.topology = topology;
        this.meters = meters;
    }

    void write(ChannelMetrics of) {
        String[] labels = {
            topology, of.source(), of.target(), String.valueOf(of.sourceTask()), String.valueOf(of.targetTask())
        };
        meters.gauge(Family.CHANNEL_BATCH, of.batchEvents(), labels);
        meters.gauge(Family.CHANNEL_ROUTES, of.routesUsed(), labels);
        meters.gauge(Family.CHANNEL_COMPRESSED, of.compressed() ? 1 : 0, labels);
        meters.gauge(Family.CHANNEL_PREDICTED, seconds(of.predictedNanos()), labels);
        meters.gauge(Family.CHANNEL_MEASURED, seconds(of.measuredNanos()), labels);
        meters.gauge(Family.CHANNEL_REORDER, of.reorderNanos() / NANOS, labels);
        meters.gauge(Family.CHANNEL_KEPT, of.keptBytes(), labels);
        meters.gauge(Family.CHANNEL_MONEY_RATE, of.moneyPerHour(), labels);
        meters.count(Family.CHANNEL_TUPLES, ALONE, of.events(), labels);
        meters.count(Family.CHANNEL_BATCHES, ALONE, of.batches(), labels);
        meters.count(Family.CHANNEL_RESENDS, ALONE, of.resends(), labels);
        meters.count(Family.CHANNEL_MONEY, ALONE, of.money(), labels);
        of.dropped().forEach((cause, count) -> meters.count(Family.CHANNEL_LATE, ALONE, count, and(labels, cause)));
        for (ChannelRoute route : of.routes()) {
            String[] own = and(labels, route.name());
            meters.count(Family.CHANNEL_SENT, route.name(), route.bytes(), labels);
            meters.gauge(Family.ROUTE_UP, route.usable() ? 1 : 0, own);
            meters.gauge(Family.ROUTE_RATE, route.bytesPerSecond(), own);
            meters.gauge(Family.ROUTE_DELAY, seconds(route.delayNanos()), own);
            meters.gauge(Family.ROUTE_LOSS, route.loss(), own);
            meters.gauge(Family.ROUTE_SHARE, route.share(), own);
        }
    }

    /** Returns seconds; NaN if the time is unknown, infinite if it has no bound. */
    private static double seconds(long nanos) {
        return nanos == 0 ? Double.NaN : nanos < 0 ? Double.POSITIVE_INFINITY : nanos / NANOS;
    }

    private static String[] and(String[] labels, String last) {
        String[] all = Arrays.copyOf(labels, labels.length + 1);
        all[labels.length] = last;
        return all;
    }
}
