// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.TopologySubmitter;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * Sources whose keys change in popularity, and as many tasks that count by key. Each source has two hot keys,
 * neighbours in a ring of all keys, each with 45 % of its tuples; the rest have any key. So who talks much is a ring of
 * sources and counters, which is cheapest to cut into two arcs. {@link Shifts} says which keys are hot and whose rate
 * is three times as high. Arguments: the directory of the run, tuples per second of each source, and the keys, of which
 * the one at i goes to the i-th counter.
 */
final class ShiftingTopology {

    /** The name with which it is submitted. */
    static final String NAME = "shifting";

    static final String SOURCE = "source";
    static final String COUNT = "count";

    private static final double HOT = 0.45;
    private static final int FASTER = 3;
    private static final long SECOND = 1_000_000_000;

    private ShiftingTopology() {}

    public static void main(String[] arguments) {
        String[] keys = arguments[2].split(",");
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(SOURCE, new Source(arguments[0], Long.parseLong(arguments[1]), keys), keys.length);
        builder.setBolt(COUNT, new Count(arguments[0]), keys.length).fields(SOURCE, "key");
        TopologySubmitter.submit(NAME, builder.build(), Config.empty());
    }

    /** Emits what is due; an instance that takes a task over begins with what was due when the one before ended. */
    static final class Source implements Spout {

        private static final long serialVersionUID = 1L;

        private final String directory;
        private final long perSecond;
        private final String[] keys;
        private transient Shifts shifts;
        private transient SplittableRandom random;
        private transient SpoutCollector out;
        private transient TaskContext context;
        private transient long due;
        private transient long nextId;

        Source(String directory, long perSecond, String[] keys) {
            this.directory = directory;
            this.perSecond = perSecond;
            this.keys = keys;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("key", "due", "way");
        }

        @Override
        public void open(TaskContext taskContext, SpoutCollector collector) {
            context = taskContext;
            out = collector;
            shifts = new Shifts(Path.of(directory), context.taskIndex());
            random = new SplittableRandom(context.nanoTime());
            due = shifts.resumed();
        }

        @Override
        public void nextTuple() {
            long now = context.nanoTime();
            shifts.look(now);
            if (shifts.start() == Long.MAX_VALUE) {
                out.idleUntil(shifts.nextLook());
                return;
            }
            if (due == Long.MAX_VALUE) {
                due = shifts.start() + context.taskIndex() * SECOND / perSecond / context.taskCount();
            }
            if (due <= now) {
                out.intendedAt(due);
                out.emitTracked(nextId++, key(), due, Crossings.begin());
                due += SECOND / (shifts.isFaster() ? FASTER * perSecond : perSecond);
            } else {
                // Else it would be asked now and then, and that would be most of the latency
                out.idleUntil(Math.min(due, shifts.nextLook()));
            }
        }

        private String key() {
            double drawn = random.nextDouble();
            int hot = context.taskIndex() + shifts.shift();
            int chosen = drawn < HOT ? hot : drawn < 2 * HOT ? hot + 1 : random.nextInt(keys.length);
            return keys[chosen % keys.length];
        }

        @Override
        public void close() {
            if (shifts != null) {
                shifts.resumeAt(due);
            }
        }
    }

    /** Takes what comes, and writes down when, how late, and whether from the other host. */
    static final class Count implements BasicBolt {

        private static final long serialVersionUID = 1L;

        private final String directory;
        private transient FlowSink sink;

        Count(String directory) {
            this.directory = directory;
        }

        @Override
        public void prepare(TaskContext context) {
            sink = new FlowSink(Path.of(directory), context.taskIndex());
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {
            sink.take(tuple.getLong(1), Crossings.crossings(Crossings.arrive(tuple.getLong(2))) > 0);
        }

        @Override
        public void close() {
            if (sink != null) {
                sink.close();
            }
        }
    }
}
