// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.api.BasicBolt;
import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import java.util.ArrayList;
import java.util.List;

/**
 * A bolt that does at random everything that bolts may do, and updates the model: it emits anchored to several, one or
 * no inputs, acks, fails, does both, throws, forgets inputs, and acks late, also after the time-out. Confined to the
 * stepping thread.
 */
final class ModelledBolt implements Bolt {

    private static final long serialVersionUID = 1L;

    private final transient RandomTopology topology;
    private final transient TreeModel model;
    private final String component;
    private final transient List<Tuple> held = new ArrayList<>();
    private transient TaskContext context;
    private transient BoltCollector out;

    ModelledBolt(RandomTopology topology, String component) {
        this.topology = topology;
        this.model = topology.model;
        this.component = component;
    }

    @Override
    public void declareOutputs(OutputDeclarer declarer) {}

    @Override
    public void prepare(TaskContext task, BoltCollector collector) {
        context = task;
        out = collector;
    }

    @Override
    public void execute(Tuple input) {
        if (input.isTick()) {
            releaseSome();
            return;
        }
        if (model.oneIn(topology.trouble)) {
            misbehave(input);
            return;
        }
        emitSome(input);
        if (model.oneIn(6)) {
            held.add(input);
        } else {
            ack(input);
        }
        releaseSome();
    }

    private void misbehave(Tuple input) {
        boolean first = model.random.nextBoolean();
        if (first) {
            emitSome(input);
        }
        switch (model.random.nextInt(5)) {
            case 0 -> fail(input);
            case 1 -> {
                model.failed(RandomTopology.roots(input), context.nanoTime());
                throw new ByChance();
            }
            case 2 -> {
                // A later fail has no effect on an acked tuple
                ack(input);
                out.fail(input);
                throw new ByChance();
            }
            case 3 -> {
                fail(input);
                out.ack(input);
            }
            default -> {
                // The tuple is never acked
            }
        }
    }

    private void emitSome(Tuple input) {
        int hops = input.getInt("hops");
        if (hops == 0) {
            return;
        }
        for (int i = model.random.nextInt(3); i > 0; i--) {
            List<Tuple> anchors = new ArrayList<>();
            if (!model.oneIn(8)) {
                anchors.add(input);
            }
            if (model.oneIn(4)) {
                held.stream().limit(1 + model.random.nextInt(3)).forEach(anchors::add);
            }
            List<Object> roots =
                    TreeModel.union(anchors.stream().map(RandomTopology::roots).toList());
            Object[] values = {model.nextTuple(), hops - 1, roots};
            int direct = topology.directTask(component);
            if (direct > 0 && model.random.nextBoolean()) {
                model.emitted(roots, 1);
                out.emitDirect(direct, RandomTopology.DIRECT, anchors, values);
            } else {
                model.emitted(roots, topology.copies(component, values));
                if (anchors.size() == 1) {
                    out.emit(anchors.get(0), values);
                } else {
                    out.emit(anchors, values);
                }
            }
        }
    }

    private void releaseSome() {
        while (!held.isEmpty() && model.random.nextInt(4) == 0) {
            Tuple input = held.remove(model.random.nextInt(held.size()));
            if (model.oneIn(topology.trouble)) {
                fail(input);
            } else {
                ack(input);
            }
        }
    }

    private void ack(Tuple input) {
        model.acked(RandomTopology.roots(input), context.nanoTime());
        out.ack(input);
    }

    private void fail(Tuple input) {
        model.failed(RandomTopology.roots(input), context.nanoTime());
        out.fail(input);
    }

    /** A basic bolt that updates the model; it can only throw or not. */
    static final class Basic implements BasicBolt {

        private static final long serialVersionUID = 1L;

        private final transient RandomTopology topology;
        private final String component;
        private transient TaskContext context;

        Basic(RandomTopology topology, String component) {
            this.topology = topology;
            this.component = component;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {}

        @Override
        public void prepare(TaskContext task) {
            context = task;
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            if (input.isTick()) {
                return;
            }
            TreeModel model = topology.model;
            List<Object> roots = RandomTopology.roots(input);
            int hops = input.getInt("hops");
            for (int i = hops == 0 ? 0 : model.random.nextInt(3); i > 0; i--) {
                Object[] values = {model.nextTuple(), hops - 1, roots};
                model.emitted(roots, topology.copies(component, values));
                out.emit(values);
            }
            if (model.oneIn(topology.trouble)) {
                model.failed(roots, context.nanoTime());
                throw new ByChance();
            }
            model.acked(roots, context.nanoTime());
        }
    }
}
