// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.traffic;

import io.millrace.runtime.plan.TaskPair;
import java.util.Map;
import java.util.Set;

/**
 * The smoothed rates of a topology's tasks. Immutable.
 *
 * @param messagesPerSecond the rate by pair of tasks over all streams; pairs without messages are not in it
 * @param bytesPerSecond the bytes of the messages that left their worker
 * @param cpu the processors that each task keeps busy, such as 0.25
 * @param places the last known places of tasks
 * @param number the number of this measurement, ascending
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
