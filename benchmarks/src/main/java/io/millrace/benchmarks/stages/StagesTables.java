package io.millrace.benchmarks.stages;

import io.millrace.benchmarks.report.Figures;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** The parts of a page that are made of the figures: a table for each workload, with a column for each run. */
final class StagesTables {

    static final String TABLES = "the tables of stages";

    private static final String NONE = "-";

    private StagesTables() {}

    static String of(Figures figures) {
        List<String> cells = figures.cells(StagesBenchmark.PART);
        StringBuilder text = new StringBuilder();
        for (String run : figures.cells(StagesBenchmark.RUN)) {
            text.append(run.replace(';', ',')).append(", warm-up ");
            text.append(number(
                            figures.median(StagesBenchmark.RUN, run, StagesBenchmark.WARM_UP, StagesBenchmark.LENGTH)))
                    .append(" s, recorded ");
            text.append(number(
                            figures.median(StagesBenchmark.RUN, run, StagesBenchmark.RECORDED, StagesBenchmark.LENGTH)))
                    .append(" s, one run of each.\n\n");
        }
        for (String workload :
                cells.stream().map(cell -> cell.split(" ")[0]).distinct().toList()) {
            table(
                    text,
                    figures,
                    workload,
                    cells.stream()
                            .filter(cell -> cell.startsWith(workload + " "))
                            .toList());
        }
        return text.toString();
    }

    private static void table(StringBuilder text, Figures figures, String workload, List<String> cells) {
        text.append("| ").append(workload);
        cells.forEach(cell ->
                text.append(" | ").append(cell.substring(workload.length() + 1).replace(" ", ", ")));
        text.append(" |\n|---").append("|---".repeat(cells.size())).append("|\n");
        for (String mode : List.of("p50", "p99")) {
            row(text, figures, cells, mode, StagesBenchmark.LATENCY, "latency, us");
            row(text, figures, cells, mode, StagesBenchmark.USEFUL, "useful share, %");
            row(text, figures, cells, mode, StagesBenchmark.BETWEEN, "between operators, %");
            row(text, figures, cells, mode, StagesBenchmark.HELD, "held, %");
            row(text, figures, cells, mode, StagesBenchmark.LATE, "the source's lateness, %");
        }
        row(text, figures, cells, "p50", StagesBenchmark.PER_HOP, "between operators, us a hop");
        text.append('\n');
    }

    private static void row(
            StringBuilder text, Figures figures, List<String> cells, String mode, String figure, String name) {
        text.append("| ").append(mode).append(": ").append(name).append(" | ");
        text.append(cells.stream()
                .map(cell -> number(figures.median(StagesBenchmark.PART, cell, mode, figure)))
                .collect(Collectors.joining(" | ")));
        text.append(" |\n");
    }

    private static String number(OptionalDouble value) {
        if (value.isEmpty()) {
            return NONE;
        }
        double number = value.getAsDouble();
        return String.format(Locale.ROOT, number >= 100 || number == Math.rint(number) ? "%,.0f" : "%.1f", number);
    }
}
