package io.millrace.cluster.traffic;

import io.millrace.runtime.plan.TaskPair;
import java.util.Map;
import java.util.Set;

/**
 * What a topology's tasks do per second, smoothed. Immutable.
 *
 * @param messagesPerSecond by pair of tasks, all streams together; pairs that never sent are not in it
 * @param bytesPerSecond of those messages that left their worker
 * @param cpu processors that each task keeps busy, such as 0.25
 * @param places where tasks ran when they were last heard of
 * @param number of this measurement; grows with each
 * @param workers those that were measured in it; of others, rates are what they were
 */
public record MeasuredTraffic(
        Map<TaskPair, Double> messagesPerSecond,
        Map<TaskPair, Double> bytesPerSecond,
        Map<Integer, Double> cpu,
        Map<Integer, TaskLocation> places,
        long number,
        Set<String> workers) {

    public MeasuredTraffic {
        messagesPerSecond = Map.copyOf(messagesPerSecond);
        bytesPerSecond = Map.copyOf(bytesPerSecond);
        cpu = Map.copyOf(cpu);
        places = Map.copyOf(places);
        workers = Set.copyOf(workers);
    }
}
