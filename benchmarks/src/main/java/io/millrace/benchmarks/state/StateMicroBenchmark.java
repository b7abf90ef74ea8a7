// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.state;

import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import io.millrace.benchmarks.machine.MicroBenchmark;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.state.HeapStates;
import io.millrace.runtime.state.StateCapture;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Counts by a key that is a text, as a task does it; one thread. */
@Fork(
        value = 1,
        jvmArgsAppend = {"-XX:+UseSerialGC", "-Xmx3g"})
public class StateMicroBenchmark extends MicroBenchmark {

    private static final StateSpec<ValueState<Long>> COUNT = StateSpec.value("count", Long.class);
    private static final int[] POSITIONS = {0};

    /** Odd, so that steps of it reach all keys in an order that no cache foresees. */
    private static final int STEP = 514_229;

    @Param({"1000", "1000000"})
    public int keys;

    private final ValuesCodec codec = new ValuesCodec(List.of());
    private HeapStates states;
    private ValueState<Long> count;
    private Object[][] tuples;
    private int next;

    @Setup
    public void setUp() {
        states = new HeapStates("words", List.of(COUNT), codec, System::currentTimeMillis);
        count = states.handle(COUNT);
        tuples = new Object[keys][];
        for (int i = 0; i < keys; i++) {
            tuples[i] = new Object[] {"the key " + i};
            add(i);
        }
    }

    private long add(int key) {
        states.key(tuples[key], POSITIONS);
        long sum = count.getOr(0L) + 1;
        count.set(sum);
        return sum;
    }

    private int nextKey() {
        next = (int) (((long) next + STEP) % keys);
        return next;
    }

    /** Reads and sets the count of one key; no capture is open. */
    @Benchmark
    @BenchmarkMode(Mode.AverageTime)
    public long getAndSet() {
        return add(nextKey());
    }

    /** A capture that is open while {@link #firstChange} runs. */
    @State(Scope.Thread)
    public static class Open {

        private StateCapture capture;

        @Setup(Level.Iteration)
        public void open(StateMicroBenchmark states) {
            capture = states.states.capture();
        }

        @TearDown(Level.Iteration)
        public void close() {
            capture.release();
        }
    }

    /** Replaces entries while a capture is open that shares nearly all. */
    @Benchmark
    @BenchmarkMode(Mode.SingleShotTime)
    @Warmup(iterations = 20)
    @Measurement(iterations = 50)
    public long changesOfAllKeysAfterACapture(Open open) {
        long sum = 0;
        for (int i = 0; i < keys; i++) {
            sum += add(nextKey());
        }
        return sum;
    }

    /** The first change of one partition after a capture: copies its table. */
    @Benchmark
    @BenchmarkMode(Mode.SingleShotTime)
    @Warmup(iterations = 500)
    @Measurement(iterations = 1000)
    public long firstChange(Open open) {
        return add(nextKey());
    }

    @Benchmark
    @BenchmarkMode(Mode.AverageTime)
    public StateCapture capture() {
        StateCapture capture = states.capture();
        capture.release();
        return capture;
    }

    /** Encodes all, as another thread does it. */
    @Benchmark
    @BenchmarkMode(Mode.SingleShotTime)
    @Warmup(iterations = 10)
    @Measurement(iterations = 20)
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public long write() throws IOException {
        long[] bytes = {0};
        states.capture().write(codec, new StateCapture.Blocks() {
            @Override
            public void put(int partition, ByteBuffer block) {
                bytes[0] += block.remaining();
            }

            @Override
            public void same(int partition) {}
        });
        return bytes[0];
    }
}
