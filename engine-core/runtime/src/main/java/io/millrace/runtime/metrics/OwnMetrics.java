// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import io.millrace.api.metrics.LatencySummary;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** The authors' own metrics of all tasks of a worker, read at one time. Used by one thread. */
final class OwnMetrics {

    private final ByteBuffer memory;
    private final Map<Integer, Map<String, Long>> counters = new HashMap<>();
    private final Map<Integer, Map<String, Double>> gauges = new HashMap<>();
    private final Map<Integer, Map<String, LatencySummary>> timers = new HashMap<>();

    /** @param latencies whether timers are read, which takes longer than all else */
    OwnMetrics(ByteBuffer memory, int tasks, boolean latencies) {
        this.memory = memory;
        CustomBlock.visit(memory, tasks, (kind, task, name, value) -> {
            switch (kind) {
                case COUNTER -> put(counters, task, name, MetricsMemory.getAcquire(memory, value));
                case GAUGE -> {
                    double now = Double.longBitsToDouble(MetricsMemory.getAcquire(memory, value));
                    // A gauge is NaN before it was read first; JSON has no word for NaN and infinities
                    if (Double.isFinite(now)) {
                        put(gauges, task, name, now);
                    }
                }
                case TIMER -> {
                    if (latencies) {
                        put(timers, task, name, timer(value));
                    }
                }
            }
        });
    }

    private LatencySummary timer(int at) {
        Histogram histogram = Latencies.newHistogram();
        HistogramReader.add(memory, at, LatencyBuckets.FINE, histogram);
        return Latencies.summary(histogram);
    }

    private static <T> void put(Map<Integer, Map<String, T>> all, int task, String name, T value) {
        all.computeIfAbsent(task, none -> new LinkedHashMap<>()).put(name, value);
    }

    /** @param position position of a task */
    Map<String, Long> counters(int position) {
        return of(counters, position);
    }

    Map<String, Double> gauges(int position) {
        return of(gauges, position);
    }

    Map<String, LatencySummary> timers(int position) {
        return of(timers, position);
    }

    private static <T> Map<String, T> of(Map<Integer, Map<String, T>> all, int position) {
        return Collections.unmodifiableMap(all.getOrDefault(position, Map.of()));
    }
}
