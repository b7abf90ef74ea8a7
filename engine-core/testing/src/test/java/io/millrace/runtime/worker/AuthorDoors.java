// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.api.BasicBolt;
import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.CustomGrouping;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.WorkerContext;
import io.millrace.api.WorkerHook;
import io.millrace.api.codec.ValueCodec;
import io.millrace.api.codec.ValueInput;
import io.millrace.api.codec.ValueOutput;
import io.millrace.api.error.HostileErrors;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

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

    /** Returns whether a method throws at its next call. */
    static boolean isArmed(String door) {
        return hits > 0 && armed.equals(door);
    }

    static void hit(String door) {
        if (isArmed(door)) {
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
}
