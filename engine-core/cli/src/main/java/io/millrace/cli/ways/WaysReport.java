package io.millrace.cli.ways;

import io.millrace.api.json.Inline;
import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.TopologyWays;
import io.millrace.api.metrics.Way;
import io.millrace.api.metrics.WayPart;
import io.millrace.api.metrics.WayStep;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The parts of the ways of a topology.
 *
 * @param endToEnd the latency of all tuples since the workers started
 * @param slowest the slowest ways, the slowest one first
 */
public record WaysReport(
        String topology,
        LatencySummary endToEnd,
        long clockErrorNanos,
        @Inline Sample sample,
        List<Percentile> percentiles,
        List<Around> around,
        List<Slow> slowest) {

    /**
     * The ways that are known.
     *
     * @param seconds in which they ended
     * @param chosen how many were chosen at random; percentiles are of these
     */
    public record Sample(int seconds, int chosen) {}

    /** The percentiles of the ways' latency that are shown. */
    static final List<Double> SHOWN = List.of(50.0, 90.0, 99.0, 99.9, 100.0);

    /** The greatest distance of a way from a percentile, in percent, and at most half of that to 0 or 100. */
    private static final double FAR_PERCENT = 5;

    private static final int LEAST_WAYS = 10;

    private static final Set<WayPart> OF_LINK =
            EnumSet.of(WayPart.OUTBOX, WayPart.ENCODE, WayPart.TRANSIT, WayPart.QUEUE, WayPart.WIRE, WayPart.DECODE);

    public record Percentile(double at, long latencyNanos) {}

    /**
     * The ways whose latency lies around a percentile.
     *
     * @param usefulShare the part of their time that was spent in {@code execute}
     * @param parts the parts, which add up to the mean
     */
    public record Around(
            double at, int ways, long fromNanos, long toNanos, long meanNanos, double usefulShare, List<Part> parts) {}

    /**
     * One part, on average.
     *
     * @param place a component, or two with an arrow for the link between them
     * @param share the share of the mean latency
     */
    public record Part(String place, WayPart part, double meanNanos, double share) {}

    /**
     * One way.
     *
     * @param largest its largest part
     */
    public record Slow(long endedMillis, long latencyNanos, List<WayStep> steps, Part largest) {}

    private record Place(int position, String name, WayPart part) {}

    /**
     * @param at the percentiles, above 0 and below 100
     * @param slowest the number of slowest ways
     */
    public static WaysReport of(TopologyWays ways, LatencySummary endToEnd, List<Double> at, int slowest) {
        WeightedWays byLatency = new WeightedWays(ways.ways(), Way::latencyNanos);
        return new WaysReport(
                ways.topology(),
                endToEnd,
                ways.clockErrorNanos(),
                new Sample(ways.seconds(), byLatency.size()),
                SHOWN.stream()
                        .map(each -> new Percentile(each, byLatency.at(each)))
                        .toList(),
                byLatency.size() == 0
                        ? List.of()
                        : at.stream()
                                .map(each -> around(ways.ways(), byLatency, each))
                                .toList(),
                ways.ways().stream()
                        .sorted(Comparator.comparingLong(Way::latencyNanos).reversed())
                        .limit(slowest)
                        .map(WaysReport::slow)
                        .toList());
    }

    private static Around around(List<Way> all, WeightedWays chosen, double at) {
        double far = Math.min(FAR_PERCENT, Math.min(at, 100 - at) / 2);
        List<Way> near = chosen.between(at - far, at + far, LEAST_WAYS);
        long from = near.get(0).latencyNanos();
        long to = near.get(near.size() - 1).latencyNanos();
        // Slow ways of this latency are as good as the ways that were chosen at random
        List<Way> of = all.stream()
                .filter(way -> way.latencyNanos() >= from && way.latencyNanos() <= to)
                .toList();
        double mean = of.stream().mapToLong(Way::latencyNanos).average().orElse(0);
        double useful = of.stream()
                .mapToLong(way -> way.nanos(WayPart.EXECUTE))
                .average()
                .orElse(0);
        return new Around(at, of.size(), from, to, Math.round(mean), mean > 0 ? useful / mean : 0, parts(of, mean));
    }

    private static List<Part> parts(List<Way> ways, double mean) {
        Map<List<Object>, Place> places = new HashMap<>();
        Map<List<Object>, Double> sums = new HashMap<>();
        for (Way way : ways) {
            for (int i = 0; i < way.steps().size(); i++) {
                for (WayPart part : WayPart.values()) {
                    long nanos = way.steps().get(i).nanos(part);
                    if (nanos != 0) {
                        Place place = new Place(position(i, part), name(way, i, part), part);
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
                    double nanos = sums.get(each.getKey()) / ways.size();
                    parts.add(new Part(
                            each.getValue().name(), each.getValue().part(), nanos, mean > 0 ? nanos / mean : 0));
                });
        return parts;
    }

    /** Returns the position of a place: the link to a component comes before the component. */
    private static int position(int step, WayPart part) {
        return 2 * step + (OF_LINK.contains(part) ? 0 : 1);
    }

    private static String name(Way way, int step, WayPart part) {
        String own = component(way.steps().get(step));
        return OF_LINK.contains(part) && step > 0 ? component(way.steps().get(step - 1)) + " -> " + own : own;
    }

    static String component(WayStep step) {
        return step.isMiddle() ? "(middle)" : step.component();
    }

    private static Slow slow(Way way) {
        Part largest = null;
        for (int i = 0; i < way.steps().size(); i++) {
            for (WayPart part : WayPart.values()) {
                long nanos = way.steps().get(i).nanos(part);
                if (largest == null || nanos > largest.meanNanos()) {
                    largest = new Part(
                            name(way, i, part),
                            part,
                            nanos,
                            way.latencyNanos() > 0 ? (double) nanos / way.latencyNanos() : 0);
                }
            }
        }
        return new Slow(way.endedMillis(), way.latencyNanos(), way.steps(), largest);
    }
}
