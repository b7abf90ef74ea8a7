// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.guarantees;

import io.millrace.benchmarks.report.Csv;
import io.millrace.benchmarks.report.Panel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Lines over the round-trip time, of each workload and guarantee. */
final class GuaranteesPlots {

    private static final List<String> PHASES = List.of(
            "snapshot travel",
            "snapshot alignment",
            "snapshot copy",
            "snapshot write",
            "snapshot commit",
            SnapshotPhases.TOTAL);

    private GuaranteesPlots() {}

    /** Writes the plots for which there are figures. */
    static void write(Csv csv, Path directory) throws IOException {
        plot(csv, directory.resolve("rtt-p50.png"), "p50", "milliseconds", List.of(MacroPart.P50));
        plot(csv, directory.resolve("rtt-p99.png"), "p99", "milliseconds", List.of(MacroPart.P99));
        plot(csv, directory.resolve("rtt-rate.png"), "taken of what was offered", "percent", List.of(RttPart.OFFERED));
        plot(csv, directory.resolve("rtt-snapshots.png"), "snapshots", "milliseconds", PHASES);
    }

    private static void plot(Csv csv, Path file, String title, String axis, List<String> names) throws IOException {
        Map<String, NavigableMap<Double, Double>> lines = lines(csv, names);
        if (!lines.isEmpty()) {
            Panel.write(file, List.of(Panel.overRtt(title, axis, lines)));
        }
    }

    /** Name of a line to its points; the line names the phase where there are several. */
    static Map<String, NavigableMap<Double, Double>> lines(Csv csv, List<String> names) {
        Map<String, NavigableMap<Double, Double>> lines = new TreeMap<>();
        for (List<String> row : csv.rows()) {
            String figure = csv.value(row, "figure");
            if (csv.value(row, "part").equals(RttPart.RTT) && names.contains(figure)) {
                String[] cell = csv.value(row, "cell").split(" ");
                String line = cell[0] + " " + csv.value(row, "mode") + (names.size() > 1 ? " " + figure : "");
                lines.computeIfAbsent(line, none -> new TreeMap<>())
                        .put(Double.valueOf(cell[1]), csv.number(row, "median"));
            }
        }
        return lines;
    }
}
