// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Bounds the traces that a worker, node or topology reports: many executors keep more than a reader needs. Stateless.
 */
public final class TraceLimit {

    static final int MOST_RANDOM = 4096;
    static final int MOST_SLOW = 1024;

    private TraceLimit() {}

    /**
     * Keeps the slowest traces, and a part of the randomly chosen traces, each of which then stands for more traces.
     */
    public static List<TraceRecord> of(List<TraceRecord> traces) {
        List<TraceRecord> random =
                traces.stream().filter(trace -> trace.weight() > 0).toList();
        if (random.size() <= MOST_RANDOM && traces.size() - random.size() <= MOST_SLOW) {
            return traces;
        }
        List<TraceRecord> kept = new ArrayList<>();
        int step = (random.size() + MOST_RANDOM - 1) / MOST_RANDOM;
        for (int i = 0; i < random.size(); i += step) {
            TraceRecord trace = random.get(i);
            kept.add(new TraceRecord(
                    trace.endedMillis(), trace.latencyNanos(), trace.weight() * step, trace.tasks(), trace.nanos()));
        }
        traces.stream()
                .filter(trace -> trace.weight() == 0)
                .sorted(Comparator.comparingLong(TraceRecord::latencyNanos).reversed())
                .limit(MOST_SLOW)
                .forEach(kept::add);
        return kept;
    }
}
