package io.millrace.cli.geo;

import io.millrace.api.metrics.MulticastFigure;
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
            boolean once = of.figures().get(MulticastFigure.BATCHES) > 0;
            table.row(
                    of.source() + " " + of.sourceTask() + "@" + of.sourceWorker(),
                    of.sourceRegion() + " > " + of.targetRegion(),
                    of.tasks().stream().map(String::valueOf).collect(Collectors.joining(" ")),
                    of.strategy(),
                    of.entries().isEmpty() ? "-" : String.join(", ", of.entries()),
                    once ? Format.count(of.figures().get(MulticastFigure.BATCH_EVENTS)) : "-",
                    once ? of.figures().is(MulticastFigure.COMPRESSED) ? "yes" : "no" : "-",
                    ChannelText.time(of.figures().get(MulticastFigure.MEASURED_NANOS)),
                    Format.count(of.figures().get(MulticastFigure.EVENTS)),
                    Format.count(of.figures().get(MulticastFigure.RESENDS)),
                    Amounts.bytes(of.figures().get(MulticastFigure.KEPT_BYTES)),
                    Amounts.bytes(of.figures().real(MulticastFigure.BYTES_PER_SECOND)),
                    Amounts.money(of.figures().real(MulticastFigure.MONEY_PER_HOUR)),
                    Format.count(of.figures().get(MulticastFigure.SWITCHES)));
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
