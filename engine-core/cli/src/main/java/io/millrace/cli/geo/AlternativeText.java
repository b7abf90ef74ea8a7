// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.geo;

import io.millrace.api.metrics.ChannelAlternative;
import io.millrace.api.metrics.ChannelAlternatives;
import io.millrace.api.metrics.TopologyAlternatives;
import io.millrace.cli.terminal.Columns;
import io.millrace.cli.terminal.Format;
import java.util.ArrayList;
import java.util.List;

/** The text of the settings that channels between regions could have. */
public final class AlternativeText {

    private static final String FRONT = "*";
    private static final String PRESENT = ">";

    private static final Columns<ChannelAlternative> COLUMNS = new Columns<ChannelAlternative>()
            .add("", each -> (each.chosen() ? PRESENT : " ") + (each.pareto() ? FRONT : " "))
            .add("B", each -> Format.count(each.batchEvents()))
            .add("C", each -> each.routes())
            .add("LZ4", each -> each.compressed() ? "yes" : "no")
            .add("MEAN", each -> ChannelText.time(each.meanNanos()))
            .add("P99", each -> ChannelText.time(each.p99Nanos()))
            .add("FULL", each -> Format.share(each.utilisation()))
            .add("CPU", each -> Format.share(each.cpuShare()))
            .add("OUT/S", each -> Amounts.bytes(each.bytesPerSecond()))
            .add("MONEY/H", each -> Amounts.money(each.moneyPerHour()))
            .add("NOT BECAUSE", each -> each.refusal());

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
            lines.addAll(COLUMNS.lines(channel.alternatives()));
        }
        lines.add("");
        lines.add(PRESENT + " as it is now; " + FRONT + " none is both faster and cheaper");
        return lines;
    }
}
