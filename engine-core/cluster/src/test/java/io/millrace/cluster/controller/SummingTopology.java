// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.api.BasicBolt;
import io.millrace.api.CommittingBolt;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.ReplayableSpout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.StatefulBolt;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** Sums numbers by key exactly once, and shows the sums in files that appear when their snapshot is committed. */
public final class SummingTopology {

    private SummingTopology() {}

    static Topology of(Path directory, long end, int sums) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new Numbers(directory.toString(), end), 2);
        builder.setBolt("sums", new Sums(), sums).fields("numbers", "key");
        builder.setBolt("out", new Out(directory.toString()), 2).shuffle("sums");
        return builder.build();
    }

    /** The content of the state. */
    public record Total(long sum, int numbers) {}

    /** Emits each number once, about 4,000 per second, and leaves a file with its position. */
    static final class Numbers implements ReplayableSpout {
        private static final long serialVersionUID = 1L;
        private static final long PAUSE_NANOS = 500_000;

        private final String directory;
        private final long end;
        private transient TaskContext context;
        private transient SpoutCollector out;
        private transient long next;

        Numbers(String directory, long end) {
            this.directory = directory;
            this.end = end;
        }

        @Override
        public void open(TaskContext task, SpoutCollector collector) {
            context = task;
            out = collector;
            next = task.taskIndex();
        }

        @Override
        public void nextTuple() {
            if (next < end) {
                out.emit(next % 7, next);
                next += context.taskCount();
                out.idleUntil(context.nanoTime() + PAUSE_NANOS);
            } else {
                out.finish();
            }
        }

        @Override
        public Object snapshot() {
            return next;
        }

        @Override
        public void restore(List<Object> snapshots) {
            next = (Long) snapshots.get(context.taskIndex());
        }

        @Override
        public void close() {
            try {
                Files.writeString(Path.of(directory, ".emitted-" + context.taskIndex()), Long.toString(next / 2));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("key", "number");
        }
    }

    static final class Sums implements StatefulBolt {
        private static final long serialVersionUID = 1L;
        private static final StateSpec<ValueState<Total>> TOTAL = StateSpec.value("total", Total.class);

        private transient ValueState<Total> total;

        @Override
        public List<StateSpec<?>> states() {
            return List.of(TOTAL);
        }

        @Override
        public void prepare(TaskContext context) {
            total = context.state(TOTAL);
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            Total before = total.getOr(new Total(0, 0));
            Total now = new Total(before.sum() + input.getLong("number"), before.numbers() + 1);
            total.set(now);
            out.emit(input.getLong("key") + " " + input.getLong("number") + " " + now.sum());
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("line");
        }
    }

    /** Writes a file for each snapshot, whose name begins with a dot until it is committed. */
    static final class Out implements BasicBolt, CommittingBolt {
        private static final long serialVersionUID = 1L;

        private final String directory;
        private transient int index;
        private transient List<String> lines;

        Out(String directory) {
            this.directory = directory;
        }

        @Override
        public void prepare(TaskContext context) {
            index = context.taskIndex();
            lines = new ArrayList<>();
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            lines.add(input.getString("line"));
        }

        @Override
        public Object prepare(long snapshotId) {
            if (lines.isEmpty()) {
                return null;
            }
            String name = index + "-" + snapshotId;
            try {
                Files.write(Path.of(directory, "." + name), lines);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            lines.clear();
            return name;
        }

        @Override
        public void commit(long snapshotId) {
            show(index + "-" + snapshotId);
        }

        private void show(String name) {
            try {
                if (Files.exists(Path.of(directory, "." + name))) {
                    Files.move(
                            Path.of(directory, "." + name), Path.of(directory, name), StandardCopyOption.ATOMIC_MOVE);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void recover(long generation, List<Prepared> prepared) {
            prepared.forEach(each -> show((String) each.handle()));
        }
    }
}
