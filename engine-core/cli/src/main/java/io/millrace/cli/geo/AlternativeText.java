package io.millrace.cli.geo;

import io.millrace.api.metrics.ChannelAlternative;
import io.millrace.api.metrics.ChannelAlternatives;
import io.millrace.api.metrics.TopologyAlternatives;
import io.millrace.cli.terminal.Format;
import io.millrace.cli.terminal.Table;
import java.util.ArrayList;
import java.util.List;

/** The text of the settings that channels between regions could have. */
public final class AlternativeText {

    private static final String FRONT = "*";
    private static final String PRESENT = ">";

    private AlternativeText() {}

    public static List<String> lines(TopologyAlternatives of) {
        if (of.channels().isEmpty()) {
            return List.of("nothing was measured yet of channels between regions in '" + of.topology() + "'");
        }
        List<String> lines = new ArrayList<>();
        for (ChannelAlternatives channel : of.channels()) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            lines.add(channel.source() + " " + channel.sourceTask() + " > " + channel.target() + " "
                    + channel.targetTask());
            lines.addAll(table(channel.alternatives()));
        }
        lines.add("");
        lines.add(PRESENT + " as it is now; " + FRONT + " none is both faster and cheaper");
        return lines;
    }

    private static List<String> table(List<ChannelAlternative> alternatives) {
        Table table = new Table("", "B", "C", "LZ4", "MEAN", "P99", "FULL", "CPU", "OUT/S", "MONEY/H", "NOT BECAUSE");
        for (ChannelAlternative each : alternatives) {
            table.row(
                    (each.chosen() ? PRESENT : " ") + (each.pareto() ? FRONT : " "),
                    Format.count(each.batchEvents()),
                    each.routes(),
                    each.compressed() ? "yes" : "no",
                    ChannelText.time(each.meanNanos()),
                    ChannelText.time(each.p99Nanos()),
                    Format.share(each.utilisation()),
                    Format.share(each.cpuShare()),
                    Amounts.bytes(each.bytesPerSecond()),
                    Amounts.money(each.moneyPerHour()),
                    each.refusal());
        }
        return table.lines();
    }
}
