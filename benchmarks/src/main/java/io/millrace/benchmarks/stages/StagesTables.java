// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.stages;

import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.MarkdownTable;
import java.util.List;
import java.util.Locale;

/** The parts of a page that are made of the figures: a table for each workload, with a column for each run. */
final class StagesTables {

    static final String TABLES = "the tables of stages";

    private StagesTables() {}

    static String of(Figures figures) {
        List<String> cells = figures.cells(StagesBenchmark.PART);
        if (cells.isEmpty()) {
            return "Not measured yet: `benchmarks/run stages`.";
        }
        StringBuilder text = new StringBuilder(figures.lines().provenance(StagesBenchmark.PART)).append(".\n\n");
        for (String workload :
                cells.stream().map(cell -> cell.split(" ")[0]).distinct().toList()) {
            List<String> own = cells.stream()
                    .filter(cell -> cell.startsWith(workload + " "))
                    .toList();
            text.append(table(figures, workload, own)).append('\n');
        }
        return text.toString();
    }

    private static MarkdownTable table(Figures figures, String workload, List<String> cells) {
        MarkdownTable table = MarkdownTable.of(
                workload,
                cells.stream()
                        .map(cell -> cell.substring(workload.length() + 1).replace(" ", ", "))
                        .toList());
        for (String mode : List.of("p50", "p99")) {
            row(table, figures, cells, mode, StagesBenchmark.LATENCY, "latency, us");
            row(table, figures, cells, mode, StagesBenchmark.USEFUL, "useful share, %");
            row(table, figures, cells, mode, StagesBenchmark.BETWEEN, "between operators, %");
            row(table, figures, cells, mode, StagesBenchmark.HELD, "held, %");
            row(table, figures, cells, mode, StagesBenchmark.LATE, "the source's lateness, %");
        }
        row(table, figures, cells, "p50", StagesBenchmark.PER_HOP, "between operators, us a hop");
        return table;
    }

    private static void row(
            MarkdownTable table, Figures figures, List<String> cells, String mode, String figure, String name) {
        table.row(
                mode + ": " + name,
                cells.stream()
                        .map(cell -> number(figures.median(StagesBenchmark.PART, cell, mode, figure)))
                        .toList());
    }

    private static String number(double number) {
        if (Double.isNaN(number)) {
            return "-";
        }
        return String.format(Locale.ROOT, number >= 100 || number == Math.rint(number) ? "%,.0f" : "%.1f", number);
    }
}
