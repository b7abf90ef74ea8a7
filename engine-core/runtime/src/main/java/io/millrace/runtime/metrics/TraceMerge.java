// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import io.millrace.api.metrics.TaskMetrics;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.api.metrics.TopologyTraces;
import io.millrace.api.metrics.Trace;
import io.millrace.api.metrics.TracePart;
import io.millrace.api.metrics.TraceSpan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts the traces of a topology's workers together, with the names of their components. Stateless. */
public final class TraceMerge {

    private static final int SECONDS = (int) (TraceBlock.WINDOWS * TraceBlock.WINDOW_NANOS / 1_000_000_000);
    private static final TracePart[] PARTS = TracePart.values();

    private TraceMerge() {}

    /**
     * Returns the traces in the order of their ends.
     *
     * @param metrics metrics of the topology, which tell where each task runs
     */
    public static TopologyTraces merge(TopologyMetrics metrics, List<TraceRecord> records) {
        Map<Integer, TaskMetrics> tasks = new HashMap<>();
        metrics.tasks().forEach(task -> tasks.put(task.task(), task));
        List<Trace> traces = new ArrayList<>();
        for (TraceRecord each : TraceLimit.of(records)) {
            traces.add(trace(each, tasks));
        }
        traces.sort(Comparator.comparingLong(Trace::endedMillis));
        return new TopologyTraces(metrics.topology(), SECONDS, metrics.clockErrorNanos(), List.copyOf(traces));
    }

    private static Trace trace(TraceRecord trace, Map<Integer, TaskMetrics> tasks) {
        List<TraceSpan> spans = new ArrayList<>();
        for (int hop = 0; hop < trace.tasks().size(); hop++) {
            int task = trace.tasks().get(hop);
            TaskMetrics known = tasks.get(task);
            Map<String, Long> nanos = new LinkedHashMap<>();
            for (TracePart part : PARTS) {
                long value = trace.nanos().get(hop * PARTS.length + part.ordinal());
                if (value != 0) {
                    nanos.put(part.name(), value);
                }
            }
            spans.add(new TraceSpan(
                    task == 0 ? "" : known == null ? "task " + task : known.component(),
                    task,
                    known == null ? "" : known.worker(),
                    nanos));
        }
        return new Trace(trace.endedMillis(), trace.latencyNanos(), trace.weight(), List.copyOf(spans));
    }
}
