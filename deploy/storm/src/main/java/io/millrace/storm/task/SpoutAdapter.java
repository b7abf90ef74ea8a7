// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.task;

import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.storm.graph.StormGraph;
import io.millrace.storm.worker.StormSettings;
import io.millrace.storm.worker.StormWorker;
import java.util.Map;
import org.apache.storm.hooks.info.SpoutAckInfo;
import org.apache.storm.hooks.info.SpoutFailInfo;
import org.apache.storm.spout.ISpout;
import org.apache.storm.spout.SpoutOutputCollector;

/** Runs a spout of Storm, which may block, on a thread of its own. */
public final class SpoutAdapter implements Spout {

    private static final long serialVersionUID = 1L;

    private final String id;
    private final Outputs outputs;

    private transient ISpout spout;
    private transient StormContext context;
    private transient SpoutCalls calls;
    private transient Turn turn;
    private transient TaskHooks hooks;

    public SpoutAdapter(String id, Outputs outputs) {
        this.id = id;
        this.outputs = outputs;
    }

    @Override
    public void declareOutputs(OutputDeclarer out) {
        outputs.declare(out);
    }

    @Override
    public void open(TaskContext task, SpoutCollector out) {
        StormWorker worker = task.shared(StormWorker.class);
        StormGraph graph = new StormGraph(worker.topology());
        Map<String, Object> settings = StormSettings.ofComponent(worker.settings(), graph.settings(id));
        turn = new Turn(task);
        turn.begin();
        try {
            context = StormContext.of(task, worker, settings, turn);
            calls = new SpoutCalls(out, outputs, context, turn);
            hooks = TaskHooks.open(settings, context);
            ISpout made = ComponentObjects.spout(id, graph.object(id));
            made.open(settings, context, new SpoutOutputCollector(calls));
            spout = made;
        } finally {
            turn.end();
        }
    }

    @Override
    public void nextTuple() {
        call(spout::nextTuple);
    }

    @Override
    public void ack(Object messageId) {
        calls.ended();
        call(() -> {
            spout.ack(messageId);
            if (context.hasHooks()) {
                new SpoutAckInfo(messageId, context.getThisTaskId(), null).applyOn(context);
            }
        });
    }

    @Override
    public void fail(Object messageId) {
        calls.ended();
        call(() -> {
            spout.fail(messageId);
            if (context.hasHooks()) {
                new SpoutFailInfo(messageId, context.getThisTaskId(), null).applyOn(context);
            }
        });
    }

    @Override
    public void activate() {
        call(spout::activate);
    }

    @Override
    public void deactivate() {
        call(spout::deactivate);
    }

    private void call(Runnable method) {
        turn.begin();
        try {
            method.run();
        } finally {
            turn.end();
        }
    }

    @Override
    public void close() {
        if (turn != null) {
            turn.close();
        }
        if (spout != null) {
            call(spout::close);
        }
        if (hooks != null) {
            hooks.close();
        }
    }
}
