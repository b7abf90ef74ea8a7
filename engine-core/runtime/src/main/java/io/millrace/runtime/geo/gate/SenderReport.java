package io.millrace.runtime.geo.gate;

import io.millrace.api.metrics.ChannelRoute;
import io.millrace.runtime.geo.ChannelChoices;
import io.millrace.runtime.geo.OracleSettings;
import io.millrace.runtime.geo.SendingEnd;
import io.millrace.transport.geo.GeoSender;
import io.millrace.transport.geo.GeoSender.RouteCounters;
import io.millrace.transport.geo.model.Choice;
import io.millrace.transport.geo.model.Limits;
import io.millrace.transport.geo.model.Setting;
import io.millrace.transport.geo.model.ThroughputFit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The report of the sending end of a channel, with rates over the last ten seconds. The executor's thread. */
final class SenderReport {

    private static final long KEPT_NANOS = 10_000_000_000L;
    private static final double NANOS = 1e9;
    private static final double SECONDS_PER_HOUR = 3_600;

    private final GeoSender sender;
    private final GeoPair pair;
    private final GeoTarget target;
    private final ThroughputFit fit;
    private final ArrayDeque<Reading> readings = new ArrayDeque<>();

    private record Reading(long nanos, double money, Map<String, RouteCounters> routes) {

        static Reading of(long nanos, GeoSender.Counters counters) {
            Map<String, RouteCounters> routes = new TreeMap<>();
            counters.routes().forEach(route -> routes.put(route.name(), route));
            return new Reading(nanos, counters.money(), routes);
        }

        long bytes() {
            return routes.values().stream().mapToLong(RouteCounters::bytes).sum();
        }
    }

    /** @param fit measured fit of the model */
    SenderReport(GeoSender sender, GeoPair pair, GeoTarget target, ThroughputFit fit) {
        this.sender = sender;
        this.pair = pair;
        this.target = target;
        this.fit = fit;
    }

    GeoSender sender() {
        return sender;
    }

    SendingEnd report(long nowNanos, GeoSettings settings, Limits limits) {
        GeoSender.Counters counters = sender.counters();
        Reading now = Reading.of(nowNanos, counters);
        readings.add(now);
        while (readings.size() > 2 && nowNanos - readings.peek().nanos() > KEPT_NANOS) {
            readings.poll();
        }
        Reading before = readings.peek();
        double seconds = Math.max(1, nowNanos - before.nanos()) / NANOS;
        long bytes = now.bytes() - before.bytes();
        Choice choice = sender.choice();
        List<ChannelRoute> routes = new ArrayList<>();
        for (RouteCounters route : counters.routes()) {
            routes.add(view(route, before.routes().get(route.name()), bytes));
        }
        return new SendingEnd(
                pair.channel(),
                pair.sourceTask(),
                pair.targetTask(),
                pair.source(),
                pair.target(),
                pair.streams(),
                settings.region(),
                target.worker(),
                target.region(),
                OracleSettings.of(settings.model(), fit.halfBytes(), limits),
                sender.setting(),
                sender.inputs() == null ? null : ChannelChoices.withKnownWaits(sender.inputs()),
                choice == null ? 0 : ChannelChoices.nanos(choice.prediction().mean()),
                choice == null ? 0 : ChannelChoices.nanos(choice.prediction().p99()),
                choice == null ? "" : reason(choice, sender.setting()),
                counters.fillNanos(),
                counters.events(),
                counters.batches(),
                counters.resends(),
                counters.keptBytes(),
                counters.money(),
                bytes / seconds,
                (now.money() - before.money()) / seconds * SECONDS_PER_HOUR,
                List.copyOf(routes));
    }

    /**
     * Returns the reason of a choice. The setting in its first words is the chosen one, which may not be in force yet.
     */
    private static String reason(Choice choice, Setting inForce) {
        return choice.setting().equals(inForce)
                ? choice.reason()
                : choice.reason() + "; " + inForce + " while a route is tried";
    }

    /** @param before earlier counters; null for a new route */
    private static ChannelRoute view(RouteCounters now, RouteCounters before, long allBytes) {
        long bytes = now.bytes() - (before == null ? 0 : before.bytes());
        long batches = now.batches() - (before == null ? 0 : before.batches());
        long lost = now.lost() - (before == null ? 0 : before.lost());
        return new ChannelRoute(
                now.name(),
                now.usable(),
                now.used(),
                now.bytesPerSecond(),
                now.delayNanos(),
                now.jitterNanos(),
                batches == 0 ? 0 : Math.min(1, (double) lost / batches),
                allBytes == 0 ? 0 : (double) bytes / allBytes,
                now.batches(),
                now.bytes(),
                now.lost());
    }
}
