package io.millrace.runtime.metrics;

import io.millrace.api.LatencySummary;
import io.millrace.api.LinkCounts;
import io.millrace.api.TaskMetrics;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Turns metrics memory into values; stateless, so any thread may read while the owners write. */
final class MetricsReader {

    private final ByteBuffer memory;
    private final String worker;
    private final int executors;
    private final int executorBlocks;
    private final int tasks;
    private final int taskBlocks;

    MetricsReader(ByteBuffer memory) {
        this.memory = memory;
        executors = MetricsMemory.plainGetInt(memory, MetricsDescriptor.EXECUTORS_OFFSET);
        executorBlocks = MetricsMemory.plainGetInt(memory, MetricsDescriptor.EXECUTOR_BLOCKS_OFFSET);
        tasks = MetricsMemory.plainGetInt(memory, MetricsDescriptor.TASKS_OFFSET);
        taskBlocks = MetricsMemory.plainGetInt(memory, MetricsDescriptor.TASK_BLOCKS_OFFSET);
        worker = string(MetricsDescriptor.WORKER_OFFSET);
    }

    String worker() {
        return worker;
    }

    long epoch() {
        return MetricsMemory.plainGetLong(memory, MetricsDescriptor.EPOCH_OFFSET);
    }

    long pid() {
        return MetricsMemory.plainGetLong(memory, MetricsDescriptor.PID_OFFSET);
    }

    WorkerSnapshot snapshot(long takenNanos) {
        // Received before sent: what was sent between the two readings makes tuples under way seem more, never fewer.
        LinkCounts received = LinkCounts.NONE;
        for (int i = 0; i < executors; i++) {
            received = received.plus(links(executorBlock(i) + MetricsDescriptor.RECEIVED));
        }
        List<TaskMetrics> taskMetrics = new ArrayList<>(tasks);
        for (int i = 0; i < tasks; i++) {
            taskMetrics.add(task(taskBlocks + i * MetricsDescriptor.TASK_STRIDE));
        }
        LinkCounts sent = LinkCounts.NONE;
        long dropped = 0;
        Histogram latencies = Latencies.newHistogram();
        for (int i = 0; i < executors; i++) {
            sent = sent.plus(links(executorBlock(i) + MetricsDescriptor.SENT));
            dropped += MetricsMemory.getAcquire(memory, executorBlock(i) + MetricsDescriptor.DROPPED);
            addLatencies(executorBlock(i), latencies);
        }
        return new WorkerSnapshot(
                worker,
                epoch(),
                takenNanos,
                List.copyOf(taskMetrics),
                sent,
                received,
                dropped,
                Latencies.encode(latencies));
    }

    List<ExecutorReading> executors() {
        List<ExecutorReading> readings = new ArrayList<>(executors);
        for (int i = 0; i < executors; i++) {
            int block = executorBlock(i);
            readings.add(new ExecutorReading(
                    links(block + MetricsDescriptor.SENT),
                    links(block + MetricsDescriptor.RECEIVED),
                    MetricsMemory.getAcquire(memory, block + MetricsDescriptor.DROPPED),
                    MetricsMemory.getAcquire(memory, block + MetricsDescriptor.BUSY_NANOS),
                    MetricsMemory.getAcquire(memory, block + MetricsDescriptor.IDLE_NANOS)));
        }
        return List.copyOf(readings);
    }

    private int executorBlock(int index) {
        return executorBlocks + index * MetricsDescriptor.EXECUTOR_STRIDE;
    }

    private LinkCounts links(int at) {
        return new LinkCounts(
                MetricsMemory.getAcquire(memory, at + LinkKind.DIRECT.offset),
                MetricsMemory.getAcquire(memory, at + LinkKind.QUEUE.offset),
                MetricsMemory.getAcquire(memory, at + LinkKind.RING.offset),
                MetricsMemory.getAcquire(memory, at + LinkKind.NET.offset));
    }

    private TaskMetrics task(int block) {
        return new TaskMetrics(
                string(block + MetricsDescriptor.COMPONENT),
                MetricsMemory.plainGetInt(memory, block + MetricsDescriptor.TASK_ID),
                worker,
                MetricsMemory.getAcquire(memory, block + MetricsDescriptor.EMITTED),
                MetricsMemory.getAcquire(memory, block + MetricsDescriptor.EXECUTED),
                MetricsMemory.getAcquire(memory, block + MetricsDescriptor.ACKED),
                MetricsMemory.getAcquire(memory, block + MetricsDescriptor.FAILED),
                MetricsMemory.getAcquire(memory, block + MetricsDescriptor.ERRORS),
                MetricsMemory.getAcquire(memory, block + MetricsDescriptor.PENDING),
                MetricsMemory.getAcquire(memory, block + MetricsDescriptor.INBOX),
                MetricsMemory.getAcquire(memory, block + MetricsDescriptor.OUTBOX),
                MetricsMemory.getAcquire(memory, block + MetricsDescriptor.FINISHED) != 0,
                counters(block),
                LatencySummary.NONE,
                LatencySummary.NONE,
                LatencySummary.NONE);
    }

    private Map<String, Long> counters(int block) {
        int count = (int) Math.min(
                MetricsMemory.getAcquire(memory, block + MetricsDescriptor.COUNTERS), MetricsDescriptor.MAX_COUNTERS);
        Map<String, Long> counters = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            int name = block + MetricsDescriptor.COUNTER_NAMES + i * MetricsDescriptor.COUNTER_NAME_STRIDE;
            int bytes = Math.min(memory.get(name) & 0xFF, MetricsDescriptor.COUNTER_NAME_STRIDE - 1);
            counters.put(
                    text(name + 1, bytes),
                    MetricsMemory.getAcquire(memory, block + MetricsDescriptor.COUNTER_VALUES + i * Long.BYTES));
        }
        return Collections.unmodifiableMap(counters);
    }

    private void addLatencies(int block, Histogram latencies) {
        long max = Math.min(
                MetricsMemory.getAcquire(memory, block + MetricsDescriptor.LATENCY_MAX), LatencyBuckets.MAX_NANOS);
        int bucketOfMax = LatencyBuckets.indexOf(max);
        for (int i = 0; i < LatencyBuckets.COUNT; i++) {
            long count = MetricsMemory.getAcquire(memory, block + MetricsDescriptor.LATENCY_BUCKETS + i * Long.BYTES);
            if (count > 0 && i == bucketOfMax) {
                latencies.recordValue(max);
                count--;
            }
            if (count > 0) {
                latencies.recordValueWithCount(LatencyBuckets.middle(i), count);
            }
        }
    }

    private String string(int reference) {
        return text(
                MetricsMemory.plainGetInt(memory, reference),
                MetricsMemory.plainGetInt(memory, reference + Integer.BYTES));
    }

    private String text(int at, int bytes) {
        byte[] text = new byte[bytes];
        memory.get(at, text);
        return new String(text, StandardCharsets.UTF_8);
    }
}
