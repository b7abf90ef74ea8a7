// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.SpoutDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Counts numbers exactly, whatever happens to processes. Each task keeps a journal of its work, refuses to open while
 * another instance has it open, and recognises repeats.
 */
public final class JournalTopology {

    private JournalTopology() {}

    /** The lines of one task: "number nanos"; held by one process at a time. */
    static final class Journal implements AutoCloseable {

        private final FileChannel file;
        private final Set<Long> numbers = new HashSet<>();

        Journal(String directory, String component, int index) {
            Path path = Path.of(directory, component + "-" + index);
            try {
                file = FileChannel.open(
                        path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
                if (file.tryLock() == null) {
                    throw new IllegalStateException(path + " is held by another instance of the task");
                }
                for (String line : Files.readAllLines(path)) {
                    numbers.add(Long.parseLong(line.substring(0, line.indexOf(' '))));
                }
                file.position(file.size());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        long highest() {
            return numbers.stream().mapToLong(Long::longValue).max().orElse(-1);
        }

        boolean holds(long number) {
            return numbers.contains(number);
        }

        void add(long number, long nanos) {
            numbers.add(number);
            try {
                file.write(ByteBuffer.wrap((number + " " + nanos + "\n").getBytes(StandardCharsets.US_ASCII)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            try {
                file.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /**
     * Emits each of its numbers until it is acked, at a fixed rate, until the file {@code stop} appears; skips none.
     */
    public static class Numbers implements Spout {
        private static final long serialVersionUID = 1L;
        private final String directory;
        private final long pauseNanos;
        private transient Journal journal;
        private transient SpoutCollector out;
        private transient TaskContext context;
        private transient Deque<Long> again;
        private transient long next;
        private transient long highest;
        private transient Path stop;
        private transient long dueNanos;

        Numbers(String directory, long perSecond) {
            this.directory = directory;
            this.pauseNanos = 1_000_000_000 / perSecond;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number");
        }

        @Override
        public void open(TaskContext taskContext, SpoutCollector collector) {
            context = taskContext;
            out = collector;
            journal = new Journal(directory, context.componentId(), context.taskIndex());
            again = new ArrayDeque<>();
            next = context.taskIndex();
            highest = journal.highest();
            stop = Path.of(directory, "stop");
            dueNanos = context.nanoTime();
        }

        @Override
        public void nextTuple() {
            long now = context.nanoTime();
            Long repeat = again.poll();
            if (repeat != null) {
                emit(repeat, out);
                return;
            }
            while (journal.holds(next)) {
                next += context.taskCount();
            }
            if (now < dueNanos) {
                out.idleUntil(dueNanos);
                return;
            }
            if (next > highest && Files.exists(stop)) {
                out.finish();
            } else {
                dueNanos = Math.max(dueNanos + pauseNanos, now - 5_000_000);
                long number = next;
                highest = Math.max(highest, number);
                next += context.taskCount();
                emit(number, out);
            }
        }

        void emit(long number, SpoutCollector collector) {
            collector.emitTracked(number, number);
        }

        @Override
        public void ack(Object messageId) {
            journal.add((Long) messageId, context.nanoTime());
        }

        @Override
        public void fail(Object messageId) {
            if (!journal.holds((Long) messageId)) {
                again.add((Long) messageId);
            }
        }

        @Override
        public void close() {
            if (journal != null) {
                journal.close();
            }
        }
    }

    /** Passes numbers on. */
    public static final class Pass implements Bolt {
        private static final long serialVersionUID = 1L;
        private transient BoltCollector out;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number");
        }

        @Override
        public void prepare(TaskContext taskContext, BoltCollector collector) {
            out = collector;
        }

        @Override
        public void execute(Tuple input) {
            out.emit(input, input.getLong(0));
            out.ack(input);
        }
    }

    /** Records each number once. */
    public static final class Count implements Bolt {
        private static final long serialVersionUID = 1L;
        private final String directory;
        private transient Journal journal;
        private transient BoltCollector out;
        private transient TaskContext context;

        Count(String directory) {
            this.directory = directory;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {}

        @Override
        public void prepare(TaskContext taskContext, BoltCollector collector) {
            context = taskContext;
            out = collector;
            journal = new Journal(directory, context.componentId(), context.taskIndex());
        }

        @Override
        public void execute(Tuple input) {
            long number = input.getLong(0);
            if (!journal.holds(number)) {
                journal.add(number, System.nanoTime());
            }
            out.ack(input);
        }

        @Override
        public void close() {
            if (journal != null) {
                journal.close();
            }
        }
    }

    /** Sends to the passing task of its own index, or to the other one while the file {@code cross} exists. */
    public static final class PairedNumbers extends Numbers {
        private static final long serialVersionUID = 1L;
        private final String directory;
        private transient Path cross;
        private transient List<Integer> targets;
        private transient int index;

        PairedNumbers(String directory, long perSecond) {
            super(directory, perSecond);
            this.directory = directory;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declareDirect("pair", "number");
        }

        @Override
        public void open(TaskContext context, SpoutCollector collector) {
            super.open(context, collector);
            cross = Path.of(directory, "cross");
            targets = context.tasksOf("pass");
            index = context.taskIndex();
        }

        @Override
        void emit(long number, SpoutCollector collector) {
            int target = (index + (Files.exists(cross) ? 1 : 0)) % targets.size();
            collector.emitDirect(targets.get(target), "pair", number, number);
        }
    }

    /** Passes numbers on to the task that their parity selects. */
    public static final class PairedPass implements Bolt {
        private static final long serialVersionUID = 1L;
        private transient BoltCollector out;
        private transient List<Integer> targets;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declareDirect("pair", "number");
        }

        @Override
        public void prepare(TaskContext context, BoltCollector collector) {
            out = collector;
            targets = context.tasksOf("count");
        }

        @Override
        public void execute(Tuple input) {
            long number = input.getLong(0);
            out.emitDirect(targets.get((int) (number % targets.size())), "pair", List.of(input), number);
            out.ack(input);
        }
    }

    /**
     * Returns a topology in which tasks 1 and 2 emit, 3 and 4 pass on, 5 and 6 count the numbers of 1 and of 2: chains
     * 1, 3, 5 and 2, 4, 6 and nothing between them; with the file {@code cross}, 1, 4, 5 and 2, 3, 6.
     */
    static Topology paired(Path directory, long perSecond) {
        TopologyBuilder builder = new TopologyBuilder();
        String where = directory.toString();
        builder.setSpout("numbers", new PairedNumbers(where, perSecond / 2), 2);
        builder.setBolt("pass", new PairedPass(), 2).direct("numbers", "pair");
        builder.setBolt("count", new Count(where), 2).direct("pass", "pair");
        return builder.build();
    }

    /** Returns a topology in which tasks 1 and 2 emit, 3 and 4 pass on, 5 and 6 count by number. */
    public static Topology counting(Path directory, long perSecond) {
        return counting(directory, perSecond, List.of());
    }

    /**
     * Returns the topology of {@link #counting(Path, long)} with sources that must not leave these regions, unless
     * there are none.
     */
    public static Topology counting(Path directory, long perSecond, List<String> regions) {
        TopologyBuilder builder = new TopologyBuilder();
        String where = directory.toString();
        SpoutDeclarer numbers = builder.setSpout("numbers", new Numbers(where, perSecond / 2), 2);
        if (!regions.isEmpty()) {
            numbers.regions(regions.toArray(String[]::new));
        }
        builder.setBolt("pass", new Pass(), 2).shuffle("numbers");
        builder.setBolt("count", new Count(where), 2).fields("pass", "number");
        return builder.build();
    }
}
