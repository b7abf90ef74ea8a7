package io.millrace.benchmarks.transport;

import io.millrace.benchmarks.report.Median;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the repetitions of one cell by one medium showed. */
record Result(Cell cell, String medium, List<Figures> repetitions) {

    private static final String FORMAT = "%-18s %-9s %12s %21s %9s %9s %9s %9s %10s";

    static String header() {
        return String.format(
                FORMAT, "cell", "medium", "messages/s", "spread", "p50 µs", "p99", "p99.9", "max", "B/write");
    }

    private double[] sorted(String name) {
        return repetitions.stream().mapToDouble(one -> one.get(name)).sorted().toArray();
    }

    double median(String name) {
        return Median.of(sorted(name));
    }

    /** The spread is that of the p50, or of the rate where latency is not looked at. */
    String row() {
        boolean flood = cell.kind() == Cell.Kind.FLOOD;
        double[] spread = sorted(flood ? "perSecond" : "p50");
        double batch = median("bytesPerWrite");
        return String.format(
                FORMAT,
                cell.name(),
                medium,
                String.format("%,.0f", median("perSecond")),
                String.format(flood ? "%,.0f-%,.0f" : "%.1f-%.1f", spread[0], spread[spread.length - 1]),
                micros("p50"),
                micros("p99"),
                micros("p999"),
                micros("max"),
                Double.isNaN(batch) ? "" : String.format("%,.0f", batch));
    }

    private String micros(String name) {
        return cell.kind() == Cell.Kind.FLOOD ? "" : String.format("%.1f", median(name));
    }

    String json() {
        return String.format(
                        "{\"cell\": \"%s\", \"medium\": \"%s\", \"length\": %d, \"rate\": %d",
                        cell.name(), medium, cell.length(), cell.perSecond())
                + Stream.of("perSecond", "p50", "p99", "p999", "max", "bytesPerWrite")
                        .filter(name -> !Double.isNaN(median(name)))
                        .map(name -> ", \"" + name + "\": " + Arrays.toString(sorted(name)))
                        .collect(Collectors.joining())
                + "}";
    }
}
