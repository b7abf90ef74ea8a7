// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.traffic;

import io.millrace.api.metrics.PeerFigure;
import io.millrace.api.metrics.PeerMetrics;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.RegionMatrix;
import io.millrace.cluster.model.RegionMatrix.Pair;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.registry.ClusterView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * The round trips that workers measure, by pair of nodes and by pair of regions. Values of nodes are exponential
 * averages with the interval as half-life, values of regions the means of those of their nodes. A pair that is not
 * measured any more keeps its last value. No value is stored: a new leader knows them when it has asked the workers of
 * running topologies.
 *
 * <p>The metrics loop and submissions offer samples; any thread may read.
 */
public final class RoundTrips {

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;

    private final double halfLifeSeconds;
    private final double defaultMillis;
    private final LongSupplier clock;
    private final Map<Ends, Measured> nodes = new HashMap<>();
    private final Map<Ends, OfRegions> regions = new HashMap<>();

    /** Two nodes or two regions, the first by name first. */
    private record Ends(String first, String second) {
        static Ends of(String one, String other) {
            return one.compareTo(other) < 0 ? new Ends(one, other) : new Ends(other, one);
        }
    }

    private static final class Measured {
        private final ExponentialAverage millis = new ExponentialAverage();
        private long atNanos;
    }

    private record OfRegions(double millis, long atNanos, int nodePairs) {}

    /**
     * @param defaultRtt the round trip between regions without a measurement
     * @param clock the monotonic clock, in nanoseconds
     */
    public RoundTrips(Duration interval, Duration defaultRtt, LongSupplier clock) {
        this.halfLifeSeconds = interval.toNanos() / NANOS_PER_SECOND;
        this.defaultMillis = defaultRtt.toNanos() / NANOS_PER_MILLI;
        this.clock = clock;
    }

    /** Whether a round trip was measured since this controller started. */
    public synchronized boolean isMeasured() {
        return !regions.isEmpty();
    }

    /** Adds the measurements of workers. */
    public synchronized void offer(List<TrafficSample> samples, ClusterView view) {
        long now = clock.getAsLong();
        millis(samples, view).forEach((ends, measured) -> {
            Measured known = nodes.computeIfAbsent(ends, none -> new Measured());
            known.millis.add(
                    measured.stream().mapToDouble(Double::doubleValue).average().orElseThrow(),
                    (now - known.atNanos) / NANOS_PER_SECOND,
                    halfLifeSeconds);
            known.atNanos = now;
        });
        nodes.keySet()
                .removeIf(ends -> !view.supervisors().containsKey(ends.first())
                        || !view.supervisors().containsKey(ends.second()));
        Map<Ends, List<Measured>> between = nodes.entrySet().stream()
                .collect(Collectors.groupingBy(
                        entry -> Ends.of(
                                region(view, entry.getKey().first()),
                                region(view, entry.getKey().second())),
                        Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
        between.forEach((ends, pairs) -> regions.put(
                ends,
                new OfRegions(
                        pairs.stream()
                                .mapToDouble(pair -> pair.millis.value())
                                .average()
                                .orElseThrow(),
                        pairs.stream().mapToLong(pair -> pair.atNanos).max().orElseThrow(),
                        pairs.size())));
    }

    /** Returns the round trips between the regions of the nodes that are up. */
    public synchronized RegionMatrix of(ClusterView view) {
        TreeSet<String> names = view.supervisors().values().stream()
                .map(SupervisorRecord::region)
                .collect(Collectors.toCollection(TreeSet::new));
        long now = clock.getAsLong();
        List<Pair> pairs = new ArrayList<>();
        for (String from : names) {
            for (String to : names.tailSet(from, false)) {
                OfRegions known = regions.get(Ends.of(from, to));
                pairs.add(
                        known == null
                                ? new Pair(from, to, defaultMillis, false, 0, 0)
                                : new Pair(
                                        from,
                                        to,
                                        known.millis(),
                                        true,
                                        (now - known.atNanos()) / NANOS_PER_SECOND,
                                        known.nodePairs()));
            }
        }
        return new RegionMatrix(List.copyOf(names), List.copyOf(pairs));
    }

    /**
     * Returns the round trips by pair of nodes: both ends of a connection measure it, and nodes may have several
     * connections.
     */
    private static Map<Ends, List<Double>> millis(List<TrafficSample> samples, ClusterView view) {
        Map<Ends, List<Double>> millis = new HashMap<>();
        for (TrafficSample sample : samples) {
            Map<String, String> nodeOf = view.byId(sample.topologyId())
                    .filter(topology -> topology.assignment() != null)
                    .map(topology -> AssignmentRecord.nodeOfWorker(
                            topology.assignment().value().withSlots()))
                    .orElse(Map.of());
            for (PeerMetrics peer : sample.snapshot().peers()) {
                String other = nodeOf.get(peer.peer());
                if (other != null
                        && !other.equals(sample.node())
                        && peer.connected()
                        && peer.get(PeerFigure.RTT_NANOS) > 0
                        && view.supervisors().containsKey(other)
                        && view.supervisors().containsKey(sample.node())) {
                    millis.computeIfAbsent(Ends.of(sample.node(), other), none -> new ArrayList<>())
                            .add(peer.get(PeerFigure.RTT_NANOS) / NANOS_PER_MILLI);
                }
            }
        }
        return millis;
    }

    private static String region(ClusterView view, String node) {
        return view.supervisors().get(node).region();
    }
}
