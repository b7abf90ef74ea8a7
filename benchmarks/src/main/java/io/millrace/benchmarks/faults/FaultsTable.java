// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import io.millrace.benchmarks.report.Csv;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The table of a page, from the rows of a file. */
final class FaultsTable {

    static final String PART = "the table of faults";

    private static final String HEAD = """
            | fault | promise | seen in the list after | longest gap at a sink | as before after | repeated | lost | `millrace list` meanwhile |
            |---|---|---|---|---|---|---|---|
            """;

    private FaultsTable() {}

    static Map<String, String> parts(Csv csv) {
        return Map.of(PART, table(csv));
    }

    private static String table(Csv csv) {
        List<String> order = FaultsBenchmark.faults().stream().map(Fault::name).toList();
        return HEAD
                + csv.rows().stream()
                        .sorted(Comparator.comparing(row -> place(order, csv.value(row, "fault"))))
                        .map(row -> line(csv, row))
                        .collect(Collectors.joining("\n", "", "\n"));
    }

    /** What is no single fault comes last. */
    private static int place(List<String> order, String fault) {
        int index = order.indexOf(fault);
        return index < 0 ? order.size() : index;
    }

    private static String line(Csv csv, List<String> row) {
        String verdict = csv.value(row, "verdict");
        String promise = csv.value(row, "promise").replace(';', ',');
        if (verdict.startsWith(FaultRow.SKIPPED)) {
            return cells(csv.value(row, "fault"), promise, "-", "-", "-", "-", "-", verdict);
        }
        String listed = csv.value(row, "listed");
        String notes = csv.value(row, "notes");
        String kept = verdict.equals(FaultRow.KEPT) ? "" : "; **not kept: " + verdict + "**";
        return cells(
                csv.value(row, "fault"),
                promise,
                seconds(csv.number(row, "detected_ms")),
                seconds(csv.number(row, "gap_ms")),
                seconds(csv.number(row, "normal_ms")),
                csv.value(row, "repeated"),
                csv.value(row, "lost"),
                (listed.isEmpty() ? "nothing else" : listed) + (notes.isEmpty() ? "" : ". " + notes) + kept);
    }

    private static String cells(String... cells) {
        return "| " + String.join(" | ", cells).replaceAll("(?<! )\\|(?! )", "\\\\|") + " |";
    }

    private static String seconds(double millis) {
        return millis < 0 ? "-" : String.format(Locale.ROOT, "%.1f s", millis / 1e3);
    }
}
