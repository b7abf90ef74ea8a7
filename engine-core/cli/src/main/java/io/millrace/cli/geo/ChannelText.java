package io.millrace.cli.geo;

import io.millrace.api.metrics.ChannelFigure;
import io.millrace.api.metrics.ChannelMetrics;
import io.millrace.api.metrics.ChannelRoute;
import io.millrace.api.metrics.RouteFigure;
import io.millrace.api.metrics.TopologyChannels;
import io.millrace.cli.terminal.Format;
import io.millrace.cli.terminal.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The channels between regions: what each is set to and does, its routes, and why the oracle chose so. */
public final class ChannelText {

    private ChannelText() {}

    public static List<String> lines(TopologyChannels of) {
        if (of.channels().isEmpty()) {
            return List.of("no channel between regions in '" + of.topology()
                    + "': its nodes are in one region, or nothing was sent to another one yet");
        }
        List<String> lines = new ArrayList<>(channels(of.channels()));
        lines.add("");
        lines.addAll(traffic(of.channels()));
        lines.add("");
        lines.addAll(routes(of.channels()));
        lines.add("");
        for (ChannelMetrics channel : of.channels()) {
            lines.add(name(channel) + ": "
                    + (channel.reason().isEmpty() ? "too little was sent for a choice" : channel.reason()));
        }
        lines.addAll(MulticastText.lines(of.multicasts()));
        return lines;
    }

    private static List<String> channels(List<ChannelMetrics> channels) {
        Table table = new Table(
                "CHANNEL",
                "STREAMS",
                "REGIONS",
                "ORDER",
                "MODEL",
                "B",
                "C",
                "LZ4",
                "PREDICTED",
                "MEASURED",
                "P99 PREDICTED",
                "P99 MEASURED",
                "REORDER");
        for (ChannelMetrics channel : channels) {
            table.row(
                    places(channel),
                    String.join(", ", channel.streams()),
                    channel.sourceRegion() + " > " + channel.targetRegion(),
                    channel.order().isEmpty() ? "-" : channel.order(),
                    channel.model() + " (" + channel.objective() + ")",
                    Format.count(channel.figures().get(ChannelFigure.BATCH_EVENTS)),
                    channel.figures().get(ChannelFigure.ROUTES_USED),
                    channel.figures().is(ChannelFigure.COMPRESSED) ? "yes" : "no",
                    time(channel.figures().get(ChannelFigure.PREDICTED_NANOS)),
                    time(channel.figures().get(ChannelFigure.MEASURED_NANOS)),
                    time(channel.figures().get(ChannelFigure.PREDICTED_P99_NANOS)),
                    time(channel.figures().get(ChannelFigure.MEASURED_P99_NANOS)),
                    Format.nanos(channel.figures().get(ChannelFigure.REORDER_NANOS)));
        }
        return table.lines();
    }

    private static List<String> traffic(List<ChannelMetrics> channels) {
        Table table = new Table(
                "CHANNEL", "TUPLES/S", "TUPLES", "BATCHES", "RESENT", "KEPT", "OUT/S", "MONEY/H", "MONEY", "LATE");
        for (ChannelMetrics channel : channels) {
            table.row(
                    name(channel),
                    Format.count(Math.round(channel.figures().real(ChannelFigure.EVENTS_PER_SECOND))),
                    Format.count(channel.figures().get(ChannelFigure.EVENTS)),
                    Format.count(channel.figures().get(ChannelFigure.BATCHES)),
                    Format.count(channel.figures().get(ChannelFigure.RESENDS)),
                    Amounts.bytes(channel.figures().get(ChannelFigure.KEPT_BYTES)),
                    Amounts.bytes(channel.figures().real(ChannelFigure.BYTES_PER_SECOND)),
                    Amounts.money(channel.figures().real(ChannelFigure.MONEY_PER_HOUR)),
                    Amounts.money(channel.figures().real(ChannelFigure.MONEY)),
                    causes(channel.dropped()));
        }
        return table.lines();
    }

    private static List<String> routes(List<ChannelMetrics> channels) {
        Table table =
                new Table("CHANNEL", "ROUTE", "STATE", "RATE/S", "DELAY", "JITTER", "LOSS", "SHARE", "BATCHES", "OUT");
        for (ChannelMetrics channel : channels) {
            for (ChannelRoute route : channel.routes()) {
                table.row(
                        name(channel),
                        route.name(),
                        route.used() ? "used" : route.figures().is(RouteFigure.USABLE) ? "spare" : "down",
                        Amounts.bytes(route.figures().real(RouteFigure.BYTES_PER_SECOND)),
                        route.figures().get(RouteFigure.DELAY_NANOS) == 0
                                ? "-"
                                : Format.nanos(route.figures().get(RouteFigure.DELAY_NANOS)),
                        Format.nanos(route.figures().get(RouteFigure.JITTER_NANOS)),
                        Amounts.percent(route.figures().real(RouteFigure.LOSS)),
                        Amounts.percent(route.figures().real(RouteFigure.SHARE)),
                        Format.count(route.figures().get(RouteFigure.BATCHES)),
                        Amounts.bytes(route.bytes()));
            }
        }
        return table.lines();
    }

    private static String name(ChannelMetrics channel) {
        return channel.source() + " " + channel.sourceTask() + " > " + channel.target() + " " + channel.targetTask();
    }

    private static String places(ChannelMetrics channel) {
        return channel.source() + " " + channel.sourceTask() + "@" + channel.sourceWorker() + " > " + channel.target()
                + " " + channel.targetTask() + "@" + channel.targetWorker();
    }

    /** A dash if it is not known, and if there is none, as the channel has not the capacity; the reason then says so. */
    static String time(long nanos) {
        return nanos <= 0 ? "-" : Format.nanos(nanos);
    }

    private static String causes(Map<String, Long> counts) {
        List<String> words = new ArrayList<>();
        new TreeMap<>(counts).forEach((cause, count) -> words.add(cause + " " + Format.count(count)));
        return words.isEmpty() ? "-" : String.join(", ", words);
    }
}
