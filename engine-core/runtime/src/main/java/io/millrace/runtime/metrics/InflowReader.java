// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.Stage;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Reads the inflow blocks of metrics memory, by component and by task. One per reading, confined to the reading
 * thread.
 */
final class InflowReader {

    private static final Stage[] STAGES = Stage.values();

    private record Inflow(String source, String stream, String target) {}

    private final ByteBuffer memory;
    private final String[] names;

    /** The blocks of each task, by the task's position. */
    private final Map<Integer, List<Integer>> blocksOfTask = new HashMap<>();

    private final Histogram scratch = Latencies.newHistogram();

    /** @param names strings of the numbers of names */
    InflowReader(ByteBuffer memory, String[] names) {
        this.memory = memory;
        this.names = names;
        int count = Section.INFLOWS.count(memory);
        for (int i = 0; i < count; i++) {
            int block = Section.INFLOWS.block(memory, i);
            blocksOfTask
                    .computeIfAbsent(
                            MetricsMemory.plainGetInt(memory, block + MetricsDescriptor.INFLOW_TASK),
                            none -> new ArrayList<>())
                    .add(block);
        }
    }

    /** Returns the latencies of a task's tuples of all streams. */
    LatencySummary ofTask(int position, Stage stage) {
        scratch.reset();
        for (int block : blocksOfTask.getOrDefault(position, List.of())) {
            add(block, stage, scratch);
        }
        return Latencies.summary(scratch);
    }

    /** Returns the stages that have latencies, those of one stream in order. */
    List<StageLatencies> byComponent() {
        Map<Inflow, List<Integer>> blocks = new LinkedHashMap<>();
        blocksOfTask
                .values()
                .forEach(ofTask ->
                        ofTask.forEach(block -> blocks.computeIfAbsent(inflow(block), none -> new ArrayList<>())
                                .add(block)));
        List<StageLatencies> all = new ArrayList<>();
        blocks.forEach((inflow, own) -> {
            for (Stage stage : STAGES) {
                scratch.reset();
                own.forEach(block -> add(block, stage, scratch));
                if (scratch.getTotalCount() > 0) {
                    all.add(new StageLatencies(
                            inflow.source(), inflow.stream(), inflow.target(), stage, Latencies.encode(scratch)));
                }
            }
        });
        return List.copyOf(all);
    }

    private Inflow inflow(int block) {
        int task =
                Section.TASKS.block(memory, MetricsMemory.plainGetInt(memory, block + MetricsDescriptor.INFLOW_TASK));
        return new Inflow(
                name(block + MetricsDescriptor.INFLOW_SOURCE),
                name(block + MetricsDescriptor.INFLOW_STREAM),
                name(task + MetricsDescriptor.COMPONENT));
    }

    private String name(int at) {
        return names[MetricsMemory.plainGetInt(memory, at)];
    }

    private void add(int block, Stage stage, Histogram latencies) {
        HistogramReader.add(memory, MetricsDescriptor.stage(block, stage.ordinal()), LatencyBuckets.COARSE, latencies);
    }
}
