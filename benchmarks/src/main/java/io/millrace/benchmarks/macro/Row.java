package io.millrace.benchmarks.macro;

import io.millrace.benchmarks.report.Median;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What the repetitions of one workload on one engine showed: medians, and the spread of what matters. */
record Row(Workload workload, String engine, List<Measurement> runs) {

    private static final String FORMAT = "%-36s %-13s %12s %8s %8s %8s %9s %9s %17s %6s";

    static String header() {
        return String.format(
                FORMAT,
                "workload",
                "engine",
                "tuples/s",
                "p50 µs",
                "p99",
                "1 s p99",
                "p99.9",
                "max",
                "spread",
                "cores");
    }

    String text() {
        boolean timed = !workload.unlimited();
        ToDoubleFunction<Measurement> spread = timed ? run -> run.micros(50) : Measurement::tuplesPerSecond;
        double[] all = sorted(spread);
        return String.format(
                FORMAT,
                workload.name(),
                engine,
                String.format("%,.0f", median(Measurement::tuplesPerSecond)),
                timed ? micros(50) : "",
                timed ? micros(99) : "",
                timed ? String.format("%.1f", median(Measurement::medianSecondsMicros)) : "",
                timed ? micros(99.9) : "",
                timed ? micros(100) : "",
                String.format(timed ? "%.1f-%.1f" : "%,.0f-%,.0f", all[0], all[all.length - 1]),
                String.format("%.2f", median(Measurement::cores)));
    }

    private String micros(double percentile) {
        return String.format("%.1f", median(run -> run.micros(percentile)));
    }

    private double median(ToDoubleFunction<Measurement> of) {
        return Median.of(sorted(of));
    }

    private double[] sorted(ToDoubleFunction<Measurement> of) {
        return runs.stream().mapToDouble(of).sorted().toArray();
    }

    String json() {
        return String.format(
                "{\"workload\": \"%s\", \"shape\": \"%s\", \"rate\": %d, \"workers\": %d, \"guarantee\": \"%s\", \"engine\": \"%s\","
                        + " \"tuplesPerSecond\": %s, \"p50\": %s, \"p99\": %s, \"secondsP99\": %s, \"p999\": %s, \"max\": %s, \"cores\": %s}",
                workload.name(),
                workload.shape(),
                workload.rate(),
                workload.workers(),
                workload.promise().name(),
                engine,
                Arrays.toString(sorted(Measurement::tuplesPerSecond)),
                Arrays.toString(sorted(run -> run.micros(50))),
                Arrays.toString(sorted(run -> run.micros(99))),
                Arrays.toString(sorted(Measurement::medianSecondsMicros)),
                Arrays.toString(sorted(run -> run.micros(99.9))),
                Arrays.toString(sorted(run -> run.micros(100))),
                Arrays.toString(sorted(Measurement::cores)));
    }
}
