// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import java.util.List;

/** A spout that emits tracked, untracked and direct tuples at random, and reports to the model how their trees end. */
final class ModelledSpout implements Spout {

    private static final long serialVersionUID = 1L;

    private final transient RandomTopology topology;
    private final transient TreeModel model;
    private final String component;
    private transient TaskContext context;
    private transient SpoutCollector out;
    private transient int incarnation;

    ModelledSpout(RandomTopology topology, String component) {
        this.topology = topology;
        this.model = topology.model;
        this.component = component;
    }

    @Override
    public void declareOutputs(OutputDeclarer declarer) {}

    @Override
    public void open(TaskContext task, SpoutCollector collector) {
        context = task;
        out = collector;
        incarnation = model.opened(task.taskId());
    }

    @Override
    public void nextTuple() {
        for (int i = model.random.nextInt(4); i > 0 && model.budget > 0 && !model.calm; i--) {
            model.budget--;
            emit();
        }
        if (model.oneIn(50)) {
            throw new ByChance();
        }
    }

    private void emit() {
        int direct = topology.directTask(component);
        boolean toOne = direct > 0 && model.random.nextBoolean();
        boolean untracked = model.oneIn(10);
        Object[] values = {model.nextTuple(), 1 + model.random.nextInt(5), List.of()};
        TreeModel.Root root = null;
        if (!untracked) {
            int copies = toOne ? 1 : topology.copies(component, values);
            root = model.emitted(context.taskId(), incarnation, context.nanoTime(), copies);
            values[2] = model.tracked ? List.of(root.number) : List.of();
        }
        if (toOne) {
            out.emitDirect(direct, RandomTopology.DIRECT, root, values);
        } else {
            out.emitTo("default", root, values);
        }
    }

    @Override
    public void ack(Object messageId) {
        tell(() -> model.toldAcked((TreeModel.Root) messageId, context.taskId(), incarnation));
    }

    @Override
    public void fail(Object messageId) {
        tell(() -> model.toldFailed((TreeModel.Root) messageId, context.taskId(), incarnation, context.nanoTime()));
    }

    /** Reports an outcome to the model, as the engine continues after an exception of a component. */
    private void tell(Runnable outcome) {
        try {
            outcome.run();
        } catch (AssertionError e) {
            topology.violation(e);
        }
        if (model.oneIn(50)) {
            throw new ByChance();
        }
    }
}
