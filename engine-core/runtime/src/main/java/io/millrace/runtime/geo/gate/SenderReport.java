// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.geo.gate;

import io.millrace.api.metrics.ChannelFigure;
import io.millrace.api.metrics.ChannelRoute;
import io.millrace.api.metrics.Figures;
import io.millrace.api.metrics.RouteFigure;
import io.millrace.runtime.geo.ChannelChoices;
import io.millrace.runtime.geo.OracleSettings;
import io.millrace.runtime.geo.SendingEnd;
import io.millrace.transport.geo.GeoSender;
import io.millrace.transport.geo.RouteCounters;
import io.millrace.transport.geo.model.Choice;
import io.millrace.transport.geo.model.Limits;
import io.millrace.transport.geo.model.Prediction;
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
                choice == null ? "" : reason(choice, sender.setting()),
                counters.fillNanos(),
                figures(counters)
                        .with(ChannelFigure.BYTES_PER_SECOND, bytes / seconds)
                        .with(
                                ChannelFigure.MONEY_PER_HOUR,
                                (now.money() - before.money()) / seconds * SECONDS_PER_HOUR),
                List.copyOf(routes));
    }

    private Figures<ChannelFigure> figures(GeoSender.Counters counters) {
        Figures<ChannelFigure> figures = Figures.none(ChannelFigure.class)
                .with(ChannelFigure.BATCH_EVENTS, sender.setting().batchEvents())
                .with(ChannelFigure.ROUTES_USED, sender.setting().routes())
                .with(ChannelFigure.COMPRESSED, sender.setting().compressed())
                .with(ChannelFigure.EVENTS, counters.events())
                .with(ChannelFigure.BATCHES, counters.batches())
                .with(ChannelFigure.RESENDS, counters.resends())
                .with(ChannelFigure.KEPT_BYTES, counters.keptBytes())
                .with(ChannelFigure.MONEY, counters.money());
        if (sender.inputs() != null) {
            figures = figures.with(
                            ChannelFigure.EVENTS_PER_SECOND, sender.inputs().eventsPerSecond())
                    .with(ChannelFigure.EVENT_BYTES, sender.inputs().eventBytes());
        }
        if (sender.choice() != null) {
            Prediction prediction = sender.choice().prediction();
            figures = figures.with(ChannelFigure.PREDICTED_NANOS, ChannelChoices.nanos(prediction.mean()))
                    .with(ChannelFigure.PREDICTED_P99_NANOS, ChannelChoices.nanos(prediction.p99()));
        }
        return figures;
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
                Figures.none(RouteFigure.class)
                        .with(RouteFigure.USABLE, now.usable())
                        .with(RouteFigure.USED, now.used())
                        .with(RouteFigure.BYTES_PER_SECOND, now.bytesPerSecond())
                        .with(RouteFigure.DELAY_NANOS, now.delayNanos())
                        .with(RouteFigure.JITTER_NANOS, now.jitterNanos())
                        .with(RouteFigure.LOSS, batches == 0 ? 0 : Math.min(1, (double) lost / batches))
                        .with(RouteFigure.SHARE, allBytes == 0 ? 0 : (double) bytes / allBytes)
                        .with(RouteFigure.BATCHES, now.batches())
                        .with(RouteFigure.BYTES, now.bytes())
                        .with(RouteFigure.LOST, now.lost()));
    }
}
