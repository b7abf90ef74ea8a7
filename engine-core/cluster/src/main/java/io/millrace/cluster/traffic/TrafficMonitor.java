// SPDX-License-Identifier: Apache-2.0
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
 * Measures the message rates between tasks and their CPU use, from the counts that supervisors report. The figures are
 * exponential averages with the interval as half-life. No figure is stored: a new leader starts without any.
 *
 * <p>The metrics loop offers samples; any thread may read.
 */
public final class TrafficMonitor {

    private final Duration interval;
    private final LongSupplier clock;
    private final Map<String, TopologyTraffic> topologies = new HashMap<>();
    private long observedNanos;
    private boolean observed;

    /** @param clock the monotonic clock, in nanoseconds */
    public TrafficMonitor(Duration interval, LongSupplier clock) {
        this.interval = interval;
        this.clock = clock;
    }

    /** Whether {@link #offer} would use samples now. */
    public synchronized boolean isDue() {
        return !observed || clock.getAsLong() - observedNanos >= interval.toNanos();
    }

    /** Uses the samples of all running topologies if they are due; otherwise does nothing. */
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

    /** Removes all other topologies. */
    public synchronized void retain(Set<String> topologyIds) {
        topologies.keySet().retainAll(topologyIds);
    }

    /** Returns the rates of a topology; empty until a worker of it was sampled twice. */
    public synchronized Optional<MeasuredTraffic> of(String topologyId) {
        return Optional.ofNullable(topologies.get(topologyId))
                .filter(TopologyTraffic::isMeasured)
                .map(TopologyTraffic::measurement);
    }

    public synchronized TrafficReport report(String topologyId, String name) {
        double age = (clock.getAsLong() - observedNanos) / 1e9;
        return of(topologyId)
                .map(measured -> TrafficReports.of(name, interval, age, measured))
                .orElseGet(() -> TrafficReports.nothing(name, interval));
    }
}
