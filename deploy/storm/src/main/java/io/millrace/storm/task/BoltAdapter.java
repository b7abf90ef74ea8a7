// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.task;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.storm.graph.StormGraph;
import io.millrace.storm.graph.StreamNames;
import io.millrace.storm.value.Boxes;
import io.millrace.storm.worker.StormSettings;
import io.millrace.storm.worker.StormWorker;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.Constants;
import org.apache.storm.hooks.info.BoltExecuteInfo;
import org.apache.storm.task.IBolt;
import org.apache.storm.task.OutputCollector;

/**
 * Runs a bolt of Storm on an executor that it shares with others. When several of its calls have been slow, it gets a
 * thread of its own, see {@link OwnThread}.
 */
public final class BoltAdapter implements Bolt {

    private static final long serialVersionUID = 1L;

    private final String id;
    private final Outputs outputs;

    /** Whether the bolt has a thread or a program that emits, for which calls of the bolt never wait. */
    private final boolean active;

    private transient IBolt bolt;
    private transient StormContext context;
    private transient StreamNames streams;
    private transient BoltCalls calls;
    private transient Turn turn;
    private transient TaskHooks hooks;
    private transient SlowCalls slow;
    private transient OwnThread own;
    private transient BoltCollector out;
    private transient TaskContext task;
    private transient List<Object> tickValues;

    public BoltAdapter(String id, Outputs outputs, boolean active) {
        this.id = id;
        this.outputs = outputs;
        this.active = active;
    }

    @Override
    public void declareOutputs(OutputDeclarer declarer) {
        outputs.declare(declarer);
    }

    @Override
    public void prepare(TaskContext engine, BoltCollector collector) {
        StormWorker worker = engine.shared(StormWorker.class);
        StormGraph graph = new StormGraph(worker.topology());
        Map<String, Object> settings = StormSettings.ofComponent(worker.settings(), graph.settings(id));
        task = engine;
        out = collector;
        streams = worker.streams();
        slow = new SlowCalls();
        turn = new Turn(engine);
        turn.begin();
        try {
            context = StormContext.of(engine, worker, settings, turn);
            calls = new BoltCalls(collector, outputs, context, turn);
            if (active) {
                calls.waitForTargets();
            }
            hooks = TaskHooks.open(settings, context);
            tickValues = Collections.singletonList(settings.get(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS));
            IBolt made = ComponentObjects.bolt(id, graph.object(id));
            made.prepare(settings, context, new OutputCollector(calls));
            bolt = made;
        } finally {
            turn.end();
        }
    }

    @Override
    public void execute(Tuple input) {
        InputTuple tuple = input.isTick()
                ? new InputTuple(
                        context,
                        tickValues,
                        Constants.SYSTEM_COMPONENT_ID,
                        (int) Constants.SYSTEM_TASK_ID,
                        Constants.SYSTEM_TICK_STREAM_ID,
                        input)
                : new InputTuple(
                        context,
                        Boxes.unpack(input.values()),
                        input.sourceComponent(),
                        input.sourceTask(),
                        streams.toStorm(input.sourceStream()),
                        input);
        if (own != null) {
            own.take(tuple);
            return;
        }
        boolean timed = !active && slow.begins();
        turn.begin();
        try {
            call(tuple);
        } finally {
            turn.end();
        }
        if (timed && slow.ended(id, task.taskId())) {
            calls.waitForTargets();
            own = new OwnThread(id, task, out, this::call);
        }
    }

    private void call(InputTuple tuple) {
        bolt.execute(tuple);
        if (context.hasHooks()) {
            new BoltExecuteInfo(tuple, context.getThisTaskId(), null).applyOn(context);
        }
    }

    @Override
    public void close() {
        if (own != null) {
            own.close();
        }
        if (turn != null) {
            turn.close();
        }
        if (bolt != null) {
            turn.begin();
            try {
                bolt.cleanup();
            } finally {
                turn.end();
            }
        }
        if (hooks != null) {
            hooks.close();
        }
    }
}
