// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.api.BasicBolt;
import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.BuffersInputs;
import io.millrace.api.CommittingBolt;
import io.millrace.api.CustomGrouping;
import io.millrace.api.Emitter;
import io.millrace.api.HoldsWatermarks;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.ReplayableSpout;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.StatefulBolt;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.WorkerContext;
import io.millrace.api.WorkerHook;
import io.millrace.api.codec.ValueCodec;
import io.millrace.api.codec.ValueInput;
import io.millrace.api.codec.ValueOutput;
import io.millrace.api.error.HostileErrors;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.TimerEvent;
import io.millrace.api.state.Timers;
import io.millrace.api.state.ValueState;
import io.millrace.operators.aggregate.Aggregate;
import io.millrace.operators.async.AsyncFunction;
import io.millrace.operators.batch.BatchBolt;
import io.millrace.operators.batch.BatchEmitter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;

/**
 * Components of which each method that the engine calls throws when a test says so. Their shared state is static, as
 * tasks get copies of components. Confined to the test's thread.
 */
final class AuthorDoors {

    /** The exception or error that an author's method throws. */
    enum Thrown {
        EXCEPTION(new IllegalStateException("as thrown")),
        HOSTILE(HostileErrors.MESSAGE.make()),
        ERROR(new OddError());

        private final Throwable error;

        Thrown(Throwable error) {
            this.error = error;
        }

        String className() {
            return error.getClass().getName();
        }
    }

    /** An error whose methods throw, so that nothing but its class can be known. */
    private static final class OddError extends Error {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }
    }

    private static final Set<Integer> ACKED = new TreeSet<>();
    private static final Set<List<Object>> RESULTS = new HashSet<>();
    private static String armed = "";
    private static Throwable thrown;
    private static int hits;
    private static int hitsWhenEmitted;
    private static int failures;

    private AuthorDoors() {}

    /** Lets a method throw at its next call, or at the next ones. */
    static void arm(String door, Thrown what, int times) {
        arm(door, what.error, times);
    }

    static void arm(String door, Throwable what, int times) {
        ACKED.clear();
        RESULTS.clear();
        armed = door;
        thrown = what;
        hits = times;
        hitsWhenEmitted = 0;
        failures = 0;
    }

    /** Lets the armed method throw after the next emission of {@link Packer}. */
    static void armWhenEmitted(int times) {
        hitsWhenEmitted = times;
    }

    static void disarm() {
        armed = "";
    }

    /** Returns whether all has been thrown. */
    static boolean isOver() {
        return hits == 0 && hitsWhenEmitted == 0;
    }

    static int acked() {
        return ACKED.size();
    }

    /** Returns how often the spout was told that a tuple has failed. */
    static int failures() {
        return failures;
    }

    static Set<List<Object>> results() {
        return RESULTS;
    }

    static void hit(String door) {
        if (hits > 0 && armed.equals(door)) {
            hits--;
            AuthorDoors.<RuntimeException>sneak(thrown);
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void sneak(Throwable error) throws E {
        throw (E) error;
    }

    /** Emits 0 to 9, tracked, at least one millisecond apart, and repeats failed tuples. */
    static class Source implements Spout {
        private static final long serialVersionUID = 1L;
        static final int COUNT = 10;

        private transient TaskContext context;
        private transient SpoutCollector out;
        private transient ArrayDeque<Integer> left;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number", "time");
        }

        @Override
        public void open(TaskContext task, SpoutCollector collector) {
            hit("open");
            context = task;
            out = collector;
            left = new ArrayDeque<>();
            for (int i = 0; i < COUNT; i++) {
                left.add(i);
            }
        }

        @Override
        public void nextTuple() {
            hit("nextTuple");
            Integer next = left.peek();
            if (next != null) {
                out.emitTracked(next, next, (long) next);
                left.remove();
            }
            out.idleUntil(context.nanoTime() + 1_000_000);
        }

        @Override
        public void ack(Object messageId) {
            ACKED.add((Integer) messageId);
            hit("ack");
        }

        @Override
        public void fail(Object messageId) {
            failures++;
            left.add((Integer) messageId);
            hit("fail");
        }

        @Override
        public void activate() {
            hit("activate");
        }

        @Override
        public void deactivate() {
            hit("deactivate");
        }

        @Override
        public void close() {
            hit("close");
        }
    }

    /** Passes numbers on. */
    static final class Middle implements Bolt {
        private static final long serialVersionUID = 1L;
        private transient TaskContext context;
        private transient BoltCollector out;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number");
        }

        @Override
        public void prepare(TaskContext task, BoltCollector collector) {
            hit("prepare");
            context = task;
            out = collector;
            task.gauge("bad", () -> {
                hit("gauge");
                return 1;
            });
            task.share("shared", () -> () -> hit("shared.close"));
        }

        @Override
        public void execute(Tuple input) {
            hit("execute");
            context.execute(() -> hit("command"));
            context.executeAt(context.nanoTime() + 1_000_000, () -> hit("commandAt"));
            out.emit(input, input.get(0));
            out.ack(input);
        }

        @Override
        public void close() {
            hit("bolt.close");
        }
    }

    /** Chooses the first task. */
    static final class FirstTask implements CustomGrouping {
        private static final long serialVersionUID = 1L;
        private transient List<Integer> tasks;

        @Override
        public void prepare(TaskContext context, String stream, List<Integer> targetTasks) {
            hit("grouping.prepare");
            tasks = targetTasks;
        }

        @Override
        public List<Integer> chooseTasks(List<Object> values) {
            hit("chooseTasks");
            return tasks.subList(0, 1);
        }
    }

    /** A class that {@link ParcelCodec} encodes. */
    static final class Parcel {
        final int number;

        Parcel(int number) {
            this.number = number;
        }

        @Override
        public int hashCode() {
            hit("hashCode");
            return number;
        }

        @Override
        public boolean equals(Object other) {
            hit("equals");
            return other instanceof Parcel that && number == that.number;
        }
    }

    static final class ParcelCodec implements ValueCodec<Parcel> {

        @Override
        public void write(Parcel value, ValueOutput out) {
            hit("codec.write");
            out.writeInt(value.number);
        }

        @Override
        public Parcel read(ValueInput in) {
            hit("codec.read");
            return new Parcel(in.readInt());
        }
    }

    /** A class that Kryo encodes. */
    public static final class Registered {
        int number;

        public Registered() {
            hit("constructor");
        }
    }

    /** Sends the last bolt a parcel, a map with a parcel as its key, and an object. */
    static final class Packer implements BasicBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number", "parcel", "map", "object");
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            int number = input.getInt(0);
            Registered object = new Registered();
            object.number = number;
            out.emit(number, new Parcel(number), Map.of(new Parcel(number), 1), object);
            hits += hitsWhenEmitted;
            hitsWhenEmitted = 0;
        }
    }

    /** The last bolt, which emits nothing. */
    static final class Last implements BasicBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void execute(Tuple input, Emitter out) {
            RESULTS.add(List.of(input.get(0)));
        }
    }

    record Row(int number) {
        public Row {
            hit("record");
        }

        @Override
        public int number() {
            hit("record.read");
            return number;
        }
    }

    /** A function whose stages are of an author's class. */
    static final class Call implements AsyncFunction<Object> {
        private static final long serialVersionUID = 1L;
        private transient TaskContext context;

        @Override
        public void open(TaskContext task) {
            hit("async.open");
            context = task;
        }

        @Override
        public CompletionStage<Object> call(Tuple input) {
            hit("async.call");
            OwnStage stage = new OwnStage();
            try {
                hit("async.fails");
                if (armed.equals("async.cancel") && hits > 0) {
                    return stage;
                }
                stage.complete(input.get(0));
            } catch (Throwable e) {
                stage.completeExceptionally(e);
            }
            return stage;
        }

        @Override
        public void close() {
            hit("async.close");
        }
    }

    private static final class OwnStage extends CompletableFuture<Object> {

        @Override
        public CompletableFuture<Object> whenComplete(BiConsumer<? super Object, ? super Throwable> action) {
            hit("async.whenComplete");
            return super.whenComplete(action);
        }

        @Override
        public CompletableFuture<Object> toCompletableFuture() {
            hit("async.cancel");
            return this;
        }
    }

    static final class Batches implements BatchBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number");
        }

        @Override
        public void prepare(TaskContext context) {
            hit("batch.prepare");
        }

        @Override
        public void execute(List<Tuple> batch, BatchEmitter out) {
            hit("batch.execute");
            batch.forEach(input -> out.emitFor(input, input.get(0)));
        }

        @Override
        public void close() {
            hit("batch.close");
        }
    }

    /** An aggregate that counts, and throws when armed. */
    static final class Counting implements Aggregate<Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public Long init() {
            hit("aggregate.init");
            return 0L;
        }

        @Override
        public Long add(Long accumulator, Tuple input) {
            hit("aggregate.add");
            return accumulator + 1;
        }

        @Override
        public Long merge(Long first, Long second) {
            hit("aggregate.merge");
            return first + second;
        }

        @Override
        public Object result(Long accumulator) {
            hit("aggregate.result");
            return accumulator;
        }
    }

    /** Sets a timer for each number. */
    static final class Timed implements StatefulBolt {
        private static final long serialVersionUID = 1L;
        private static final StateSpec<ValueState<Long>> SEEN = StateSpec.value("seen", Long.class);
        private transient Timers timers;
        private transient ValueState<Long> seen;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number");
        }

        @Override
        public List<StateSpec<?>> states() {
            hit("states");
            return List.of(SEEN);
        }

        @Override
        public void prepare(TaskContext context) {
            timers = context.timers();
            seen = context.state(SEEN);
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            seen.set(1L);
            timers.atTime(timers.now() + 1);
            out.emit(input.get(0));
        }

        @Override
        public void onTimer(TimerEvent timer, Emitter out) {
            hit("onTimer");
            RESULTS.add(List.of("timer", timer.key().get(0)));
        }
    }

    /** A bolt that holds one input, and throws when armed and asked for it. */
    static final class Holder implements Bolt, BuffersInputs, HoldsWatermarks {
        private static final long serialVersionUID = 1L;
        private transient BoltCollector out;
        private transient TaskContext context;
        private transient Tuple kept;
        private transient long due;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number");
        }

        @Override
        public void prepare(TaskContext task, BoltCollector collector) {
            out = collector;
            context = task;
        }

        @Override
        public void execute(Tuple input) {
            release();
            kept = input;
            due = context.nanoTime();
        }

        @Override
        public long deadline() {
            hit("deadline");
            return kept == null ? NEVER : due;
        }

        @Override
        public void release() {
            if (kept != null) {
                Tuple input = kept;
                kept = null;
                out.emit(input, input.get(0));
                out.ack(input);
                hit("release");
            }
        }

        @Override
        public void watermark(Runnable pass) {
            hit("watermark");
            pass.run();
        }

        @Override
        public int held() {
            hit("held");
            return kept == null ? 0 : 1;
        }
    }

    static final class Hook implements WorkerHook<Object> {
        private static final long serialVersionUID = 1L;

        @Override
        public Object open(WorkerContext context) {
            hit("hook.open");
            return new Object();
        }

        @Override
        public void close(Object shared) {
            hit("hook.close");
        }
    }

    // Exactly once

    /** Emits 0 to 99; its position is a parcel. */
    static final class Replayed implements ReplayableSpout {
        private static final long serialVersionUID = 1L;
        static final int COUNT = 100;
        private transient TaskContext context;
        private transient SpoutCollector out;
        private transient int next;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number");
        }

        @Override
        public void open(TaskContext task, SpoutCollector collector) {
            context = task;
            out = collector;
        }

        @Override
        public void nextTuple() {
            if (next < COUNT) {
                out.emit(next++);
                out.idleUntil(context.nanoTime() + 1_000_000);
            } else {
                out.finish();
            }
        }

        @Override
        public Object snapshot() {
            hit("snapshot");
            if (armed.equals("abort") && hits > 0) {
                throw new IllegalStateException("so that the snapshot is given up");
            }
            return new Parcel(next);
        }

        @Override
        public void restore(List<Object> snapshots) {
            hit("restore");
            next = ((Parcel) snapshots.get(0)).number;
        }

        @Override
        public void committed(long snapshotId) {
            hit("committed");
        }
    }

    /** Makes each committed tuple a result once. */
    static final class Sink implements BasicBolt, CommittingBolt {
        private static final long serialVersionUID = 1L;
        private transient List<Object> open;

        @Override
        public void prepare(TaskContext context) {
            open = new ArrayList<>();
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            open.add(input.get(0));
        }

        @Override
        public void begun(long snapshotId) {
            hit("begun");
        }

        @Override
        public Object prepare(long snapshotId) {
            hit("sink.prepare");
            List<Object> handle = open;
            open = new ArrayList<>();
            PREPARED.put(snapshotId, handle);
            return new Parcel((int) snapshotId);
        }

        @Override
        public void commit(long snapshotId) {
            hit("commit");
            PREPARED.headMap(snapshotId, true).values().forEach(Sink::isVisible);
            PREPARED.headMap(snapshotId, true).clear();
        }

        private static void isVisible(List<Object> rows) {
            rows.forEach(row -> {
                if (!RESULTS.add(List.of(row))) {
                    throw new AssertionError(row + " is visible twice");
                }
            });
        }

        @Override
        public void abort(long snapshotId) {
            // The handles come with the next commit
            open.addAll(0, PREPARED.remove(snapshotId));
            hit("abort");
        }

        @Override
        public void recover(long generation, List<Prepared> prepared) {
            hit("recover");
            prepared.forEach(each -> {
                List<Object> rows = PREPARED.remove((long) ((Parcel) each.handle()).number);
                if (rows != null) {
                    isVisible(rows);
                }
            });
            PREPARED.clear();
        }
    }

    private static final TreeMap<Long, List<Object>> PREPARED = new TreeMap<>();
}
