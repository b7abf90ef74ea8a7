package io.millrace.cli.geo;

import io.millrace.api.metrics.MulticastMetrics;
import io.millrace.cli.terminal.Format;
import io.millrace.cli.terminal.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Copies that several tasks of another region get: how they go, and why. */
final class MulticastText {

    private MulticastText() {}

    /** Returns no line if there are none. */
    static List<String> lines(List<MulticastMetrics> all) {
        if (all.isEmpty()) {
            return List.of();
        }
        Table table = new Table(
                "COPIES",
                "REGIONS",
                "TASKS",
                "STRATEGY",
                "ENTRY",
                "B",
                "LZ4",
                "MEASURED",
                "TUPLES",
                "RESENT",
                "KEPT",
                "OUT/S",
                "MONEY/H",
                "SWITCHES");
        List<String> reasons = new ArrayList<>();
        for (MulticastMetrics of : all) {
            boolean once = of.batches() > 0;
            table.row(
                    of.source() + " " + of.sourceTask() + "@" + of.sourceWorker(),
                    of.sourceRegion() + " > " + of.targetRegion(),
                    of.tasks().stream().map(String::valueOf).collect(Collectors.joining(" ")),
                    of.strategy(),
                    of.entries().isEmpty() ? "-" : String.join(", ", of.entries()),
                    once ? Format.count(of.batchEvents()) : "-",
                    once ? of.compressed() ? "yes" : "no" : "-",
                    ChannelText.time(of.measuredNanos()),
                    Format.count(of.events()),
                    Format.count(of.resends()),
                    Amounts.bytes(of.keptBytes()),
                    Amounts.bytes(of.bytesPerSecond()),
                    Amounts.money(of.moneyPerHour()),
                    Format.count(of.switches()));
            reasons.add("copies of " + of.source() + " " + of.sourceTask() + " > " + of.targetRegion() + ": "
                    + (of.reason().isEmpty() ? "too little was sent for a choice" : of.reason()));
        }
        List<String> lines = new ArrayList<>(List.of(""));
        lines.addAll(table.lines());
        lines.add("");
        lines.addAll(reasons);
        return lines;
    }
}
