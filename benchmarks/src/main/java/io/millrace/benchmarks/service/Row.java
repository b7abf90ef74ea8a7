package io.millrace.benchmarks.service;

import io.millrace.benchmarks.report.Median;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the repetitions of one cell on one engine gave: per measure the values, in order of size. */
record Row(Cell cell, String engine, Map<String, double[]> values) {

    private static final String FORMAT = "%-24s %-24s %12s %23s %9s %9s %9s %10s %10s %10s %6s";

    static Row of(Cell cell, String engine, List<Map<String, Double>> repetitions) {
        Map<String, double[]> values = new TreeMap<>();
        for (String measure : repetitions.get(0).keySet()) {
            double[] sorted = repetitions.stream()
                    .mapToDouble(one -> one.get(measure))
                    .sorted()
                    .toArray();
            values.put(measure, sorted);
        }
        return new Row(cell, engine, values);
    }

    static String header() {
        return String.format(
                FORMAT,
                "cell",
                "engine",
                "calls/s",
                "spread",
                "p50 µs",
                "p99",
                "p99.9",
                "max",
                "B/caller",
                "B/all",
                "cores");
    }

    /** The spread is that of the p50 where latencies are measured, else of the rate. */
    String text() {
        double[] spread = values.get(cell.timed() ? "p50" : "perSecond");
        return String.format(
                        FORMAT,
                        cell.name(),
                        engine,
                        figure("perSecond", "%,.0f"),
                        String.format(cell.timed() ? "%.1f-%.1f" : "%,.0f-%,.0f", spread[0], spread[spread.length - 1]),
                        figure("p50", "%.1f"),
                        figure("p99", "%.1f"),
                        figure("p999", "%.1f"),
                        figure("max", "%.1f"),
                        figure("callerBytes", "%.1f"),
                        figure("allBytes", "%.1f"),
                        figure("cores", "%.2f"))
                + (values.containsKey("executorNanos")
                        ? "  CPU of the executor per call: " + figure("executorNanos", "%.0f") + " ns"
                        : "");
    }

    /** A cell that an engine cannot do. */
    static String refused(Cell cell, String engine, String reason) {
        return String.format("%-24s %-24s not available: %s", cell.name(), engine, reason);
    }

    private String figure(String measure, String format) {
        double[] sorted = values.get(measure);
        return sorted == null ? "" : String.format(format, Median.of(sorted));
    }

    String json() {
        StringBuilder json =
                new StringBuilder(String.format("{\"cell\": \"%s\", \"engine\": \"%s\"", cell.name(), engine));
        values.forEach((measure, sorted) ->
                json.append(", \"").append(measure).append("\": ").append(Arrays.toString(sorted)));
        return json.append('}').toString();
    }
}
