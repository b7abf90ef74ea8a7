// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import io.millrace.benchmarks.report.Csv;
import io.millrace.benchmarks.report.MarkdownTable;
import io.millrace.benchmarks.report.Median;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The table of a page: what holds between one event of the automatic run and the next one, in both runs. */
final class AutoRebalanceTable {

    static final String PART = "traffic that changes";

    /** The seconds after an event that are left out: a rebalance pauses the sources. */
    private static final int SETTLE_SECONDS = 5;

    private static final List<Boolean> MODES = List.of(true, false);

    private final Csv seconds;
    private final NavigableMap<Double, String> happened = new TreeMap<>(Map.of(0.0, "dealt round robin"));

    private AutoRebalanceTable(Csv seconds, Csv events) {
        this.seconds = seconds;
        events.rows().stream()
                .filter(row -> isOf(events, row, true))
                .forEach(row -> happened.put(events.number(row, "second"), events.value(row, "event")));
    }

    /** @param seconds and {@code events} as a run writes them */
    static Map<String, String> parts(Csv seconds, Csv events) {
        return Map.of(PART, new AutoRebalanceTable(seconds, events).text());
    }

    private static boolean isOf(Csv csv, List<String> row, boolean automatic) {
        return Boolean.parseBoolean(csv.value(row, "automatic")) == automatic;
    }

    private String text() {
        MarkdownTable table = MarkdownTable.of(
                "seconds|what has happened|crossing per second: automatic|as placed|p50, ms: automatic|as placed"
                        + "|p99, ms: automatic|as placed");
        for (Map.Entry<Double, String> event : happened.entrySet()) {
            double from = event.getKey() + SETTLE_SECONDS;
            Double next = happened.higherKey(event.getKey());
            double to = next == null ? Double.POSITIVE_INFINITY : next;
            if (from < to) {
                List<Object> row = new ArrayList<>(List.of(
                        Math.round(from) + (next == null ? " and later" : " to " + Math.round(to)), event.getValue()));
                for (String column : List.of("crossing_per_second", "p50_ms", "p99_ms")) {
                    MODES.forEach(mode -> row.add(median(mode, column, from, to)));
                }
                table.row(row);
            }
        }
        return table.toString();
    }

    /** Of the seconds in between; NaN if there are none. */
    private double median(boolean automatic, String column, double from, double to) {
        List<Double> values = seconds.rows().stream()
                .filter(row -> isOf(seconds, row, automatic))
                .filter(row -> seconds.number(row, "second") >= from && seconds.number(row, "second") < to)
                .map(row -> seconds.number(row, column))
                .filter(Double::isFinite)
                .toList();
        return values.isEmpty() ? Double.NaN : Median.of(values);
    }
}
