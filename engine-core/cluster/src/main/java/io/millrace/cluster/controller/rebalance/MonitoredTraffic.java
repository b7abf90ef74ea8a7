// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.rebalance;

import io.millrace.api.Topology;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.cluster.traffic.MeasuredTraffic;
import io.millrace.cluster.traffic.TrafficMonitor;
import io.millrace.runtime.plan.TaskPair;
import java.util.HashMap;
import java.util.Map;

/** The traffic that the monitor has measured, or that of a fallback source before the first measurement. */
public final class MonitoredTraffic implements TrafficSource {

    private final TrafficMonitor monitor;
    private final TrafficSource otherwise;

    public MonitoredTraffic(TrafficMonitor monitor, TrafficSource otherwise) {
        this.monitor = monitor;
        this.otherwise = otherwise;
    }

    @Override
    public Traffic of(TopologyView topology, Topology components, ClusterView view) {
        return monitor.of(topology.record().id())
                .map(MonitoredTraffic::inIntegers)
                .orElseGet(() -> otherwise.of(topology, components, view));
    }

    /** Rounds the rates to messages per second. */
    static Traffic inIntegers(MeasuredTraffic measured) {
        Map<TaskPair, Long> messages = new HashMap<>();
        measured.messagesPerSecond().forEach((pair, rate) -> {
            long rounded = Math.round(rate);
            if (rounded > 0 && pair.source() != pair.target()) {
                messages.put(pair, rounded);
            }
        });
        Map<Integer, Long> load = new HashMap<>();
        measured.cpu().forEach((task, cores) -> load.put(task, load(cores)));
        return new Traffic(messages, load, true);
    }

    /** Returns the weight of a task with this CPU use. */
    static long load(double cores) {
        return CountedTraffic.IDLE_LOAD + Math.round(CountedTraffic.CORE_LOAD * cores);
    }
}
