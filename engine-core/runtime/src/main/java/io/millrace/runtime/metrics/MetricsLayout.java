// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import io.millrace.api.ComponentSpec;
import io.millrace.api.StreamSpec;
import io.millrace.api.Subscription;
import io.millrace.api.error.TopologyException;
import io.millrace.runtime.plan.Subscriptions;
import io.millrace.runtime.plan.TaskPlan;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The layout of one worker's metrics memory, and the header that describes it. Confined to the thread that makes it.
 */
final class MetricsLayout {

    private static final int EDGES_PER_LINE = MetricsDescriptor.ALIGNMENT / MetricsDescriptor.EDGE_STRIDE;

    private final String worker;
    private final long epoch;
    private final TaskPlan plan;
    private final Subscriptions subscriptions;
    private final int executors;
    private final int peers;
    private final int customBytes;

    /** The executor of each of the worker's tasks. */
    private final TreeMap<Integer, Integer> executorOfTask = new TreeMap<>();

    /** The tasks whose components have no outputs. */
    private final List<Integer> sinks = new ArrayList<>();

    /** The pairs of an executor and a component without outputs, in order of their first tasks. */
    private final Map<Sink, Integer> sinkComponents = new LinkedHashMap<>();

    private record Sink(int executor, String component) {}

    /** The number of pairs of a task and a stream that it receives. */
    private long inflows;

    private final Map<String, Integer> names = new LinkedHashMap<>();
    private final Map<Section, Integer> starts = new EnumMap<>(Section.class);
    private final Map<Section, Integer> counts = new EnumMap<>(Section.class);
    private final int totalBytes;

    /**
     * @param executors the tasks of each executor
     * @param peers number of workers of other nodes for which there is room
     * @param customBytes room for the authors' own metrics
     * @throws TopologyException if the metrics would be larger than a mapping can be
     */
    MetricsLayout(String worker, long epoch, TaskPlan plan, List<List<Integer>> executors, int peers, int customBytes) {
        this.worker = worker;
        this.epoch = epoch;
        this.plan = plan;
        this.subscriptions = new Subscriptions(plan.components());
        this.executors = executors.size();
        this.peers = peers;
        this.customBytes = MetricsDescriptor.align(customBytes);
        for (int i = 0; i < executors.size(); i++) {
            for (int task : executors.get(i)) {
                executorOfTask.put(task, i);
            }
        }
        name(worker);
        long edges = 0;
        for (int task : executorOfTask.keySet()) {
            ComponentSpec spec = plan.specOf(task);
            name(spec.id());
            if (spec.outputs().isEmpty()) {
                sinks.add(task);
                sinkComponents.putIfAbsent(new Sink(executorOfTask.get(task), spec.id()), sinkComponents.size());
            }
            edges += nameOutputs(spec);
            nameInputs(spec);
        }
        totalBytes = place(edges);
    }

    /** Returns the number of edges of a task of this component, including the gap behind them. */
    private long nameOutputs(ComponentSpec spec) {
        long edges = 0;
        for (StreamSpec stream : spec.outputs()) {
            name(stream.name());
            for (ComponentSpec target : subscribers(spec, stream)) {
                name(target.id());
                edges += target.tasks();
            }
        }
        return (edges + EDGES_PER_LINE - 1) / EDGES_PER_LINE * EDGES_PER_LINE;
    }

    private void nameInputs(ComponentSpec spec) {
        for (Subscription input : inputs(spec)) {
            name(input.source());
            name(input.stream());
            inflows++;
        }
    }

    private int place(long edges) {
        Map<Section, Long> wanted = new EnumMap<>(Section.class);
        wanted.put(Section.EXECUTORS, (long) executors);
        wanted.put(Section.TASKS, (long) executorOfTask.size());
        wanted.put(Section.CUSTOM, (long) customBytes / Section.CUSTOM.stride);
        wanted.put(Section.EDGES, edges);
        wanted.put(Section.SINKS, (long) sinks.size());
        wanted.put(Section.INFLOWS, inflows);
        wanted.put(Section.PEERS, (long) peers);
        wanted.put(Section.TRACES, (long) sinkComponents.size());
        wanted.put(Section.NAMES, (long) names.size());
        long end = MetricsDescriptor.HEAD_BYTES;
        for (Section section : Section.values()) {
            starts.put(section, (int) end);
            counts.put(section, (int) (long) wanted.get(section));
            end += wanted.get(section) * section.stride;
        }
        for (String name : names.keySet()) {
            end += bytes(name).length;
        }
        if (end > Integer.MAX_VALUE - MetricsDescriptor.ALIGNMENT) {
            throw new TopologyException("the metrics of worker " + worker + " would take " + end + " bytes, as its "
                    + executorOfTask.size() + " tasks have " + edges + " pairs with tasks that they send to and get "
                    + inflows + " streams; the bound is " + Integer.MAX_VALUE + ": use more workers or fewer tasks");
        }
        return MetricsDescriptor.align((int) end);
    }

    private static byte[] bytes(String name) {
        return name.getBytes(StandardCharsets.UTF_8);
    }

    private int name(String name) {
        Integer known = names.putIfAbsent(name, names.size());
        return known != null ? known : names.size() - 1;
    }

    /** Returns the components that receive a stream, in the topology's order, each once. */
    private List<ComponentSpec> subscribers(ComponentSpec source, StreamSpec stream) {
        return subscriptions.of(source.id(), stream.name()).stream()
                .map(Subscriptions.Subscriber::component)
                .distinct()
                .toList();
    }

    /** Returns the subscriptions of a component, each stream once. */
    private static List<Subscription> inputs(ComponentSpec spec) {
        List<Subscription> inputs = new ArrayList<>();
        for (Subscription input : spec.inputs()) {
            if (inputs.stream()
                    .noneMatch(known -> known.source().equals(input.source())
                            && known.stream().equals(input.stream()))) {
                inputs.add(input);
            }
        }
        return inputs;
    }

    int totalBytes() {
        return totalBytes;
    }

    PeerBoard peerBoard(ByteBuffer memory) {
        return new PeerBoard(memory, starts.get(Section.PEERS), peers);
    }

    /** Writes the header and the constant parts of the blocks, and makes the counters in them. */
    void write(ByteBuffer memory, List<ExecutorCounters> executorCounters, Map<Integer, TaskCounters> taskCounters) {
        for (int i = 0; i < executors; i++) {
            executorCounters.add(
                    new ExecutorCounters(memory, starts.get(Section.EXECUTORS) + i * Section.EXECUTORS.stride));
        }
        writeNames(memory);
        Map<Sink, TraceRecorder> traces = new HashMap<>();
        sinkComponents.forEach((of, index) ->
                traces.put(of, new TraceRecorder(memory, starts.get(Section.TRACES) + index * Section.TRACES.stride)));
        CustomArea custom = new CustomArea(memory, starts.get(Section.CUSTOM), customBytes);
        int block = starts.get(Section.TASKS);
        int edge = starts.get(Section.EDGES);
        int sink = starts.get(Section.SINKS);
        int inflow = starts.get(Section.INFLOWS);
        for (int task : executorOfTask.keySet()) {
            ComponentSpec spec = plan.specOf(task);
            MetricsMemory.plainPutInt(memory, block + MetricsDescriptor.TASK_ID, task);
            MetricsMemory.plainPutInt(memory, block + MetricsDescriptor.COMPONENT, names.get(spec.id()));
            MetricsMemory.plainPutInt(memory, block + MetricsDescriptor.EXECUTOR, executorOfTask.get(task));
            List<StreamCounters> streams = new ArrayList<>();
            int nextEdge = edge;
            for (StreamSpec stream : spec.outputs()) {
                int[] edgeOfTask = new int[plan.taskCount() + 1];
                nextEdge = writeEdges(memory, nextEdge, task, stream, edgeOfTask);
                streams.add(new StreamCounters(memory, edgeOfTask, new Sampler(nextEdge), new Sampler(nextEdge + 1)));
            }
            edge += MetricsDescriptor.align(nextEdge - edge);
            int position = (block - starts.get(Section.TASKS)) / Section.TASKS.stride;
            List<InflowCounters> inflowCounters = new ArrayList<>();
            for (Subscription input : inputs(spec)) {
                MetricsMemory.plainPutInt(memory, inflow + MetricsDescriptor.INFLOW_TASK, position);
                MetricsMemory.plainPutInt(memory, inflow + MetricsDescriptor.INFLOW_SOURCE, names.get(input.source()));
                MetricsMemory.plainPutInt(memory, inflow + MetricsDescriptor.INFLOW_STREAM, names.get(input.stream()));
                inflowCounters.add(new InflowCounters(memory, inflow, input.source(), input.stream()));
                inflow += Section.INFLOWS.stride;
            }
            LatencyRecorder endToEnd = null;
            if (spec.outputs().isEmpty()) {
                MetricsMemory.plainPutInt(memory, sink + MetricsDescriptor.SINK_TASK, position);
                endToEnd = new LatencyRecorder(memory, sink + MetricsDescriptor.SINK_HISTOGRAM, LatencyBuckets.FINE);
                sink += Section.SINKS.stride;
            }
            taskCounters.put(
                    task,
                    new TaskCounters(
                            memory,
                            block,
                            spec.id(),
                            task,
                            position,
                            new TaskCounters.Recorders(
                                    streams,
                                    inflowCounters,
                                    endToEnd,
                                    traces.get(new Sink(executorOfTask.get(task), spec.id())),
                                    custom)));
            block += Section.TASKS.stride;
        }
        writeHead(memory);
    }

    private int writeEdges(ByteBuffer memory, int first, int source, StreamSpec stream, int[] edgeOfTask) {
        int edge = first;
        for (ComponentSpec target : subscribers(plan.specOf(source), stream)) {
            for (int task : plan.tasksOf(target.id())) {
                MetricsMemory.plainPutInt(memory, edge + MetricsDescriptor.EDGE_SOURCE, source);
                MetricsMemory.plainPutInt(memory, edge + MetricsDescriptor.EDGE_STREAM, names.get(stream.name()));
                MetricsMemory.plainPutInt(memory, edge + MetricsDescriptor.EDGE_TARGET, task);
                MetricsMemory.plainPutInt(
                        memory, edge + MetricsDescriptor.EDGE_TARGET_COMPONENT, names.get(target.id()));
                edgeOfTask[task] = edge;
                edge += Section.EDGES.stride;
            }
        }
        return edge;
    }

    private void writeNames(ByteBuffer memory) {
        int entry = starts.get(Section.NAMES);
        int at = entry + names.size() * Section.NAMES.stride;
        for (String name : names.keySet()) {
            byte[] text = bytes(name);
            memory.put(at, text);
            MetricsMemory.plainPutInt(memory, entry + MetricsDescriptor.NAME_START, at);
            MetricsMemory.plainPutInt(memory, entry + MetricsDescriptor.NAME_BYTES, text.length);
            at += text.length;
            entry += Section.NAMES.stride;
        }
    }

    private void writeHead(ByteBuffer memory) {
        MetricsMemory.plainPutInt(memory, MetricsDescriptor.VERSION_OFFSET, MetricsDescriptor.VERSION);
        MetricsMemory.plainPutLong(memory, MetricsDescriptor.TOTAL_BYTES_OFFSET, totalBytes);
        MetricsMemory.plainPutLong(memory, MetricsDescriptor.EPOCH_OFFSET, epoch);
        MetricsMemory.plainPutLong(
                memory, MetricsDescriptor.PID_OFFSET, ProcessHandle.current().pid());
        for (Section section : Section.values()) {
            section.write(memory, starts.get(section), counts.get(section));
        }
        // A reader that sees the magic word must see the whole header
        MetricsMemory.putRelease(memory, MetricsDescriptor.MAGIC_OFFSET, MetricsDescriptor.MAGIC);
    }
}
