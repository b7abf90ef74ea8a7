// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.scheduler;

import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.storm.scheduler.ExecutorDetails;
import org.apache.storm.scheduler.TopologyDetails;
import org.apache.storm.scheduler.WorkerSlot;

/**
 * Says in lines of the log which executors change their worker, and what for: with whom they exchange messages then.
 */
final class MoveReport {
    private final Map<ExecutorDetails, WorkerSlot> before;
    private final Map<ExecutorDetails, WorkerSlot> after;
    private final Traffic traffic;

    MoveReport(Map<ExecutorDetails, WorkerSlot> before, Map<ExecutorDetails, WorkerSlot> after, Traffic traffic) {
        this.before = before;
        this.after = after;
        this.traffic = traffic;
    }

    /** Returns one line per executor that moves. */
    String lines(TopologyDetails topology) {
        return after.keySet().stream()
                .filter(executor -> !after.get(executor).equals(before.get(executor)))
                .sorted(Comparator.comparingInt(ExecutorDetails::getStartTask))
                .map(executor -> String.format(
                        Locale.ROOT,
                        "  executor %s of %s: %s -> %s"
                                + " (messages per second in its worker, on its node, beyond: %s -> %s)",
                        executor,
                        topology.getComponentFromExecutor(executor),
                        before.get(executor).getId(),
                        after.get(executor).getId(),
                        near(executor, before),
                        near(executor, after)))
                .collect(Collectors.joining("\n"));
    }

    private String near(ExecutorDetails executor, Map<ExecutorDetails, WorkerSlot> placement) {
        double inWorker = 0;
        double onNode = 0;
        double beyond = 0;
        WorkerSlot own = placement.get(executor);
        for (Map.Entry<Traffic.Pair, Double> rate : traffic.rates().entrySet()) {
            Traffic.Pair pair = rate.getKey();
            if (!pair.from().equals(executor) && !pair.to().equals(executor)) {
                continue;
            }
            WorkerSlot other = placement.get(pair.from().equals(executor) ? pair.to() : pair.from());
            if (own.equals(other)) {
                inWorker += rate.getValue();
            } else if (other != null && own.getNodeId().equals(other.getNodeId())) {
                onNode += rate.getValue();
            } else {
                beyond += rate.getValue();
            }
        }
        return String.format(Locale.ROOT, "%.0f, %.0f, %.0f", inWorker, onNode, beyond);
    }
}
