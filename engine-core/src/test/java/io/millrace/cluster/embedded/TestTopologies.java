package io.millrace.cluster.embedded;

import io.millrace.api.BasicBolt;
import io.millrace.api.Counter;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** Small topologies that tests run in this process and in worker processes. */
public final class TestTopologies {

    private TestTopologies() {}

    /** Emits 0 to n-1, tracked and repeated until acked, at most this many per millisecond if not 0. */
    public static final class Numbers implements Spout {
        private static final long serialVersionUID = 1L;
        private final long count;
        private final int perMilli;
        private transient SpoutCollector out;
        private transient TaskContext context;
        private transient long startNanos;
        private transient long next;
        private transient long emitted;
        private transient Deque<Long> again;
        private transient Set<Long> pending;
        private transient Counter replays;

        public Numbers(long count, int perMilli) {
            this.count = count;
            this.perMilli = perMilli;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number");
        }

        @Override
        public void open(TaskContext taskContext, SpoutCollector collector) {
            context = taskContext;
            out = collector;
            next = context.taskIndex();
            again = new ArrayDeque<>();
            pending = new HashSet<>();
            replays = context.counter("replays");
            startNanos = context.nanoTime();
        }

        @Override
        public void nextTuple() {
            Long repeat = again.poll();
            if (repeat != null) {
                replays.add(1);
                out.emitTracked(repeat, repeat);
                return;
            }
            if (next < count) {
                long mayHave =
                        perMilli == 0 ? Long.MAX_VALUE : (context.nanoTime() - startNanos) / 1_000_000 * perMilli;
                if (emitted < mayHave) {
                    long number = next;
                    next += context.taskCount();
                    emitted++;
                    pending.add(number);
                    out.emitTracked(number, number);
                }
            } else {
                out.finish();
            }
        }

        @Override
        public void ack(Object messageId) {
            pending.remove(messageId);
        }

        @Override
        public void fail(Object messageId) {
            if (pending.contains(messageId)) {
                again.add((Long) messageId);
            }
        }
    }

    /** Counts its tuples, and the distinct numbers among them. */
    public static final class Count implements BasicBolt {
        private static final long serialVersionUID = 1L;
        private transient Counter all;
        private transient Counter distinct;
        private transient Set<Long> seen;

        @Override
        public void declareOutputs(OutputDeclarer out) {}

        @Override
        public void prepare(TaskContext context) {
            all = context.counter("all");
            distinct = context.counter("distinct");
            seen = new HashSet<>();
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            all.add(1);
            if (seen.add(input.getLong(0))) {
                distinct.add(1);
            }
        }
    }

    /** Cannot be prepared. */
    public static final class Broken implements BasicBolt {
        private static final long serialVersionUID = 1L;

        /** Counts of all instances in this process. */
        static final AtomicInteger CLOSED = new AtomicInteger();

        @Override
        public void declareOutputs(OutputDeclarer out) {}

        @Override
        public void prepare(TaskContext context) {
            throw new IllegalStateException("no database at db.example");
        }

        @Override
        public void execute(Tuple input, Emitter out) {}

        @Override
        public void close() {
            CLOSED.incrementAndGet();
        }
    }

    /** Numbers from one spout task to two counting tasks, by fields. */
    public static Topology counting(long count, int perMilli) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new Numbers(count, perMilli), 1);
        builder.setBolt("count", new Count(), 2).fields("numbers", "number");
        return builder.build();
    }

    /** The same, in regions that no node of a local cluster has set. */
    public static Topology countingInTwoRegions(long count) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new Numbers(count, 0), 1).regions("eu");
        builder.setBolt("count", new Count(), 2).fields("numbers", "number").regions("us", "asia");
        return builder.build();
    }

    public static Topology broken() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new Numbers(10, 0), 1);
        builder.setBolt("broken", new Broken(), 1).shuffle("numbers");
        return builder.build();
    }
}
