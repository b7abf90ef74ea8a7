package io.millrace.runtime.worker;

import io.millrace.api.BasicBolt;
import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.CommittingBolt;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.ReplayableSpout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.StatefulBolt;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What survives the workers of a test: what committing sinks have prepared and committed. Components find it by a key, because they
 * are serialized. Confined to the test's thread, or if there is one task of the sink, to that of its executor; {@link #visible} may be read by others.
 */
final class OutsideWorld implements AutoCloseable {

    private static final Map<String, OutsideWorld> ALL = new ConcurrentHashMap<>();

    final String key;

    /** By task index and snapshot. */
    final Map<Integer, TreeMap<Long, List<List<Object>>>> prepared = new TreeMap<>();

    final List<List<Object>> visible = Collections.synchronizedList(new ArrayList<>());
    int recoveries;

    /** Whether {@link Gated} takes nothing. */
    boolean closed;

    OutsideWorld(String key) {
        this.key = key;
        ALL.put(key, this);
    }

    @Override
    public void close() {
        ALL.remove(key);
    }

    /** Emits the numbers from 0, each task its share in the course of time, and finishes. */
    static final class Numbers implements ReplayableSpout {

        private static final long serialVersionUID = 1L;

        /** So that the numbers of a test take many snapshots. */
        private static final long PAUSE_NANOS = 200_000;

        private final int end;
        private final long pauseNanos;
        private transient TaskContext context;
        private transient SpoutCollector out;
        private transient long next;

        Numbers(int end) {
            this(end, PAUSE_NANOS);
        }

        /** @param pauseNanos from one number of a task to its next one */
        Numbers(int end, long pauseNanos) {
            this.end = end;
            this.pauseNanos = pauseNanos;
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
                out.idleUntil(context.nanoTime() + pauseNanos);
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
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("key", "number");
        }
    }

    /** Passes tuples on. */
    static final class Pass implements BasicBolt {

        private static final long serialVersionUID = 1L;

        @Override
        public void execute(Tuple input, Emitter out) {
            out.emit(input.values().toArray());
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("key", "number");
        }
    }

    /** Passes tuples on, a few in a millisecond, and none while the world is closed. */
    static final class Gated implements Bolt {

        private static final long serialVersionUID = 1L;
        private static final long PAUSE_NANOS = 1_000_000;
        static final int AT_ONCE = 3;

        private final String key;
        private transient OutsideWorld world;
        private transient TaskContext context;
        private transient BoltCollector out;
        private transient int taken;

        Gated(String key) {
            this.key = key;
        }

        @Override
        public void prepare(TaskContext task, BoltCollector collector) {
            world = ALL.get(key);
            context = task;
            out = collector;
            pause();
        }

        private void pause() {
            out.pauseInput();
            context.executeAt(context.nanoTime() + PAUSE_NANOS, this::look);
        }

        private void look() {
            if (world.closed) {
                pause();
            } else {
                out.resumeInput();
            }
        }

        @Override
        public void execute(Tuple input) {
            out.emit(input, input.get("key"), input.get("number"));
            out.ack(input);
            if (++taken % AT_ONCE == 0) {
                pause();
            }
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("key", "number");
        }
    }

    /** Emits the sum of the numbers of each key. */
    static final class Sums implements StatefulBolt {

        private static final long serialVersionUID = 1L;
        private static final StateSpec<ValueState<Long>> SUM = StateSpec.value("sum", Long.class);

        private transient ValueState<Long> sum;

        @Override
        public List<StateSpec<?>> states() {
            return List.of(SUM);
        }

        @Override
        public void prepare(TaskContext context) {
            sum = context.state(SUM);
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            long next = sum.getOr(0L) + input.getLong("number");
            sum.set(next);
            out.emit(input.get("key"), input.get("number"), next);
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("key", "number", "sum");
        }
    }

    /** Makes its inputs visible in the world when their snapshot is committed. */
    static final class Sink implements BasicBolt, CommittingBolt {

        private static final long serialVersionUID = 1L;

        private final String key;
        private transient OutsideWorld world;
        private transient int index;
        private transient List<List<Object>> open;

        Sink(String key) {
            this.key = key;
        }

        @Override
        public void prepare(TaskContext context) {
            world = ALL.get(key);
            index = context.taskIndex();
            open = new ArrayList<>();
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            open.add(List.copyOf(input.values()));
        }

        private TreeMap<Long, List<List<Object>>> mine() {
            return world.prepared.computeIfAbsent(index, none -> new TreeMap<>());
        }

        @Override
        public Object prepare(long snapshotId) {
            if (open.isEmpty()) {
                return null;
            }
            mine().put(snapshotId, open);
            open = new ArrayList<>();
            return snapshotId;
        }

        @Override
        public void commit(long snapshotId) {
            Map<Long, List<List<Object>>> all = mine().headMap(snapshotId, true);
            all.values().forEach(world.visible::addAll);
            all.clear();
        }

        @Override
        public void recover(long generation, List<Prepared> prepared) {
            world.recoveries++;
            for (Prepared each : prepared) {
                List<List<Object>> rows = mine().remove(each.snapshotId());
                if (rows != null) {
                    world.visible.addAll(rows);
                }
            }
            mine().clear();
        }
    }
}
