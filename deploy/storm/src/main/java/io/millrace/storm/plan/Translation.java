// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.plan;

import io.millrace.api.Bolt;
import io.millrace.api.BoltDeclarer;
import io.millrace.api.Grouping;
import io.millrace.api.SpoutDeclarer;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.storm.graph.StormGraph;
import io.millrace.storm.graph.StreamNames;
import io.millrace.storm.task.AnswerAdapter;
import io.millrace.storm.task.BoltAdapter;
import io.millrace.storm.task.ComponentObjects;
import io.millrace.storm.task.Outputs;
import io.millrace.storm.task.SpoutAdapter;
import io.millrace.storm.value.StormValues;
import io.millrace.storm.worker.StormSettings;
import io.millrace.storm.worker.StormWorkerHook;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.storm.Config;
import org.apache.storm.generated.ComponentCommon;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.task.IBolt;
import org.apache.storm.task.ShellBolt;
import org.apache.storm.utils.Utils;

/** Translates one topology of Storm. */
public final class Translation {

    private static final int MILLIS_PER_SECOND = 1_000;

    private final String json;
    private final StormGraph graph;
    private final StreamNames streams;
    private final Map<String, Object> settings;

    /** Streams that a bolt subscribes to by direct grouping. */
    private final Set<GlobalStreamId> direct = new TreeSet<>();

    /** Streams that a bolt subscribes to by another grouping. */
    private final Set<GlobalStreamId> grouped = new TreeSet<>();

    /** @param settings the topology's settings as JSON, as Storm's submitter sends them */
    public Translation(StormTopology topology, String settings) {
        this.json = settings;
        this.graph = new StormGraph(topology);
        this.streams = StreamNames.of(topology);
        this.settings = StormSettings.read(settings);
        for (String id : graph.components()) {
            graph.common(id)
                    .get_inputs()
                    .forEach((stream, grouping) -> (grouping.is_set_direct() ? direct : grouped).add(stream));
        }
    }

    /**
     * Returns the topology.
     *
     * @throws TopologyException naming what cannot run here
     */
    public Topology topology() {
        if (graph.topology().get_state_spouts_size() > 0) {
            throw new TopologyException(
                    "the topology has state spouts, which Storm itself has never finished: leave" + " them out");
        }
        TopologyBuilder builder = new TopologyBuilder();
        for (String id : graph.components()) {
            if (graph.isSpout(id)) {
                addSpout(builder, id);
            } else {
                addBolt(builder, id);
            }
        }
        return builder.codecs(new StormValues(json))
                .workerHook(new StormWorkerHook(Utils.thriftSerialize(graph.topology()), json))
                .build();
    }

    private void addSpout(TopologyBuilder builder, String id) {
        Map<String, Object> own = StormSettings.ofComponent(settings, graph.settings(id));
        int tasks = tasks(id, own);
        if (Requests.isSource(ComponentObjects.spout(id, graph.object(id)))) {
            builder.setSpout(id, Requests.source(), executors(id, tasks)).tasks(tasks);
            return;
        }
        Requests.refuseHidden(id, graph.object(id));
        SpoutDeclarer spout = builder.setSpout(id, new SpoutAdapter(id, outputs(id)), executors(id, tasks))
                .tasks(tasks)
                .blocking();
        if (own.get(Config.TOPOLOGY_MAX_SPOUT_PENDING) instanceof Number most) {
            spout.set(TopologyKeys.MAX_SPOUT_PENDING.name(), Math.max(1, most.intValue()));
        }
    }

    private void addBolt(TopologyBuilder builder, String id) {
        IBolt made = ComponentObjects.bolt(id, graph.object(id));
        Map<String, Object> own = StormSettings.ofComponent(settings, graph.settings(id));
        int tasks = tasks(id, own);
        boolean program = made instanceof ShellBolt;
        Bolt adapter = Requests.isEnd(made)
                ? new AnswerAdapter()
                : new BoltAdapter(id, outputs(id), program || Requests.hasThread(made));
        BoltDeclarer bolt = builder.setBolt(id, adapter, executors(id, tasks)).tasks(tasks);
        if (program) {
            bolt.blocking();
        }
        if (own.get(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS) instanceof Number seconds && seconds.doubleValue() > 0) {
            bolt.tickEvery(Duration.ofMillis((long) (seconds.doubleValue() * MILLIS_PER_SECOND)));
        }
        new TreeMap<>(graph.common(id).get_inputs())
                .forEach((stream, grouping) -> bolt.subscribe(
                        stream.get_componentId(),
                        streams.toMillrace(stream.get_streamId()),
                        grouping(id, stream, grouping)));
    }

    private Outputs outputs(String id) {
        Outputs outputs = new Outputs();
        new TreeMap<>(graph.common(id).get_streams()).forEach((stream, info) -> {
            GlobalStreamId global = new GlobalStreamId(id, stream);
            boolean isDirect = direct.contains(global) || info.is_direct() && !grouped.contains(global);
            if (isDirect && grouped.contains(global)) {
                throw new TopologyException("component '" + id + "': stream '" + stream + "' has subscribers by direct"
                        + " grouping and others: give the others a stream of their own");
            }
            outputs.add(stream, streams.toMillrace(stream), info, isDirect);
        });
        return outputs;
    }

    private Grouping grouping(String id, GlobalStreamId stream, org.apache.storm.generated.Grouping grouping) {
        return switch (grouping.getSetField()) {
            case FIELDS ->
                grouping.get_fields().isEmpty()
                        ? new Grouping.Global()
                        : Grouping.Custom.of(new HashRule(positions(id, stream, grouping.get_fields())));
            case SHUFFLE, NONE -> new Grouping.Shuffle();
            case ALL -> new Grouping.All();
            case DIRECT -> new Grouping.Direct();
            case LOCAL_OR_SHUFFLE -> new Grouping.LocalOrShuffle();
            case CUSTOM_OBJECT, CUSTOM_SERIALIZED ->
                Grouping.Custom.of(new CustomRule(grouping, stream.get_componentId()));
        };
    }

    private int[] positions(String id, GlobalStreamId stream, List<String> fields) {
        List<String> declared = declared(stream);
        int[] positions = fields.stream().mapToInt(declared::indexOf).toArray();
        for (int i = 0; i < positions.length; i++) {
            if (positions[i] < 0) {
                throw new TopologyException("component '" + id + "' groups by field '" + fields.get(i) + "', which '"
                        + stream.get_componentId() + "' does not declare for stream '" + stream.get_streamId()
                        + "': it declares " + declared);
            }
        }
        return positions;
    }

    private List<String> declared(GlobalStreamId stream) {
        if (!graph.components().contains(stream.get_componentId())) {
            return List.of();
        }
        ComponentCommon source = graph.common(stream.get_componentId());
        return source.get_streams().containsKey(stream.get_streamId())
                ? source.get_streams().get(stream.get_streamId()).get_output_fields()
                : List.of();
    }

    private int executors(String id, int tasks) {
        int hint = graph.common(id).is_set_parallelism_hint() ? graph.common(id).get_parallelism_hint() : 1;
        return Math.max(1, Math.min(hint, tasks));
    }

    private int tasks(String id, Map<String, Object> own) {
        int hint = graph.common(id).is_set_parallelism_hint() ? graph.common(id).get_parallelism_hint() : 1;
        int tasks = own.get(Config.TOPOLOGY_TASKS) instanceof Number number ? number.intValue() : hint;
        if (own.get(Config.TOPOLOGY_MAX_TASK_PARALLELISM) instanceof Number most) {
            tasks = Math.min(tasks, most.intValue());
        }
        return Math.max(1, tasks);
    }
}
