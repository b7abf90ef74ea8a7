// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker.exactlyonce;

import io.millrace.api.BasicBolt;
import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import java.util.List;

/** Bolts without states. */
final class PassingBolts {

    private PassingBolts() {}

    /** Passes tuples on; as a {@link Shape.Kind#SPLIT} those with an even number twice. */
    static final class Pass implements BasicBolt {

        private static final long serialVersionUID = 1L;
        private final Shape.Node node;
        private transient TaskContext context;

        Pass(Shape.Node node) {
            this.node = node;
        }

        @Override
        public void prepare(TaskContext task) {
            context = task;
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            long key = input.getLong("key");
            long number = input.getLong("number");
            emit(context, node, out, key, number);
            if (node.kind() == Shape.Kind.SPLIT && number % 2 == 0) {
                emit(context, node, out, key, number);
            }
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            Direct.declare(declarer);
        }
    }

    static void emit(TaskContext context, Shape.Node node, Emitter out, long key, long number) {
        out.emit(key, number);
        for (int task : Direct.targets(context, node, key)) {
            out.emitDirect(task, Shape.DIRECT, key, number);
        }
    }

    /** Passes a few tuples on at a time. */
    static final class Slow implements Bolt {

        private static final long serialVersionUID = 1L;
        private static final long PAUSE_NANOS = 500_000;
        private static final int AT_ONCE = 4;
        private final Shape.Node node;
        private transient TaskContext context;
        private transient BoltCollector out;
        private transient int taken;

        Slow(Shape.Node node) {
            this.node = node;
        }

        @Override
        public void prepare(TaskContext task, BoltCollector collector) {
            context = task;
            out = collector;
        }

        @Override
        public void execute(Tuple input) {
            long key = input.getLong("key");
            long number = input.getLong("number");
            out.emit(input, key, number);
            for (int task : Direct.targets(context, node, key)) {
                out.emitDirect(task, Shape.DIRECT, List.of(input), key, number);
            }
            out.ack(input);
            if (++taken % AT_ONCE == 0) {
                out.pauseInput();
                context.executeAt(context.nanoTime() + PAUSE_NANOS, out::resumeInput);
            }
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            Direct.declare(declarer);
        }
    }
}
