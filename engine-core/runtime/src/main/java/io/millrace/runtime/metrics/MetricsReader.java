// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import io.millrace.api.metrics.ExecutorFigure;
import io.millrace.api.metrics.ExecutorMetrics;
import io.millrace.api.metrics.Figures;
import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.LinkCounts;
import io.millrace.api.metrics.Stage;
import io.millrace.api.metrics.TaskFigure;
import io.millrace.api.metrics.TaskMetrics;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Reads values from metrics memory. Stateless, so any thread may read while the owners write. */
final class MetricsReader {

    private final ByteBuffer memory;
    private final String[] names;
    private final int executors;
    private final int tasks;

    MetricsReader(ByteBuffer memory) {
        this.memory = memory;
        executors = Section.EXECUTORS.count(memory);
        tasks = Section.TASKS.count(memory);
        names = new String[Section.NAMES.count(memory)];
        for (int i = 0; i < names.length; i++) {
            int name = Section.NAMES.block(memory, i);
            names[i] = text(
                    MetricsMemory.plainGetInt(memory, name + MetricsDescriptor.NAME_START),
                    MetricsMemory.plainGetInt(memory, name + MetricsDescriptor.NAME_BYTES));
        }
    }

    String worker() {
        return names[MetricsDescriptor.WORKER_NAME];
    }

    long epoch() {
        return MetricsMemory.plainGetLong(memory, MetricsDescriptor.EPOCH_OFFSET);
    }

    long pid() {
        return MetricsMemory.plainGetLong(memory, MetricsDescriptor.PID_OFFSET);
    }

    long heartbeat() {
        return get(MetricsDescriptor.HEARTBEAT_OFFSET);
    }

    /** Returns the counts only: a small part of the metrics, but the part that is read most often. */
    WorkerSnapshot counts(long takenNanos) {
        LinkCounts received = received();
        List<TaskMetrics> taskMetrics = new ArrayList<>(tasks);
        OwnMetrics own = new OwnMetrics(memory, tasks, false);
        for (int i = 0; i < tasks; i++) {
            taskMetrics.add(task(i, own, LatencySummary.NONE, LatencySummary.NONE, LatencySummary.NONE));
        }
        return new WorkerSnapshot(
                worker(),
                epoch(),
                takenNanos,
                new WorkerSnapshot.Work(List.copyOf(taskMetrics), times(), executors()),
                WorkerSnapshot.Exchange.of(sent(), received, dropped()),
                WorkerSnapshot.Capabilities.NONE);
    }

    WorkerSnapshot snapshot(long takenNanos) {
        LinkCounts received = received();
        Histogram latencies = Latencies.newHistogram();
        InflowReader inflows = new InflowReader(memory, names);
        List<TaskMetrics> taskMetrics = tasks(latencies, inflows);
        return new WorkerSnapshot(
                worker(),
                epoch(),
                takenNanos,
                new WorkerSnapshot.Work(taskMetrics, times(), executors()),
                new WorkerSnapshot.Exchange(
                        new PeerReader(memory, worker()).read(),
                        traffic(),
                        inflows.byComponent(),
                        sent(),
                        received,
                        dropped(),
                        Latencies.encode(latencies)),
                WorkerSnapshot.Capabilities.NONE);
    }

    /** Returns the traces that ended lately. */
    List<TraceRecord> traces(long nowNanos) {
        return TraceReader.read(memory, nowNanos);
    }

    /** Returns the ids of the finished spout tasks. */
    List<Integer> finishedTasks() {
        List<Integer> finished = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            int block = Section.TASKS.block(memory, i);
            if (get(block + MetricsDescriptor.offset(TaskFigure.FINISHED)) != 0) {
                finished.add(MetricsMemory.plainGetInt(memory, block + MetricsDescriptor.TASK_ID));
            }
        }
        return List.copyOf(finished);
    }

    /**
     * Returns the tuples received. They must be read before the tasks and before {@link #sent}. Then tuples that are
     * sent in between make more tuples appear in flight, never fewer.
     */
    private LinkCounts received() {
        LinkCounts received = LinkCounts.NONE;
        for (int i = 0; i < executors; i++) {
            received = received.plus(links(executorBlock(i) + MetricsDescriptor.RECEIVED));
        }
        return received;
    }

    private LinkCounts sent() {
        LinkCounts sent = LinkCounts.NONE;
        for (int i = 0; i < executors; i++) {
            sent = sent.plus(links(executorBlock(i) + MetricsDescriptor.SENT));
        }
        return sent;
    }

    private long dropped() {
        long dropped = 0;
        for (int i = 0; i < executors; i++) {
            dropped += get(executorBlock(i) + MetricsDescriptor.DROPPED);
        }
        return dropped;
    }

    private long get(int at) {
        return MetricsMemory.getAcquire(memory, at);
    }

    private int executorBlock(int index) {
        return Section.EXECUTORS.block(memory, index);
    }

    private LinkCounts links(int at) {
        return new LinkCounts(
                get(at + LinkKind.DIRECT.offset),
                get(at + LinkKind.QUEUE.offset),
                get(at + LinkKind.RING.offset),
                get(at + LinkKind.NET.offset));
    }

    private List<ExecutorMetrics> executors() {
        List<List<Integer>> tasksOf = new ArrayList<>();
        for (int i = 0; i < executors; i++) {
            tasksOf.add(new ArrayList<>());
        }
        for (int i = 0; i < tasks; i++) {
            int block = Section.TASKS.block(memory, i);
            tasksOf.get(MetricsMemory.plainGetInt(memory, block + MetricsDescriptor.EXECUTOR))
                    .add(MetricsMemory.plainGetInt(memory, block + MetricsDescriptor.TASK_ID));
        }
        List<ExecutorMetrics> metrics = new ArrayList<>(executors);
        for (int i = 0; i < executors; i++) {
            int block = executorBlock(i);
            metrics.add(new ExecutorMetrics(
                    worker(),
                    i,
                    List.copyOf(tasksOf.get(i)),
                    Figures.of(ExecutorFigure.class, figure -> get(block + MetricsDescriptor.offset(figure)))));
        }
        return List.copyOf(metrics);
    }

    /** @param latencies histogram to which the latencies of all tasks are added */
    private List<TaskMetrics> tasks(Histogram latencies, InflowReader inflows) {
        Map<Integer, LatencySummary> endToEnd = new HashMap<>();
        Histogram own = Latencies.newHistogram();
        int sinks = Section.SINKS.count(memory);
        for (int i = 0; i < sinks; i++) {
            int block = Section.SINKS.block(memory, i);
            own.reset();
            HistogramReader.add(memory, block + MetricsDescriptor.SINK_HISTOGRAM, LatencyBuckets.FINE, own);
            endToEnd.put(
                    MetricsMemory.plainGetInt(memory, block + MetricsDescriptor.SINK_TASK), Latencies.summary(own));
            latencies.add(own);
        }
        List<TaskMetrics> metrics = new ArrayList<>(tasks);
        OwnMetrics ofAuthors = new OwnMetrics(memory, tasks, true);
        for (int i = 0; i < tasks; i++) {
            metrics.add(task(
                    i,
                    ofAuthors,
                    inflows.ofTask(i, Stage.INBOX),
                    inflows.ofTask(i, Stage.EXECUTE),
                    endToEnd.getOrDefault(i, LatencySummary.NONE)));
        }
        return List.copyOf(metrics);
    }

    private TaskMetrics task(
            int position, OwnMetrics own, LatencySummary queueWait, LatencySummary execute, LatencySummary endToEnd) {
        int block = Section.TASKS.block(memory, position);
        return new TaskMetrics(
                name(block + MetricsDescriptor.COMPONENT),
                MetricsMemory.plainGetInt(memory, block + MetricsDescriptor.TASK_ID),
                worker(),
                Figures.of(TaskFigure.class, figure -> get(block + MetricsDescriptor.offset(figure))),
                own.counters(position),
                own.gauges(position),
                own.timers(position),
                queueWait,
                execute,
                endToEnd);
    }

    private List<TaskTime> times() {
        List<TaskTime> times = new ArrayList<>(tasks);
        for (int i = 0; i < tasks; i++) {
            int block = Section.TASKS.block(memory, i);
            times.add(new TaskTime(
                    MetricsMemory.plainGetInt(memory, block + MetricsDescriptor.TASK_ID),
                    get(block + MetricsDescriptor.TURN_NANOS),
                    get(block + MetricsDescriptor.TIMED_NANOS),
                    get(block + MetricsDescriptor.TIMED_CALLS)));
        }
        return List.copyOf(times);
    }

    private List<StreamTraffic> traffic() {
        Map<Integer, String> componentOf = new HashMap<>();
        for (int i = 0; i < tasks; i++) {
            int block = Section.TASKS.block(memory, i);
            componentOf.put(
                    MetricsMemory.plainGetInt(memory, block + MetricsDescriptor.TASK_ID),
                    name(block + MetricsDescriptor.COMPONENT));
        }
        List<StreamTraffic> traffic = new ArrayList<>();
        StreamTraffic last = null;
        int edges = Section.EDGES.count(memory);
        for (int i = 0; i < edges; i++) {
            int edge = Section.EDGES.block(memory, i);
            // The bytes are read first: the writer counts them after the message, so their message is then counted too
            long bytes = get(edge + MetricsDescriptor.EDGE_BYTES);
            long messages = get(edge + MetricsDescriptor.EDGE_MESSAGES);
            int source = MetricsMemory.plainGetInt(memory, edge + MetricsDescriptor.EDGE_SOURCE);
            if (messages == 0 || !componentOf.containsKey(source)) {
                continue;
            }
            String stream = name(edge + MetricsDescriptor.EDGE_STREAM);
            String target = name(edge + MetricsDescriptor.EDGE_TARGET_COMPONENT);
            if (last == null
                    || last.sourceTask() != source
                    || !last.stream().equals(stream)
                    || !last.target().equals(target)) {
                last = new StreamTraffic(componentOf.get(source), source, stream, target, new ArrayList<>());
                traffic.add(last);
            }
            last.counts()
                    .addAll(List.of(
                            (long) MetricsMemory.plainGetInt(memory, edge + MetricsDescriptor.EDGE_TARGET),
                            messages,
                            bytes));
        }
        return List.copyOf(traffic);
    }

    private String name(int at) {
        return names[MetricsMemory.plainGetInt(memory, at)];
    }

    private String text(int at, int bytes) {
        byte[] text = new byte[bytes];
        memory.get(at, text);
        return new String(text, StandardCharsets.UTF_8);
    }
}
