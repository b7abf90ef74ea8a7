// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.windows;

import io.millrace.api.Emitter;
import io.millrace.api.Fields;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.TimerEvent;
import io.millrace.benchmarks.machine.MicroBenchmark;
import io.millrace.operators.Bolts;
import io.millrace.operators.aggregate.Aggregates;
import io.millrace.operators.window.WindowBolt;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.state.HeapStates;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.StreamRef;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.Consumer;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The bolt of {@link MillraceWindows} with its states, without a topology around it; one thread. It is called with the
 * events of {@link EventSequence}, and a watermark each 50 ms of event time, of which the timers fire. Making an event
 * is a part of what is measured ({@link #events}).
 */
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 4, time = 2)
@Fork(
        value = 1,
        jvmArgsAppend = {"-XX:+UseSerialGC", "-Xms3g", "-Xmx3g", "-XX:+UseCondCardMark"})
public class WindowsMicroBenchmark extends MicroBenchmark {

    private static final int[] KEY = {0};
    private static final int EVENTS_PER_WATERMARK = 50 * EventSequence.PER_MILLI;

    /** The windows are full after that. */
    private static final long FILLING_MILLIS = 61_000;

    private static final StreamRef STREAM =
            new StreamRef("events", 0, "default", Fields.of("key", "time", "value"), false);

    @Param({"TUMBLING", "SLIDING", "SESSION"})
    public WindowShape shape;

    @Param({"1", "1000", "100000", "1000000"})
    public int keys;

    private EventSequence sequence;
    private HeapStates states;
    private WindowBolt bolt;
    private Consumer<TimerEvent> fire;
    private long index;
    private long results;

    /** How many results there were beside the events. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Counts {
        public long results;
        public long events;
    }

    /** Counts what is emitted. */
    private final class Sink implements Emitter {

        @Override
        public void emit(Object... values) {
            results++;
        }

        @Override
        public void emitTo(String stream, Object... values) {
            throw new IllegalStateException("an event is late");
        }

        @Override
        public void emitDirect(int task, String stream, Object... values) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void answer(Object... values) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void answerError(String message) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int[] lastTargets() {
            throw new UnsupportedOperationException();
        }
    }

    private final Emitter sink = new Sink();

    @Setup(Level.Trial)
    public void setUp() {
        sequence = new EventSequence(shape, keys);
        bolt = Bolts.window(MillraceWindows.windows(shape), "key")
                .eventTime("time")
                .aggregate("count", Aggregates.count())
                .aggregate("sum", Aggregates.sum("value"));
        states = new HeapStates("windows", bolt.states(), new ValuesCodec(List.of()), System::currentTimeMillis);
        bolt.prepare(context());
        fire = timer -> bolt.onTimer(timer, sink);
        while (index < FILLING_MILLIS * EventSequence.PER_MILLI) {
            event();
        }
    }

    /** What the bolt needs of its task: states and timers. Nobody reads its metrics, and no event is late. */
    private TaskContext context() {
        return (TaskContext) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {TaskContext.class}, (proxy, method, arguments) -> {
                    return switch (method.getName()) {
                        case "state" -> states.handle((StateSpec<?>) arguments[0]);
                        case "timers" -> states.timers();
                        default -> null;
                    };
                });
    }

    private DataTuple next() {
        Object[] values = {sequence.key(index), sequence.millis(index), sequence.value(index)};
        return new DataTuple(STREAM, 1, 2, DataTuple.UNKNOWN_TIME, values);
    }

    private Tuple event() {
        DataTuple tuple = next();
        states.key(tuple.array(), KEY);
        bolt.execute(tuple, sink);
        if (++index % EVENTS_PER_WATERMARK == 0) {
            long passed = sequence.inOrder(index) - EventSequence.LATENESS_MILLIS - 1;
            states.advanceWatermark(passed, Integer.MAX_VALUE, fire);
        }
        return tuple;
    }

    /** The bolt with all. */
    @Benchmark
    public Tuple windows(Counts counts) {
        long before = results;
        Tuple tuple = event();
        counts.events++;
        counts.results += results - before;
        return tuple;
    }

    /** Only making an event. */
    @Benchmark
    public Tuple events() {
        Tuple tuple = next();
        index++;
        return tuple;
    }
}
