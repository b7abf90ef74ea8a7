// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.geo;

import io.millrace.api.metrics.ChannelFigure;
import io.millrace.api.metrics.ChannelMetrics;
import io.millrace.api.metrics.ChannelRoute;
import io.millrace.api.metrics.RouteFigure;
import io.millrace.api.metrics.TopologyChannels;
import io.millrace.cli.terminal.Columns;
import io.millrace.cli.terminal.Format;
import java.util.ArrayList;
import java.util.List;

/**
 * The text of the channels between regions: setting and activity of each, its routes, and the reason of the oracle's
 * choice.
 */
public final class ChannelText {

    private static final Columns<ChannelMetrics> CHANNELS = new Columns<ChannelMetrics>()
            .add("CHANNEL", channel -> places(channel))
            .add("STREAMS", channel -> String.join(", ", channel.streams()))
            .add("REGIONS", channel -> channel.sourceRegion() + " > " + channel.targetRegion())
            .add("ORDER", channel -> channel.order().isEmpty() ? "-" : channel.order())
            .add("MODEL", channel -> channel.model() + " (" + channel.objective() + ")")
            .add("B", channel -> Format.count(channel.figures().get(ChannelFigure.BATCH_EVENTS)))
            .add("C", channel -> channel.figures().get(ChannelFigure.ROUTES_USED))
            .add("LZ4", channel -> channel.figures().is(ChannelFigure.COMPRESSED) ? "yes" : "no")
            .add("PREDICTED", channel -> time(channel.figures().get(ChannelFigure.PREDICTED_NANOS)))
            .add("MEASURED", channel -> time(channel.figures().get(ChannelFigure.MEASURED_NANOS)))
            .add("P99 PREDICTED", channel -> time(channel.figures().get(ChannelFigure.PREDICTED_P99_NANOS)))
            .add("P99 MEASURED", channel -> time(channel.figures().get(ChannelFigure.MEASURED_P99_NANOS)))
            .add("REORDER", channel -> Format.nanos(channel.figures().get(ChannelFigure.REORDER_NANOS)));

    private static final Columns<ChannelMetrics> TRAFFIC = new Columns<ChannelMetrics>()
            .add("CHANNEL", channel -> name(channel))
            .add(
                    "TUPLES/S",
                    channel -> Format.count(Math.round(channel.figures().real(ChannelFigure.EVENTS_PER_SECOND))))
            .add("TUPLES", channel -> Format.count(channel.figures().get(ChannelFigure.EVENTS)))
            .add("BATCHES", channel -> Format.count(channel.figures().get(ChannelFigure.BATCHES)))
            .add("RESENT", channel -> Format.count(channel.figures().get(ChannelFigure.RESENDS)))
            .add("KEPT", channel -> Amounts.bytes(channel.figures().get(ChannelFigure.KEPT_BYTES)))
            .add("OUT/S", channel -> Amounts.bytes(channel.figures().real(ChannelFigure.BYTES_PER_SECOND)))
            .add("MONEY/H", channel -> Amounts.money(channel.figures().real(ChannelFigure.MONEY_PER_HOUR)))
            .add("MONEY", channel -> Amounts.money(channel.figures().real(ChannelFigure.MONEY)))
            .add("LATE", channel -> Format.causes(channel.dropped()));

    private static final Columns<RouteOf> ROUTES = new Columns<RouteOf>()
            .add("CHANNEL", of -> name(of.channel()))
            .add("ROUTE", of -> of.route().name())
            .add(
                    "STATE",
                    of -> of.route().used() ? "used" : of.route().figures().is(RouteFigure.USABLE) ? "spare" : "down")
            .add("RATE/S", of -> Amounts.bytes(of.route().figures().real(RouteFigure.BYTES_PER_SECOND)))
            .add(
                    "DELAY",
                    of -> of.route().figures().get(RouteFigure.DELAY_NANOS) == 0
                            ? "-"
                            : Format.nanos(of.route().figures().get(RouteFigure.DELAY_NANOS)))
            .add("JITTER", of -> Format.nanos(of.route().figures().get(RouteFigure.JITTER_NANOS)))
            .add("LOSS", of -> Format.share(of.route().figures().real(RouteFigure.LOSS)))
            .add("SHARE", of -> Format.share(of.route().figures().real(RouteFigure.SHARE)))
            .add("BATCHES", of -> Format.count(of.route().figures().get(RouteFigure.BATCHES)))
            .add("OUT", of -> Amounts.bytes(of.route().bytes()));

    private record RouteOf(ChannelMetrics channel, ChannelRoute route) {}

    private ChannelText() {}

    public static List<String> lines(TopologyChannels of) {
        if (of.channels().isEmpty()) {
            return List.of("no channel between regions in '" + of.topology() + "': "
                    + (of.note().isEmpty()
                            ? "its nodes are in one region, or nothing was sent to another one yet"
                            : of.note()));
        }
        List<String> lines = new ArrayList<>(CHANNELS.lines(of.channels()));
        lines.add("");
        lines.addAll(TRAFFIC.lines(of.channels()));
        lines.add("");
        lines.addAll(ROUTES.lines(routes(of.channels())));
        lines.add("");
        for (ChannelMetrics channel : of.channels()) {
            lines.add(name(channel) + ": "
                    + (channel.reason().isEmpty() ? "too little was sent for a choice" : channel.reason()));
        }
        lines.addAll(MulticastText.lines(of.multicasts()));
        if (!of.note().isEmpty()) {
            lines.add(of.note());
        }
        return lines;
    }

    private static List<RouteOf> routes(List<ChannelMetrics> channels) {
        List<RouteOf> routes = new ArrayList<>();
        channels.forEach(channel -> channel.routes().forEach(route -> routes.add(new RouteOf(channel, route))));
        return routes;
    }

    private static String name(ChannelMetrics channel) {
        return channel.source() + " " + channel.sourceTask() + " > " + channel.target() + " " + channel.targetTask();
    }

    private static String places(ChannelMetrics channel) {
        return channel.source() + " " + channel.sourceTask() + "@" + channel.sourceWorker() + " > " + channel.target()
                + " " + channel.targetTask() + "@" + channel.targetWorker();
    }

    /**
     * Returns a time; a dash if it is unknown, or unbounded, as the channel has not the capacity; the reason then says
     * so.
     */
    static String time(long nanos) {
        return nanos <= 0 ? "-" : Format.nanos(nanos);
    }
}
