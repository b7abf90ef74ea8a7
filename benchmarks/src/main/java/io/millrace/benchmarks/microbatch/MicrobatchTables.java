// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.microbatch;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.MarkdownTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The parts of a page that are made of the figures. */
final class MicrobatchTables {

    static final String MACHINE = "the machine";
    static final String RATES = "the table of rates";
    static final String INTAKE = "the table of intake";
    static final String BOUNDS = "the bounds";

    private static final List<IntakePart.Form> FORMS = List.of(IntakePart.SINGLY, IntakePart.MANY, IntakePart.BLOCKS);

    private MicrobatchTables() {}

    static Map<String, String> of(Figures figures) {
        Map<String, String> parts = new LinkedHashMap<>();
        List<JsonNode> rates = figures.lines().of(Plan.RATES);
        if (!rates.isEmpty()) {
            parts.put(MACHINE, machine(rates));
        }
        parts.put(RATES, rates(figures));
        parts.put(INTAKE, intake(figures));
        parts.put(BOUNDS, bounds(Bounds.of(figures)));
        return parts;
    }

    private static String machine(List<JsonNode> lines) {
        String steps = lines.stream()
                .map(line -> line.path(MicrobatchBenchmark.STEP_SECONDS).asText())
                .distinct()
                .collect(Collectors.joining(" or "));
        return Lines.provenance(lines) + "; a rate that changes holds for " + steps + " s.";
    }

    private static String rates(Figures figures) {
        List<String> waits = Wait.all(false).stream().map(Wait::name).toList();
        List<String> rates = figures.cells(Plan.RATES).stream()
                .filter(cell -> !cell.equals(RatesPart.MOST))
                .toList();
        StringBuilder text = new StringBuilder();
        for (String figure : List.of(RatesPart.P99, RatesPart.P50)) {
            MarkdownTable table = MarkdownTable.of(figure + " in ms at", waits);
            rates.forEach(rate -> row(table, rate, waits, wait -> figures.median(Plan.RATES, rate, wait, figure)));
            text.append(table).append('\n');
        }
        return text.toString();
    }

    private static void row(MarkdownTable table, String name, List<String> columns, Function<String, Double> value) {
        table.row(
                name, columns.stream().map(value).map(MicrobatchTables::number).toList());
    }

    private static String intake(Figures figures) {
        List<String> places = figures.cells(Plan.INTAKE);
        MarkdownTable table = MarkdownTable.of("records/s", places);
        for (IntakePart.Form form : FORMS) {
            row(
                    table,
                    form.name(),
                    places,
                    place -> figures.median(Plan.INTAKE, place, form.name(), IntakePart.RECORDS));
        }
        return table.toString();
    }

    private static String bounds(List<Bar> bars) {
        MarkdownTable table = new MarkdownTable("bound", "measured", "at most or at least", "met");
        for (Bar bar : bars) {
            table.row(
                    bar.what(),
                    number(bar.value()) + " " + bar.unit(),
                    (bar.atMost() ? "at most " : "at least ") + number(bar.bound()) + " " + bar.unit(),
                    bar.met() ? "yes" : "no");
        }
        return table.toString();
    }

    private static String number(double number) {
        if (!Double.isFinite(number)) {
            return "-";
        }
        if (number >= 1_000_000) {
            return String.format(Locale.ROOT, "%.2f million", number / 1e6);
        }
        return String.format(Locale.ROOT, number == Math.rint(number) || number >= 100 ? "%,.0f" : "%.2f", number);
    }
}
