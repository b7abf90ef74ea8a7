// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.stages;

import io.millrace.benchmarks.report.Panel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The distribution of the latency of each workload, a line for each place and rate; PNG and SVG. */
final class Distributions {

    private Distributions() {}

    static void write(Path directory, List<Outcome> outcomes) throws IOException {
        Map<String, Map<String, NavigableMap<Double, Double>>> byWorkload = new LinkedHashMap<>();
        for (Outcome outcome : outcomes) {
            byWorkload
                    .computeIfAbsent(outcome.cell().workloadName(), none -> new LinkedHashMap<>())
                    .put(outcome.cell().place().label + " " + outcome.cell().rate() + "/s", line(outcome));
        }
        for (Map.Entry<String, Map<String, NavigableMap<Double, Double>>> of : byWorkload.entrySet()) {
            Panel panel = Panel.ofLines(
                    of.getKey() + ": end to end", "microseconds", "percent of traces", true, false, of.getValue());
            Panel.picture(List.of(panel)).write(directory, "distribution-" + of.getKey());
        }
    }

    /** Microseconds to the percentile. */
    private static NavigableMap<Double, Double> line(Outcome outcome) {
        NavigableMap<Double, Double> line = new TreeMap<>();
        outcome.distribution().stream()
                .skip(1)
                .map(row -> row.split(","))
                .forEach(columns ->
                        line.put(Math.max(1, Double.parseDouble(columns[1]) / 1e3), Double.valueOf(columns[0])));
        return line;
    }
}
