// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import io.millrace.benchmarks.report.Csv;
import io.millrace.benchmarks.report.Panel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The seconds of all runs and what happened in them, as two tables in files and as a plot. One thread. */
final class AutoRebalanceResult {

    private static final String COLUMNS =
            "automatic,second,tuples_per_second,crossing_per_second,crossing_share,p50_ms,p99_ms";
    private static final String EVENT_COLUMNS = "automatic,second,event";
    private static final int KEY_COLUMNS = 2;
    private static final int EVENT_KEY_COLUMNS = 3;

    /** Something that happened in a run. */
    record Event(double second, String what) {}

    private final Csv seconds;
    private final Csv events;

    private AutoRebalanceResult(Csv seconds, Csv events) {
        this.seconds = seconds;
        this.events = events;
    }

    /** @param file of the seconds; that of the events lies beside it */
    static AutoRebalanceResult open(Path file, boolean continued) throws IOException {
        String name = file.getFileName().toString().replaceFirst("\\.csv$", "");
        return new AutoRebalanceResult(
                Csv.open(file, COLUMNS, KEY_COLUMNS, continued),
                Csv.open(file.resolveSibling(name + "-events.csv"), EVENT_COLUMNS, EVENT_KEY_COLUMNS, continued));
    }

    /** Seconds in which nothing came are in it too; what came before or after is not. */
    void add(boolean automatic, NavigableMap<Integer, FlowReport.Second> flow, int most, List<Event> happened)
            throws IOException {
        for (int second = 0; second < most; second++) {
            FlowReport.Second one = flow.get(second);
            seconds.put(
                    one == null
                            ? List.of(Boolean.toString(automatic), Integer.toString(second), "0", "0", "0", "", "")
                            : List.of(
                                    Boolean.toString(automatic),
                                    Integer.toString(second),
                                    Long.toString(one.tuples()),
                                    Long.toString(one.crossed()),
                                    String.format("%.4f", one.crossedShare()),
                                    String.format("%.3f", one.lateMillis(50)),
                                    String.format("%.3f", one.lateMillis(99))));
        }
        for (Event event : happened) {
            events.put(List.of(Boolean.toString(automatic), String.format("%.1f", event.second()), event.what()));
        }
    }

    /** What a page has of it. */
    Map<String, String> parts() {
        return AutoRebalanceTable.parts(seconds, events);
    }

    void plot(Path file) throws IOException {
        NavigableMap<Double, String> marks = new TreeMap<>();
        for (List<String> row : events.rows()) {
            marks.putIfAbsent(events.number(row, "second"), events.value(row, "event"));
        }
        Panel.write(
                file,
                List.of(
                        panel("messages between the hosts", "per second", false, marks, "crossing_per_second"),
                        panel("tuples that sinks took", "per second", false, marks, "tuples_per_second"),
                        panel("from due to the sink", "milliseconds", true, marks, "p50_ms", "p99_ms")));
    }

    private Panel panel(
            String title, String yAxis, boolean logarithmic, NavigableMap<Double, String> marks, String... columns) {
        Map<String, NavigableMap<Double, Double>> lines = new TreeMap<>();
        for (String column : columns) {
            String name = columns.length > 1 ? ", " + column.replace("_ms", "") : "";
            lines.putAll(seconds.lines(
                    row -> (Boolean.parseBoolean(seconds.value(row, "automatic")) ? "automatic" : "as placed") + name,
                    "second",
                    column));
        }
        return Panel.overTime(title, yAxis, logarithmic, lines, marks);
    }
}
