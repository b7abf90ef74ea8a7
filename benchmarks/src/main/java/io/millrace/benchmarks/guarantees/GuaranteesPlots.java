// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.guarantees;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.benchmarks.macro.Measurement;
import io.millrace.benchmarks.netlab.NetlabResult;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.Panel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Lines over the round-trip time of each workload and guarantee, and over the seconds around a kill. */
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
    static void write(Figures figures, Path directory) throws IOException {
        plot(figures, directory.resolve("rtt-p50.png"), "p50", "milliseconds", List.of(Measurement.P50));
        plot(figures, directory.resolve("rtt-p99.png"), "p99", "milliseconds", List.of(Measurement.P99));
        plot(figures, directory.resolve("rtt-rate.png"), "taken of the offered", "%", List.of(NetlabResult.OFFERED));
        plot(figures, directory.resolve("rtt-snapshots.png"), "snapshots", "milliseconds", PHASES);
        List<JsonNode> kills = figures.lines().of(KillPart.NAME);
        if (!kills.isEmpty()) {
            plotKills(kills, directory.resolve("kill.png"));
        }
    }

    private static void plot(Figures figures, Path file, String title, String axis, List<String> names)
            throws IOException {
        Map<String, NavigableMap<Double, Double>> lines = lines(figures, names);
        if (!lines.isEmpty()) {
            Panel.write(file, List.of(Panel.overRtt(title, axis, lines)));
        }
    }

    /** Name of a line to its points; the line names the phase where there are several. */
    static Map<String, NavigableMap<Double, Double>> lines(Figures figures, List<String> names) {
        Map<String, NavigableMap<Double, Double>> lines = new TreeMap<>();
        for (String cell : figures.cells(RttPart.RTT)) {
            String[] words = cell.split(" ");
            for (String mode : figures.modes(RttPart.RTT, cell)) {
                for (String name : names) {
                    double median = figures.median(RttPart.RTT, cell, mode, name);
                    String line = words[0] + " " + mode + (names.size() > 1 ? " " + name : "");
                    if (!Double.isNaN(median)) {
                        lines.computeIfAbsent(line, none -> new TreeMap<>()).put(Double.valueOf(words[1]), median);
                    }
                }
            }
        }
        return lines;
    }

    private static void plotKills(List<JsonNode> kills, Path file) throws IOException {
        NavigableMap<Double, String> marks = new TreeMap<>();
        Map<String, NavigableMap<Double, Double>> tuples = new LinkedHashMap<>();
        Map<String, NavigableMap<Double, Double>> late = new LinkedHashMap<>();
        for (JsonNode kill : kills) {
            boolean large = kill.at("/labels/cell").asText().equals(StatePart.LARGE);
            String line = kill.at("/labels/mode").asText() + (large ? ", 100 MB" : "");
            tuples.put(line, seconds(kill.path(KillPart.TUPLES_BY_SECOND)));
            late.put(line, seconds(kill.path(KillPart.P99_BY_SECOND)));
            marks.put(kill.path(Lines.WARM_UP_SECONDS).asDouble(), "kill -9");
        }
        Panel.write(
                file,
                List.of(
                        Panel.overTime("p99", "ms", true, late, marks),
                        Panel.overTime("taken by sinks", "tuples per second", false, tuples, marks)));
    }

    /** The values that are there, by the second. */
    private static NavigableMap<Double, Double> seconds(JsonNode values) {
        NavigableMap<Double, Double> seconds = new TreeMap<>();
        for (int second = 0; second < values.size(); second++) {
            if (values.get(second).isNumber()) {
                seconds.put((double) second, values.get(second).asDouble());
            }
        }
        return seconds;
    }
}
