package io.millrace.cluster.traffic;

import io.millrace.runtime.plan.TaskPair;
import java.util.Map;
import java.util.Set;

/**
 * The smoothed rates of a topology's tasks. Immutable.
 *
 * @param messagesPerSecond by pair of tasks over all streams; pairs that never sent are not in it
 * @param bytesPerSecond of the messages that left their worker
 * @param cpu processors that each task keeps busy, such as 0.25
 * @param places the last known places of tasks
 * @param number of this measurement, ascending
 * @param workers the workers that it measured; the rates of others are unchanged
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
