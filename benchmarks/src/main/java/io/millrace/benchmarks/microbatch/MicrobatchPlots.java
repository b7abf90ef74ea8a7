// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.microbatch;

import io.millrace.benchmarks.report.Csv;
import io.millrace.benchmarks.report.Panel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The pictures: latency over the wait with a line for each rate, and latency over time while the rate changes. */
final class MicrobatchPlots {

    private MicrobatchPlots() {}

    /** Points of fixed waits, of which there are figures. */
    static void writeRates(Csv csv, Path directory) throws IOException {
        Map<String, NavigableMap<Double, Double>> lines = new LinkedHashMap<>();
        for (List<String> row : csv.rows()) {
            String mode = csv.value(row, "mode");
            if (csv.value(row, "part").equals(Plan.RATES)
                    && csv.value(row, "figure").equals(RatesPart.P99)
                    && mode.endsWith(" ms")) {
                lines.computeIfAbsent(csv.value(row, "cell"), none -> new TreeMap<>())
                        .put(Double.valueOf(mode.split(" ")[0]), csv.number(row, "median"));
            }
        }
        for (List<String> row : csv.rows()) {
            NavigableMap<Double, Double> line = lines.get(csv.value(row, "cell"));
            if (line != null
                    && csv.value(row, "figure").equals(RatesPart.P99)
                    && csv.value(row, "mode").equals(Wait.ADAPTIVE.name())) {
                double p99 = csv.number(row, "median");
                lines.put(csv.value(row, "cell") + String.format(", adaptive %.2f ms", p99), line);
                lines.remove(csv.value(row, "cell"));
            }
        }
        if (!lines.isEmpty()) {
            Panel.write(
                    directory.resolve("microbatch.png"),
                    List.of(Panel.ofLines("p99 over the wait of a batch", "wait (ms)", "p99 (ms)", true, true, lines)));
        }
    }

    static void writeChanges(Map<String, NavigableMap<Double, Double>> lines, Path directory) throws IOException {
        Panel.write(
                directory.resolve("microbatch-changes.png"),
                List.of(Panel.overTime(
                        "p99 while the rate changes tenfold", "milliseconds", true, lines, new TreeMap<>())));
    }
}
