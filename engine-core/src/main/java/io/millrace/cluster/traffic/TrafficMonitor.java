package io.millrace.cluster.traffic;

import io.millrace.cluster.model.TrafficReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Measures who talks to whom, and what CPU tasks use, from the counts that supervisors read anyway. Each measurement has half
 * of the weight in the figures, all before it the other half (an average with the interval as half-life). Nothing is kept
 * beyond this process: another controller begins anew.
 *
 * <p>The metrics loop feeds it; any thread may ask.
 */
public final class TrafficMonitor {

    private final Duration interval;
    private final LongSupplier clock;
    private final Map<String, TopologyTraffic> topologies = new HashMap<>();
    private long observedNanos;
    private boolean observed;

    /** @param clock monotonic, in nanoseconds */
    public TrafficMonitor(Duration interval, LongSupplier clock) {
        this.interval = interval;
        this.clock = clock;
    }

    /** Whether {@link #offer} would take readings now. */
    public synchronized boolean isDue() {
        return !observed || clock.getAsLong() - observedNanos >= interval.toNanos();
    }

    /** Takes the readings of all running topologies if it is time to; else it does nothing. */
    public synchronized void offer(List<TrafficSample> readings) {
        if (!isDue()) {
            return;
        }
        observed = true;
        observedNanos = clock.getAsLong();
        Map<String, List<TrafficSample>> byTopology = new HashMap<>();
        for (TrafficSample reading : readings) {
            byTopology
                    .computeIfAbsent(reading.topologyId(), id -> new ArrayList<>())
                    .add(reading);
        }
        byTopology.forEach((id, of) -> topologies
                .computeIfAbsent(id, none -> new TopologyTraffic(interval.toNanos() / 1e9))
                .observe(of));
    }

    /** Forgets all topologies but these. */
    public synchronized void retain(Set<String> topologyIds) {
        topologies.keySet().retainAll(topologyIds);
    }

    /** Empty until a worker of the topology was read twice. */
    public synchronized Optional<MeasuredTraffic> of(String topologyId) {
        return Optional.ofNullable(topologies.get(topologyId))
                .filter(TopologyTraffic::isMeasured)
                .map(TopologyTraffic::measurement);
    }

    /** What clients are told. */
    public synchronized TrafficReport report(String topologyId, String name) {
        double age = (clock.getAsLong() - observedNanos) / 1e9;
        return of(topologyId)
                .map(measured -> TrafficReports.of(name, interval, age, measured))
                .orElseGet(() -> TrafficReports.nothing(name, interval));
    }
}
