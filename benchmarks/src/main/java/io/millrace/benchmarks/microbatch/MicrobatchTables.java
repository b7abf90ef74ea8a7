package io.millrace.benchmarks.microbatch;

import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Page;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** The parts of a page that are made of the figures. */
final class MicrobatchTables {

    // How the last run was made
    static final String RUN = "run";
    static final String WARM_UP = "warm-up";
    static final String RECORDED = "recorded";
    static final String STEP = "step";
    static final String LENGTH = "length";

    static final String MACHINE = "the machine";
    static final String RATES = "the table of rates";
    static final String INTAKE = "the table of intake";
    static final String BOUNDS = "the bounds";

    private static final List<IntakePart.Form> FORMS = List.of(IntakePart.SINGLY, IntakePart.MANY, IntakePart.BLOCKS);

    private MicrobatchTables() {}

    static void write(Path page, Figures figures) throws IOException {
        Map<String, String> parts = new LinkedHashMap<>();
        if (!figures.cells(RUN).isEmpty()) {
            parts.put(MACHINE, machine(figures));
        }
        parts.put(RATES, rates(figures));
        parts.put(INTAKE, intake(figures));
        parts.put(BOUNDS, bounds(Bounds.of(figures)));
        Page.write(page, parts);
    }

    private static String machine(Figures figures) {
        return figures.cells(RUN).stream()
                .map(run -> run.replace(';', ',') + ": warm-up " + number(figures.median(RUN, run, WARM_UP, LENGTH))
                        + " s, recorded " + number(figures.median(RUN, run, RECORDED, LENGTH))
                        + " s, a rate that changes holds for " + number(figures.median(RUN, run, STEP, LENGTH))
                        + " s; one run of each.")
                .collect(Collectors.joining("\n"));
    }

    private static String rates(Figures figures) {
        List<String> waits = Wait.all(false).stream().map(Wait::name).toList();
        StringBuilder text = new StringBuilder();
        for (String figure : List.of(RatesPart.P99, RatesPart.P50)) {
            text.append("| ").append(figure).append(" in ms at | ").append(String.join(" | ", waits));
            text.append(" |\n|---").append("|---".repeat(waits.size())).append("|\n");
            for (String cell : figures.cells(Plan.RATES)) {
                if (!cell.equals(RatesPart.MOST)) {
                    row(text, cell, waits, wait -> number(figures.median(Plan.RATES, cell, wait, figure)));
                }
            }
            text.append('\n');
        }
        return text.toString();
    }

    private interface Value {
        String of(String column);
    }

    private static void row(StringBuilder text, String name, List<String> columns, Value value) {
        text.append("| ").append(name).append(" | ");
        text.append(columns.stream().map(value::of).collect(Collectors.joining(" | ")))
                .append(" |\n");
    }

    private static String intake(Figures figures) {
        List<String> places = figures.cells(Plan.INTAKE);
        StringBuilder text = new StringBuilder("| records/s | ").append(String.join(" | ", places));
        text.append(" |\n|---").append("|---".repeat(places.size())).append("|\n");
        for (IntakePart.Form form : FORMS) {
            row(
                    text,
                    form.name(),
                    places,
                    place -> number(figures.median(Plan.INTAKE, place, form.name(), IntakePart.RECORDS)));
        }
        return text.toString();
    }

    private static String bounds(List<Bar> bars) {
        StringBuilder text = new StringBuilder("| bound | measured | at most or at least | met |\n|---|---|---|---|\n");
        for (Bar bar : bars) {
            text.append("| ").append(bar.what()).append(" | ").append(number(OptionalDouble.of(bar.value())));
            text.append(' ').append(bar.unit()).append(" | ").append(bar.atMost() ? "at most " : "at least ");
            text.append(number(OptionalDouble.of(bar.bound())))
                    .append(' ')
                    .append(bar.unit())
                    .append(" | ");
            text.append(bar.met() ? "yes" : "no").append(" |\n");
        }
        return text.toString();
    }

    private static String number(OptionalDouble value) {
        if (value.isEmpty() || Double.isInfinite(value.getAsDouble())) {
            return "-";
        }
        double number = value.getAsDouble();
        if (number >= 1_000_000) {
            return String.format(Locale.ROOT, "%.2f million", number / 1e6);
        }
        return String.format(Locale.ROOT, number == Math.rint(number) || number >= 100 ? "%,.0f" : "%.2f", number);
    }
}
