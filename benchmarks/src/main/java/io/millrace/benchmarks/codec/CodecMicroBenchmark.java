// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.codec;

import io.millrace.benchmarks.machine.MicroBenchmark;
import io.millrace.runtime.codec.ValuesCodec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** Encoding into and decoding from off-heap memory, as links between workers do it; one thread. */
public class CodecMicroBenchmark extends MicroBenchmark {

    private final ValuesCodec codec = new ValuesCodec(List.of());
    private final ByteBuffer memory = ByteBuffer.allocateDirect(1 << 12).order(ByteOrder.LITTLE_ENDIAN);
    private final ByteBuffer written = ByteBuffer.allocateDirect(1 << 12).order(ByteOrder.LITTLE_ENDIAN);
    private Object[] values;
    private int end;

    /** A word with a time, a hundred bytes with a time, a sentence, or a record of several types. */
    @Param({"word", "payload", "sentence", "record"})
    public String tuple;

    @Setup
    public void setUp() {
        values = switch (tuple) {
            case "word" -> new Object[] {"stream", 1_234_567_890_123L};
            case "payload" -> new Object[] {new byte[100], 1_234_567_890_123L};
            case "sentence" -> new Object[] {"the quick brown fox jumps over the lazy dog again"};
            default -> new Object[] {42, "key", 2.5, List.of(1, 2, 3), Map.of("a", 1L), true, null};
        };
        codec.sizeOf(values);
        end = codec.write(written, 0, values);
    }

    /** Measures the values and writes them in place. */
    @Benchmark
    public int encode() {
        codec.sizeOf(values);
        return codec.write(memory, 0, values);
    }

    @Benchmark
    public Object[] decode() {
        return codec.read(written, 0, end);
    }
}
