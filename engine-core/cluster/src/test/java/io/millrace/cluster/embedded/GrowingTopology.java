// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.Engines;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.EngineKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** A spout, and a component with engines that may have a task on a further node. */
public final class GrowingTopology {

    private static final int MOST_PENDING = 100;
    private static final long WORK_NANOS = 10_000_000;

    private GrowingTopology() {}

    /** @param stop the file after whose creation the spout finishes as soon as each number is acked */
    static Topology until(Path stop) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new Numbers(stop.toString()));
        builder.setEngines("work", Engines.of(new Work()), 2, 2)
                .firstIdle("numbers")
                .set(EngineKeys.TASKS_MAX.name(), 2);
        return builder.build();
    }

    /** Emits numbers, and repeats failed ones. */
    private static final class Numbers implements Spout {
        private static final long serialVersionUID = 1L;
        private final String stop;
        private transient SpoutCollector out;
        private transient Queue<Object> again;
        private transient Set<Object> pending;
        private transient int next;

        Numbers(String stop) {
            this.stop = stop;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number");
        }

        @Override
        public void open(TaskContext context, SpoutCollector collector) {
            out = collector;
            again = new ArrayDeque<>();
            pending = new HashSet<>();
        }

        @Override
        public void nextTuple() {
            Object number = again.poll();
            boolean stopped = Files.exists(Path.of(stop));
            if (number == null && !stopped && pending.size() < MOST_PENDING) {
                number = next++;
                pending.add(number);
            }
            if (number != null) {
                out.emitTracked(number, number);
            } else if (stopped && pending.isEmpty()) {
                out.finish();
            }
        }

        @Override
        public void ack(Object messageId) {
            pending.remove(messageId);
        }

        @Override
        public void fail(Object messageId) {
            again.add(messageId);
        }
    }

    /** Takes a while for each number. */
    private static final class Work implements BasicBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {}

        @Override
        public void execute(Tuple input, Emitter out) {
            long end = System.nanoTime() + WORK_NANOS;
            while (System.nanoTime() - end < 0) {
                LockSupport.parkNanos(end - System.nanoTime());
            }
        }
    }
}
