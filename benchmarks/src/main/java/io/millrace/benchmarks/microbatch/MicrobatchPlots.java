// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.microbatch;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.benchmarks.report.Figures;
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
    static void writeRates(Figures figures, Path directory) throws IOException {
        Map<String, NavigableMap<Double, Double>> lines = new LinkedHashMap<>();
        for (String cell : figures.cells(Plan.RATES)) {
            NavigableMap<Double, Double> line = new TreeMap<>();
            for (String mode : figures.modes(Plan.RATES, cell)) {
                double p99 = figures.median(Plan.RATES, cell, mode, RatesPart.P99);
                if (mode.endsWith(" ms") && !Double.isNaN(p99)) {
                    line.put(Double.valueOf(mode.split(" ")[0]), p99);
                }
            }
            double adaptive = figures.median(Plan.RATES, cell, Wait.ADAPTIVE.name(), RatesPart.P99);
            if (!line.isEmpty()) {
                lines.put(cell + (Double.isNaN(adaptive) ? "" : String.format(", adaptive %.2f ms", adaptive)), line);
            }
        }
        if (!lines.isEmpty()) {
            Panel.write(
                    directory.resolve("microbatch.png"),
                    List.of(Panel.ofLines("p99 over the wait of a batch", "wait (ms)", "p99 (ms)", true, true, lines)));
        }
    }

    static void writeChanges(Figures figures, Path directory) throws IOException {
        Map<String, NavigableMap<Double, Double>> lines = new LinkedHashMap<>();
        for (JsonNode wait : figures.lines().of(Plan.CHANGES)) {
            NavigableMap<Double, Double> line = new TreeMap<>();
            wait.path(ChangesPart.P99_BY_SECOND)
                    .properties()
                    .forEach(p99 -> line.put(
                            Double.valueOf(p99.getKey()), p99.getValue().asDouble()));
            lines.put(wait.at("/labels/mode").asText(), line);
        }
        Panel.write(
                directory.resolve("microbatch-changes.png"),
                List.of(Panel.overTime(
                        "p99 while the rate changes tenfold", "milliseconds", true, lines, new TreeMap<>())));
    }
}
