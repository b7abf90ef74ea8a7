// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.scheduler;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.storm.generated.ExecutorInfo;
import org.apache.storm.generated.ExecutorSummary;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.generated.TopologyInfo;
import org.apache.storm.scheduler.ExecutorDetails;

/**
 * What each executor of a topology sends to each other one, in messages per second. Storm counts what an executor took
 * per source component and stream, and what an executor emitted per stream, but not who sent to whom: what an executor
 * took is divided among the executors of its source component by what these emitted on that stream. With a grouping by
 * fields this is exact on the receiving side; a local grouping seems to send across workers as much as it would if no
 * receiver were local.
 *
 * @param version another number for other figures
 * @param rates messages per second by pair, without pairs that exchange nothing
 */
public record Traffic(long version, Map<Pair, Double> rates) {
    /** Counts of the last ten minutes, or of the time since the start if that is less. */
    private static final String WINDOW = "600";

    private static final int WINDOW_SECONDS = 600;

    /** From one executor to another one. */
    public record Pair(ExecutorDetails from, ExecutorDetails to) {}

    public Traffic {
        rates = Map.copyOf(rates);
    }

    /**
     * Reads what Nimbus knows. Empty as long as an executor has not reported, or has not run for long enough: counts of
     * its first seconds say little.
     */
    static Optional<Traffic> of(TopologyInfo info, long version, int leastUptimeSeconds) {
        List<ExecutorSummary> executors = info.get_executors();
        if (executors == null || executors.isEmpty()) {
            return Optional.empty();
        }
        for (ExecutorSummary executor : executors) {
            if (executor.get_stats() == null || executor.get_uptime_secs() < leastUptimeSeconds) {
                return Optional.empty();
            }
        }
        Map<GlobalStreamId, Map<ExecutorDetails, Double>> shares = shares(executors);
        Map<Pair, Double> rates = new HashMap<>();
        for (ExecutorSummary receiver : executors) {
            if (!receiver.get_stats().get_specific().is_set_bolt()) {
                continue;
            }
            ExecutorDetails to = detailsOf(receiver.get_executor_info());
            Map<GlobalStreamId, Long> executed = receiver.get_stats()
                    .get_specific()
                    .get_bolt()
                    .get_executed()
                    .getOrDefault(WINDOW, Map.of());
            double seconds = Math.min(WINDOW_SECONDS, receiver.get_uptime_secs());
            executed.forEach((stream, count) -> shares.getOrDefault(stream, Map.of())
                    .forEach((from, share) -> {
                        if (!from.equals(to) && count * share > 0) {
                            rates.merge(new Pair(from, to), count * share / seconds, Double::sum);
                        }
                    }));
        }
        return Optional.of(new Traffic(version, rates));
    }

    /** Returns by stream what share of it each executor of its component emitted; equal shares if none did. */
    private static Map<GlobalStreamId, Map<ExecutorDetails, Double>> shares(List<ExecutorSummary> executors) {
        Map<GlobalStreamId, Map<ExecutorDetails, Double>> counts = new HashMap<>();
        Map<String, List<ExecutorSummary>> byComponent =
                executors.stream().collect(Collectors.groupingBy(ExecutorSummary::get_component_id));
        byComponent.forEach((component, members) -> members.stream()
                .flatMap(member -> member.get_stats().get_emitted().getOrDefault(WINDOW, Map.of()).keySet().stream())
                .distinct()
                .forEach(stream -> counts.put(new GlobalStreamId(component, stream), sharesOf(members, stream))));
        return counts;
    }

    private static Map<ExecutorDetails, Double> sharesOf(List<ExecutorSummary> members, String stream) {
        Map<ExecutorDetails, Double> emitted = new HashMap<>();
        for (ExecutorSummary member : members) {
            double seconds = Math.min(WINDOW_SECONDS, Math.max(1, member.get_uptime_secs()));
            long count = member.get_stats()
                    .get_emitted()
                    .getOrDefault(WINDOW, Map.of())
                    .getOrDefault(stream, 0L);
            emitted.put(detailsOf(member.get_executor_info()), count / seconds);
        }
        double sum = emitted.values().stream().mapToDouble(Double::doubleValue).sum();
        emitted.replaceAll((executor, rate) -> sum > 0 ? rate / sum : 1.0 / members.size());
        return emitted;
    }

    private static ExecutorDetails detailsOf(ExecutorInfo info) {
        return new ExecutorDetails(info.get_task_start(), info.get_task_end());
    }
}
