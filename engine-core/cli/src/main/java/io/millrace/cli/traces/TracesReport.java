// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.traces;

import io.millrace.api.json.Inline;
import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.TopologyTraces;
import io.millrace.api.metrics.Trace;
import io.millrace.api.metrics.TracePart;
import io.millrace.api.metrics.TraceSpan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The parts of the traces of a topology.
 *
 * @param endToEnd the latency of all tuples since the workers started
 * @param slowest the slowest traces, the slowest one first
 */
public record TracesReport(
        String topology,
        LatencySummary endToEnd,
        long clockErrorNanos,
        @Inline Sample sample,
        List<Percentile> percentiles,
        List<Around> around,
        List<Slow> slowest) {

    /**
     * The traces that are known.
     *
     * @param seconds in which they ended
     * @param chosen how many were chosen at random; percentiles are of these
     */
    public record Sample(int seconds, int chosen) {}

    /** The percentiles of the traces' latency that are shown. */
    static final List<Double> SHOWN = List.of(50.0, 90.0, 99.0, 99.9, 100.0);

    /** The greatest distance of a trace from a percentile, in percent, and at most half of that to 0 or 100. */
    private static final double FAR_PERCENT = 5;

    private static final int LEAST_TRACES = 10;

    private static final Set<TracePart> OF_LINK = EnumSet.of(
            TracePart.OUTBOX, TracePart.ENCODE, TracePart.TRANSIT, TracePart.QUEUE, TracePart.WIRE, TracePart.DECODE);

    public record Percentile(double at, long latencyNanos) {}

    /**
     * The traces whose latency lies around a percentile.
     *
     * @param usefulShare the part of their time that was spent in {@code execute}
     * @param parts the parts, which add up to the mean
     */
    public record Around(
            double at,
            int traces,
            long fromNanos,
            long toNanos,
            long meanNanos,
            double usefulShare,
            List<Part> parts) {}

    /**
     * One part, on average.
     *
     * @param place a component, or two with an arrow for the link between them
     * @param share the share of the mean latency
     */
    public record Part(String place, TracePart part, double meanNanos, double share) {}

    /**
     * One trace.
     *
     * @param largest its largest part
     */
    public record Slow(long endedMillis, long latencyNanos, List<TraceSpan> spans, Part largest) {}

    private record Place(int position, String name, TracePart part) {}

    /**
     * @param at the percentiles, above 0 and below 100
     * @param slowest the number of slowest traces
     */
    public static TracesReport of(TopologyTraces traces, LatencySummary endToEnd, List<Double> at, int slowest) {
        WeightedTraces byLatency = new WeightedTraces(traces.traces(), Trace::latencyNanos);
        return new TracesReport(
                traces.topology(),
                endToEnd,
                traces.clockErrorNanos(),
                new Sample(traces.seconds(), byLatency.size()),
                SHOWN.stream()
                        .map(each -> new Percentile(each, byLatency.at(each)))
                        .toList(),
                byLatency.size() == 0
                        ? List.of()
                        : at.stream()
                                .map(each -> around(traces.traces(), byLatency, each))
                                .toList(),
                traces.traces().stream()
                        .sorted(Comparator.comparingLong(Trace::latencyNanos).reversed())
                        .limit(slowest)
                        .map(TracesReport::slow)
                        .toList());
    }

    private static Around around(List<Trace> all, WeightedTraces chosen, double at) {
        double far = Math.min(FAR_PERCENT, Math.min(at, 100 - at) / 2);
        List<Trace> near = chosen.between(at - far, at + far, LEAST_TRACES);
        long from = near.get(0).latencyNanos();
        long to = near.get(near.size() - 1).latencyNanos();
        // Slow traces of this latency are as good as the traces that were chosen at random
        List<Trace> of = all.stream()
                .filter(trace -> trace.latencyNanos() >= from && trace.latencyNanos() <= to)
                .toList();
        double mean = of.stream().mapToLong(Trace::latencyNanos).average().orElse(0);
        double useful = of.stream()
                .mapToLong(trace -> trace.nanos(TracePart.EXECUTE))
                .average()
                .orElse(0);
        return new Around(at, of.size(), from, to, Math.round(mean), mean > 0 ? useful / mean : 0, parts(of, mean));
    }

    private static List<Part> parts(List<Trace> traces, double mean) {
        Map<List<Object>, Place> places = new HashMap<>();
        Map<List<Object>, Double> sums = new HashMap<>();
        for (Trace trace : traces) {
            for (int i = 0; i < trace.spans().size(); i++) {
                for (TracePart part : TracePart.values()) {
                    long nanos = trace.spans().get(i).nanos(part);
                    if (nanos != 0) {
                        Place place = new Place(position(i, part), name(trace, i, part), part);
                        List<Object> key = List.of(place.name(), part);
                        places.merge(key, place, (one, other) -> one.position() <= other.position() ? one : other);
                        sums.merge(key, (double) nanos, Double::sum);
                    }
                }
            }
        }
        List<Part> parts = new ArrayList<>();
        places.entrySet().stream()
                .sorted(Comparator.comparingInt((Map.Entry<List<Object>, Place> each) ->
                                each.getValue().position())
                        .thenComparing(each -> each.getValue().name())
                        .thenComparing(each -> each.getValue().part()))
                .forEach(each -> {
                    double nanos = sums.get(each.getKey()) / traces.size();
                    parts.add(new Part(
                            each.getValue().name(), each.getValue().part(), nanos, mean > 0 ? nanos / mean : 0));
                });
        return parts;
    }

    /** Returns the position of a place: the link to a component comes before the component. */
    private static int position(int span, TracePart part) {
        return 2 * span + (OF_LINK.contains(part) ? 0 : 1);
    }

    private static String name(Trace trace, int span, TracePart part) {
        String own = component(trace.spans().get(span));
        return OF_LINK.contains(part) && span > 0 ? component(trace.spans().get(span - 1)) + " -> " + own : own;
    }

    static String component(TraceSpan span) {
        return span.isMiddle() ? "(middle)" : span.component();
    }

    private static Slow slow(Trace trace) {
        Part largest = null;
        for (int i = 0; i < trace.spans().size(); i++) {
            for (TracePart part : TracePart.values()) {
                long nanos = trace.spans().get(i).nanos(part);
                if (largest == null || nanos > largest.meanNanos()) {
                    largest = new Part(
                            name(trace, i, part),
                            part,
                            nanos,
                            trace.latencyNanos() > 0 ? (double) nanos / trace.latencyNanos() : 0);
                }
            }
        }
        return new Slow(trace.endedMillis(), trace.latencyNanos(), trace.spans(), largest);
    }
}
