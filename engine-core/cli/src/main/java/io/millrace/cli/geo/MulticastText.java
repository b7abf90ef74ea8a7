// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.geo;

import io.millrace.api.metrics.MulticastFigure;
import io.millrace.api.metrics.MulticastMetrics;
import io.millrace.cli.terminal.Columns;
import io.millrace.cli.terminal.Format;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The text of the copies that several tasks of another region get: the strategy, and its reason. */
final class MulticastText {

    private static final Columns<MulticastMetrics> COLUMNS = new Columns<MulticastMetrics>()
            .add("COPIES", of -> of.source() + " " + of.sourceTask() + "@" + of.sourceWorker())
            .add("REGIONS", of -> of.sourceRegion() + " > " + of.targetRegion())
            .add("TASKS", of -> of.tasks().stream().map(String::valueOf).collect(Collectors.joining(" ")))
            .add("STRATEGY", of -> of.strategy())
            .add("ENTRY", of -> of.entries().isEmpty() ? "-" : String.join(", ", of.entries()))
            .add(
                    "B",
                    of -> of.figures().get(MulticastFigure.BATCHES) > 0
                            ? Format.count(of.figures().get(MulticastFigure.BATCH_EVENTS))
                            : "-")
            .add(
                    "LZ4",
                    of -> of.figures().get(MulticastFigure.BATCHES) > 0
                            ? of.figures().is(MulticastFigure.COMPRESSED) ? "yes" : "no"
                            : "-")
            .add("MEASURED", of -> ChannelText.time(of.figures().get(MulticastFigure.MEASURED_NANOS)))
            .add("TUPLES", of -> Format.count(of.figures().get(MulticastFigure.EVENTS)))
            .add("RESENT", of -> Format.count(of.figures().get(MulticastFigure.RESENDS)))
            .add("KEPT", of -> Amounts.bytes(of.figures().get(MulticastFigure.KEPT_BYTES)))
            .add("OUT/S", of -> Amounts.bytes(of.figures().real(MulticastFigure.BYTES_PER_SECOND)))
            .add("MONEY/H", of -> Amounts.money(of.figures().real(MulticastFigure.MONEY_PER_HOUR)))
            .add("SWITCHES", of -> Format.count(of.figures().get(MulticastFigure.SWITCHES)));

    private MulticastText() {}

    /** Returns the lines; empty if there are no copies. */
    static List<String> lines(List<MulticastMetrics> all) {
        if (all.isEmpty()) {
            return List.of();
        }
        List<String> reasons = new ArrayList<>();
        for (MulticastMetrics of : all) {
            reasons.add("copies of " + of.source() + " " + of.sourceTask() + " > " + of.targetRegion() + ": "
                    + (of.reason().isEmpty() ? "too little was sent for a choice" : of.reason()));
        }
        List<String> lines = new ArrayList<>(List.of(""));
        lines.addAll(COLUMNS.lines(all));
        lines.add("");
        lines.addAll(reasons);
        return lines;
    }
}
