package io.millrace.benchmarks.ipc;

import io.millrace.benchmarks.report.Median;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the repetitions of one cell with one medium gave: per measure the values, in order of size. */
record Result(Cell cell, String medium, Map<String, double[]> values) {
    static Result of(Cell cell, String medium, List<Map<String, Double>> repetitions) {
        Map<String, double[]> values = new TreeMap<>();
        for (String measure : repetitions.get(0).keySet()) {
            double[] sorted = repetitions.stream()
                    .mapToDouble(one -> one.get(measure))
                    .sorted()
                    .toArray();
            values.put(measure, sorted);
        }
        return new Result(cell, medium, values);
    }

    private double median(String measure) {
        double[] sorted = values.get(measure);
        return sorted == null ? Double.NaN : Median.of(sorted);
    }

    static String header() {
        return String.format(
                "%-20s %-18s %12s %21s %8s %8s %8s %9s %7s %7s",
                "cell", "medium", "messages/s", "spread", "p50 µs", "p99", "p99.9", "max", "B/msg", "CPU %");
    }

    String row() {
        double[] rates = values.get("perSecond");
        return String.format(
                "%-20s %-18s %,12.0f %21s %8s %8s %8s %9s %7.1f %7.1f",
                cell.name(),
                medium,
                median("perSecond"),
                String.format("%,.0f-%,.0f", rates[0], rates[rates.length - 1]),
                micros("p50"),
                micros("p99"),
                micros("p999"),
                micros("max"),
                Math.max(median("allocatedPerMessage"), median("producerAllocatedPerMessage")),
                median("cpuPercent"));
    }

    private String micros(String measure) {
        return values.containsKey(measure) ? String.format("%.2f", median(measure)) : "";
    }

    String json() {
        StringBuilder json = new StringBuilder(String.format(
                "{\"cell\": \"%s\", \"medium\": \"%s\", \"length\": %d, \"producers\": %d, \"rate\": %d",
                cell.name(), medium, cell.length(), cell.producers(), cell.perSecond()));
        values.forEach((measure, sorted) ->
                json.append(", \"").append(measure).append("\": ").append(Arrays.toString(sorted)));
        return json.append('}').toString();
    }
}
