// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.stages;

import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.Stage;
import io.millrace.cli.terminal.Format;
import io.millrace.cli.terminal.LatencyMarks;
import io.millrace.cli.terminal.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The text of a stage breakdown. */
public final class StageText {

    private StageText() {}

    /** @param blocks whether bars may use block elements */
    public static List<String> lines(StageReport report, boolean blocks) {
        List<String> lines = new ArrayList<>();
        LatencyMarks marks = new LatencyMarks(report.clockErrorNanos());
        LatencyMarks exact = new LatencyMarks(0);
        lines.addAll(endToEnd(report, marks));
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
            TextTable table = new TextTable("STAGE", "P50", "P99", "SHARE", bar.legend());
            for (StageReport.StageShare stage : edge.stages()) {
                LatencySummary latency = stage.latency();
                LatencyMarks mark = crossesNodes(stage.stage()) && edge.betweenNodes() ? marks : exact;
                table.row(
                        stage.stage().name().toLowerCase(Locale.ROOT),
                        mark.text(latency.p50Nanos()),
                        mark.text(latency.p99Nanos()),
                        Format.share(stage.share()),
                        bar.of(latency.p50Nanos(), latency.p99Nanos()));
            }
            lines.addAll(table.lines());
        }
        marks.note().forEach(note -> lines.addAll(List.of("", note)));
        return lines;
    }

    /** Whether the stage has times of both nodes. */
    private static boolean crossesNodes(Stage stage) {
        return stage == Stage.TRANSIT || stage == Stage.WIRE;
    }

    private static List<String> endToEnd(StageReport report, LatencyMarks marks) {
        TextTable table =
                new TextTable("END TO END OF " + report.topology(), "P50", "P90", "P99", "P99.9", "MAX", "TUPLES");
        row(table, "since the start", report.endToEnd(), marks);
        row(table, "last seconds", report.recentEndToEnd(), marks);
        return table.lines();
    }

    private static void row(TextTable table, String when, LatencySummary latency, LatencyMarks marks) {
        if (latency.count() == 0) {
            table.row(when, "-", "-", "-", "-", "-", 0);
            return;
        }
        table.row(
                when,
                marks.text(latency.p50Nanos()),
                marks.text(latency.p90Nanos()),
                marks.text(latency.p99Nanos()),
                marks.text(latency.p999Nanos()),
                marks.text(latency.maxNanos()),
                Format.count(latency.count()));
    }
}
