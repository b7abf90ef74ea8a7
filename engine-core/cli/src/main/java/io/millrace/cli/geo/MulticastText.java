package io.millrace.cli.geo;

import io.millrace.api.metrics.MulticastMetrics;
import io.millrace.cli.terminal.Columns;
import io.millrace.cli.terminal.Format;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The text of the copies that several tasks of another region get: the strategy, and its reason. */
final class MulticastText {

    private MulticastText() {}

    /** Returns the lines; empty if there are no copies. */
    static List<String> lines(List<MulticastMetrics> all) {
        if (all.isEmpty()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>(List.of(""));
        lines.addAll(new Columns<MulticastMetrics>()
                .add("COPIES", of -> of.source() + " " + of.sourceTask() + "@" + of.sourceWorker())
                .add("REGIONS", of -> of.sourceRegion() + " > " + of.targetRegion())
                .add("TASKS", of -> of.tasks().stream().map(String::valueOf).collect(Collectors.joining(" ")))
                .add("STRATEGY", MulticastMetrics::strategy)
                .add("ENTRY", of -> of.entries().isEmpty() ? "-" : String.join(", ", of.entries()))
                .add("B", of -> of.batches() > 0 ? Format.count(of.batchEvents()) : "-")
                .add("LZ4", of -> of.batches() > 0 ? of.compressed() ? "yes" : "no" : "-")
                .add("MEASURED", of -> ChannelText.time(of.measuredNanos()))
                .add("TUPLES", of -> Format.count(of.events()))
                .add("RESENT", of -> Format.count(of.resends()))
                .add("KEPT", of -> Amounts.bytes(of.keptBytes()))
                .add("OUT/S", of -> Amounts.bytes(of.bytesPerSecond()))
                .add("MONEY/H", of -> Amounts.money(of.moneyPerHour()))
                .add("SWITCHES", of -> Format.count(of.switches()))
                .lines(all));
        lines.add("");
        all.forEach(of -> lines.add("copies of " + of.source() + " " + of.sourceTask() + " > " + of.targetRegion()
                + ": " + (of.reason().isEmpty() ? "too little was sent for a choice" : of.reason())));
        return lines;
    }
}
