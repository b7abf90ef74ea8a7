package io.millrace.cli.geo;

import io.millrace.api.metrics.ChannelMetrics;
import io.millrace.api.metrics.ChannelRoute;
import io.millrace.api.metrics.TopologyChannels;
import io.millrace.cli.terminal.Columns;
import io.millrace.cli.terminal.Format;
import io.millrace.cli.terminal.Table;
import java.util.ArrayList;
import java.util.List;

/**
 * The text of the channels between regions: setting and activity of each, its routes, and the reason of the oracle's
 * choice.
 */
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
        return new Columns<ChannelMetrics>()
                .add("CHANNEL", ChannelText::places)
                .add("STREAMS", channel -> String.join(", ", channel.streams()))
                .add("REGIONS", channel -> channel.sourceRegion() + " > " + channel.targetRegion())
                .add("ORDER", channel -> channel.order().isEmpty() ? "-" : channel.order())
                .add("MODEL", channel -> channel.model() + " (" + channel.objective() + ")")
                .add("B", channel -> Format.count(channel.batchEvents()))
                .add("C", ChannelMetrics::routesUsed)
                .add("LZ4", channel -> channel.compressed() ? "yes" : "no")
                .add("PREDICTED", channel -> time(channel.predictedNanos()))
                .add("MEASURED", channel -> time(channel.measuredNanos()))
                .add("P99 PREDICTED", channel -> time(channel.predictedP99Nanos()))
                .add("P99 MEASURED", channel -> time(channel.measuredP99Nanos()))
                .add("REORDER", channel -> Format.nanos(channel.reorderNanos()))
                .lines(channels);
    }

    private static List<String> traffic(List<ChannelMetrics> channels) {
        return new Columns<ChannelMetrics>()
                .add("CHANNEL", ChannelText::name)
                .add("TUPLES/S", channel -> Format.count(Math.round(channel.eventsPerSecond())))
                .add("TUPLES", channel -> Format.count(channel.events()))
                .add("BATCHES", channel -> Format.count(channel.batches()))
                .add("RESENT", channel -> Format.count(channel.resends()))
                .add("KEPT", channel -> Amounts.bytes(channel.keptBytes()))
                .add("OUT/S", channel -> Amounts.bytes(channel.bytesPerSecond()))
                .add("MONEY/H", channel -> Amounts.money(channel.moneyPerHour()))
                .add("MONEY", channel -> Amounts.money(channel.money()))
                .add("LATE", channel -> Format.causes(channel.dropped()))
                .lines(channels);
    }

    private static List<String> routes(List<ChannelMetrics> channels) {
        Table table =
                new Table("CHANNEL", "ROUTE", "STATE", "RATE/S", "DELAY", "JITTER", "LOSS", "SHARE", "BATCHES", "OUT");
        for (ChannelMetrics channel : channels) {
            for (ChannelRoute route : channel.routes()) {
                table.row(
                        name(channel),
                        route.name(),
                        route.used() ? "used" : route.usable() ? "spare" : "down",
                        Amounts.bytes(route.bytesPerSecond()),
                        route.delayNanos() == 0 ? "-" : Format.nanos(route.delayNanos()),
                        Format.nanos(route.jitterNanos()),
                        Format.share(route.loss()),
                        Format.share(route.share()),
                        Format.count(route.batches()),
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

    /**
     * Returns a time; a dash if it is unknown, or unbounded, as the channel has not the capacity; the reason then says
     * so.
     */
    static String time(long nanos) {
        return nanos <= 0 ? "-" : Format.nanos(nanos);
    }
}
