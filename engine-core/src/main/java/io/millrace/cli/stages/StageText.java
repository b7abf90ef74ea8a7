package io.millrace.cli.stages;

import io.millrace.api.metrics.LatencySummary;
import io.millrace.cli.terminal.Format;
import io.millrace.cli.terminal.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A stage breakdown as lines for people. */
public final class StageText {

    private StageText() {}

    /** @param blocks whether bars may be of block elements */
    public static List<String> lines(StageReport report, boolean blocks) {
        List<String> lines = new ArrayList<>();
        lines.addAll(endToEnd(report));
        long most = report.edges().stream()
                .flatMap(edge -> edge.stages().stream())
                .mapToLong(stage -> stage.latency().p99Nanos())
                .max()
                .orElse(0);
        if (report.edges().isEmpty()) {
            lines.add("");
            lines.add("nothing sampled yet: no sampled tuple of '" + report.topology()
                    + "' has gone from one task to another");
        }
        StageBar bar = new StageBar(blocks, most);
        for (StageReport.EdgeReport edge : report.edges()) {
            lines.add("");
            lines.add(edge.source() + "/" + edge.stream() + " -> " + edge.target() + ", " + Format.count(edge.samples())
                    + " sampled");
            Table table = new Table("STAGE", "P50", "P99", "SHARE", bar.legend());
            for (StageReport.StageShare stage : edge.stages()) {
                LatencySummary latency = stage.latency();
                table.row(
                        stage.stage().name().toLowerCase(Locale.ROOT),
                        Format.nanos(latency.p50Nanos()),
                        Format.nanos(latency.p99Nanos()),
                        String.format(Locale.ROOT, "%.1f %%", 100 * stage.share()),
                        bar.of(latency.p50Nanos(), latency.p99Nanos()));
            }
            lines.addAll(table.lines());
        }
        return lines;
    }

    private static List<String> endToEnd(StageReport report) {
        Table table = new Table("END TO END OF " + report.topology(), "P50", "P90", "P99", "P99.9", "MAX", "TUPLES");
        row(table, "since the start", report.endToEnd());
        row(table, "last seconds", report.recentEndToEnd());
        return table.lines();
    }

    private static void row(Table table, String when, LatencySummary latency) {
        if (latency.count() == 0) {
            table.row(when, "-", "-", "-", "-", "-", 0);
            return;
        }
        table.row(
                when,
                Format.nanos(latency.p50Nanos()),
                Format.nanos(latency.p90Nanos()),
                Format.nanos(latency.p99Nanos()),
                Format.nanos(latency.p999Nanos()),
                Format.nanos(latency.maxNanos()),
                Format.count(latency.count()));
    }
}
