package io.millrace.benchmarks.netlab;

import io.millrace.benchmarks.report.Csv;
import io.millrace.benchmarks.report.TimePlot;
import io.millrace.benchmarks.report.TimePlot.Panel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** The seconds of all runs and what happened in them, as two tables in files and as a plot. One thread. */
final class AutoRebalanceResult {

    private static final List<String> COLUMNS = List.of(
            "automatic", "second", "tuples_per_second", "crossing_per_second", "crossing_share", "p50_ms", "p99_ms");
    private static final List<String> EVENT_COLUMNS = List.of("automatic", "second", "event");
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

    void plot(Path file) throws IOException {
        NavigableMap<Double, String> marks = new TreeMap<>();
        for (List<String> row : events.rows()) {
            marks.putIfAbsent(events.number(row, "second"), events.value(row, "event"));
        }
        TimePlot.write(
                file,
                List.of(
                        panel("messages between the hosts", "per second", false, Map.of("", "crossing_per_second")),
                        panel("tuples that sinks took", "per second", false, Map.of("", "tuples_per_second")),
                        panel(
                                "from due to the sink",
                                "milliseconds",
                                true,
                                Map.of(", p50", "p50_ms", ", p99", "p99_ms"))),
                marks);
    }

    /** @param columns what a line's name ends with, to the column that it shows */
    private Panel panel(String title, String yAxis, boolean logarithmic, Map<String, String> columns) {
        Map<String, NavigableMap<Double, Double>> lines = new LinkedHashMap<>();
        for (boolean automatic : new boolean[] {true, false}) {
            for (Map.Entry<String, String> column : new TreeMap<>(columns).entrySet()) {
                NavigableMap<Double, Double> points = points(automatic, row -> {
                    String value = seconds.value(row, column.getValue());
                    return value.isEmpty() ? Double.NaN : Double.parseDouble(value);
                });
                if (!points.isEmpty()) {
                    lines.put((automatic ? "automatic" : "as placed") + column.getKey(), points);
                }
            }
        }
        return new Panel(title, yAxis, logarithmic, lines);
    }

    private NavigableMap<Double, Double> points(boolean automatic, ToDoubleFunction<List<String>> value) {
        NavigableMap<Double, Double> points = new TreeMap<>();
        for (List<String> row : seconds.rows()) {
            double shown = value.applyAsDouble(row);
            if (Boolean.parseBoolean(seconds.value(row, "automatic")) == automatic && !Double.isNaN(shown)) {
                points.put(seconds.number(row, "second"), shown);
            }
        }
        return points;
    }
}
