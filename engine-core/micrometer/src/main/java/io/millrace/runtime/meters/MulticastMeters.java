package io.millrace.runtime.meters;

import io.millrace.api.metrics.ChannelRoute;
import io.millrace.api.metrics.MulticastMetrics;

/** Maps the values of copies that several tasks get to meters. */
final class MulticastMeters {

    private static final String ALONE = "";

    private final String topology;
    private final Meters meters;

    MulticastMeters(String topology, Meters meters) {
        this.topology = topology;
        this.meters = meters;
    }

    void write(MulticastMetrics of) {
        String[] labels = {topology, of.source(), String.valueOf(of.sourceTask()), of.targetRegion()};
        meters.gauge(Family.MULTICAST_TASKS, of.tasks().size(), labels);
        meters.gauge(Family.MULTICAST_ONCE, of.strategy().equals("direct") ? 0 : 1, labels);
        meters.gauge(Family.MULTICAST_KEPT, of.keptBytes(), labels);
        meters.count(Family.MULTICAST_SWITCHES, ALONE, of.switches(), labels);
        meters.count(Family.MULTICAST_TUPLES, ALONE, of.events(), labels);
        meters.count(Family.MULTICAST_RESENDS, ALONE, of.resends(), labels);
        for (ChannelRoute route : of.routes()) {
            meters.count(Family.MULTICAST_SENT, route.name(), route.bytes(), labels);
        }
        meters.count(Family.MULTICAST_MONEY, ALONE, of.money(), labels);
    }
}
