// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.traces;

import io.millrace.api.metrics.Trace;
import io.millrace.api.metrics.TracePart;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The distribution of the latency of traces, and of the time that each part takes in all their spans. Each is a
 * distribution of its own: the percentiles of the parts do not add up to those of the whole.
 *
 * @param percentiles the percentiles in ascending order
 */
public record TraceDistribution(List<Double> percentiles, List<Curve> curves) {

    static final String END_TO_END = "end_to_end";

    private static final int STEPS = 200;
    private static final List<Double> TAIL = List.of(99.6, 99.7, 99.8, 99.9, 99.95, 99.99);

    /**
     * The times of one curve.
     *
     * @param nanos the time at each percentile
     */
    record Curve(String name, List<Long> nanos) {}

    public static TraceDistribution of(List<Trace> traces) {
        List<Double> percentiles = new ArrayList<>();
        for (int i = 0; i < STEPS; i++) {
            percentiles.add(100.0 * i / STEPS);
        }
        percentiles.addAll(TAIL);
        percentiles.add(100.0);
        List<Curve> curves = new ArrayList<>();
        curves.add(curve(END_TO_END, new WeightedTraces(traces, Trace::latencyNanos), percentiles));
        for (TracePart part : TracePart.values()) {
            if (traces.stream().anyMatch(trace -> trace.weight() > 0 && trace.nanos(part) != 0)) {
                curves.add(curve(
                        part.name().toLowerCase(Locale.ROOT),
                        new WeightedTraces(traces, trace -> trace.nanos(part)),
                        percentiles));
            }
        }
        return new TraceDistribution(percentiles, curves);
    }

    private static Curve curve(String name, WeightedTraces traces, List<Double> percentiles) {
        return new Curve(name, percentiles.stream().map(traces::at).toList());
    }

    /** Returns one row for each percentile, in nanoseconds. */
    public List<String> csv() {
        List<String> lines = new ArrayList<>();
        lines.add("percentile," + curves.stream().map(Curve::name).collect(Collectors.joining(",")));
        for (int i = 0; i < percentiles.size(); i++) {
            int row = i;
            lines.add(TracesText.number(percentiles.get(i)) + ","
                    + curves.stream()
                            .map(curve -> String.valueOf(curve.nanos().get(row)))
                            .collect(Collectors.joining(",")));
        }
        return lines;
    }
}
