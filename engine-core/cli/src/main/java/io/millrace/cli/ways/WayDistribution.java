package io.millrace.cli.ways;

import io.millrace.api.metrics.Way;
import io.millrace.api.metrics.WayPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The distribution of the latency of ways, and of the time that each part takes in all their steps. Each is a
 * distribution of its own: the percentiles of the parts do not add up to those of the whole.
 *
 * @param percentiles the percentiles in ascending order
 */
public record WayDistribution(List<Double> percentiles, List<Curve> curves) {

    static final String END_TO_END = "end_to_end";

    private static final int STEPS = 200;
    private static final List<Double> TAIL = List.of(99.6, 99.7, 99.8, 99.9, 99.95, 99.99);

    /**
     * The times of one curve.
     *
     * @param nanos the time at each percentile
     */
    record Curve(String name, List<Long> nanos) {}

    public static WayDistribution of(List<Way> ways) {
        List<Double> percentiles = new ArrayList<>();
        for (int i = 0; i < STEPS; i++) {
            percentiles.add(100.0 * i / STEPS);
        }
        percentiles.addAll(TAIL);
        percentiles.add(100.0);
        List<Curve> curves = new ArrayList<>();
        curves.add(curve(END_TO_END, new WeightedWays(ways, Way::latencyNanos), percentiles));
        for (WayPart part : WayPart.values()) {
            if (ways.stream().anyMatch(way -> way.weight() > 0 && way.nanos(part) != 0)) {
                curves.add(curve(
                        part.name().toLowerCase(Locale.ROOT),
                        new WeightedWays(ways, way -> way.nanos(part)),
                        percentiles));
            }
        }
        return new WayDistribution(percentiles, curves);
    }

    private static Curve curve(String name, WeightedWays ways, List<Double> percentiles) {
        return new Curve(name, percentiles.stream().map(ways::at).toList());
    }

    /** Returns one row for each percentile, in nanoseconds. */
    public List<String> csv() {
        List<String> lines = new ArrayList<>();
        lines.add("percentile," + curves.stream().map(Curve::name).collect(Collectors.joining(",")));
        for (int i = 0; i < percentiles.size(); i++) {
            int row = i;
            lines.add(WaysText.number(percentiles.get(i)) + ","
                    + curves.stream()
                            .map(curve -> String.valueOf(curve.nanos().get(row)))
                            .collect(Collectors.joining(",")));
        }
        return lines;
    }
}
