// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.dashboard;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;

/** A topology with some branches for the page: orders are checked, priced, counted, and some fail. */
public final class OrderTopology {

    private OrderTopology() {}

    /** Emits this many tracked orders in a second. */
    public static final class Orders implements Spout {
        private static final long serialVersionUID = 1L;
        private final int perSecond;
        private transient SpoutCollector out;
        private transient TaskContext context;
        private transient long startNanos;
        private transient long emitted;

        Orders(int perSecond) {
            this.perSecond = perSecond;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("customer", "order");
        }

        @Override
        public void open(TaskContext taskContext, SpoutCollector collector) {
            out = collector;
            context = taskContext;
            startNanos = context.nanoTime();
        }

        @Override
        public void nextTuple() {
            if (emitted < (context.nanoTime() - startNanos) / 1e9 * perSecond) {
                emitted++;
                out.emitTracked(emitted, "customer " + emitted % 97, emitted);
            } else {
                out.idleUntil(startNanos + (emitted + 1) * 1_000_000_000L / perSecond);
            }
        }
    }

    /** Passes its input on, and may work for some microseconds first. */
    public static final class Step implements BasicBolt {
        private static final long serialVersionUID = 1L;
        private final int micros;
        private final int failing;
        private final boolean sends;

        /** @param failing the interval of orders that throw; 0 for none */
        Step(int micros, int failing, boolean sends) {
            this.micros = micros;
            this.failing = failing;
            this.sends = sends;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            if (sends) {
                declarer.declare("customer", "order");
            }
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            long until = System.nanoTime() + micros * 1_000L;
            while (System.nanoTime() < until) {
                Thread.onSpinWait();
            }
            if (failing > 0 && input.getLong(1) % failing == 0) {
                throw new IllegalStateException("no price for <b>order " + input.getLong(1) + "</b>");
            }
            if (sends) {
                out.emit(input.getString(0), input.getLong(1));
            }
        }
    }

    static Topology of(int perSecond) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("orders", new Orders(perSecond), 2);
        builder.setBolt("check", new Step(20, 0, true), 3).shuffle("orders");
        builder.setBolt("price", new Step(60, 997, true), 3).fields("check", "customer");
        builder.setBolt("fraud", new Step(10, 0, true), 2).fields("check", "customer");
        builder.setBolt("count", new Step(5, 0, false), 2).fields("price", "customer");
        builder.setBolt("alert", new Step(5, 0, false), 1).shuffle("fraud").shuffle("price");
        return builder.build();
    }
}
