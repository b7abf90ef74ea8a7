// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.payload;

import io.millrace.api.Fields;
import io.millrace.api.PayloadView;
import io.millrace.api.codec.PayloadWriter;
import io.millrace.benchmarks.machine.MicroBenchmark;
import io.millrace.runtime.codec.UnwrittenBytes;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.link.Link;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.StreamRef;
import io.millrace.runtime.tuple.TupleDecoder;
import io.millrace.runtime.tuple.TupleEncoder;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One large value by one link, from the emission to the bolt's access. With {@code -prof gc} it prints the bytes that
 * are allocated for that.
 */
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
        value = 1,
        jvmArgs = {"-Xmx512m", "-XX:+UseSerialGC"})
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class PayloadMicroBenchmark extends MicroBenchmark {

    private static final int MAX_BYTES = 16 << 20;
    private static final int SOURCE = 2;
    private static final StreamRef STREAM = new StreamRef("source", 0, "default", Fields.of("number", "image"), false);

    /** The ring, a larger one in which the message lies in one record, and a connection. */
    @Param({"ring", "whole", "net"})
    public String by;

    @Param({"1000000", "10000000"})
    public int length;

    private byte[] payload;
    private PayloadWriter writer;
    private Hop hop;
    private long number;

    @Setup
    public void open() throws IOException {
        payload = new byte[length];
        writer = target -> target.put(payload);
        TupleEncoder encoder = new TupleEncoder(new ValuesCodec(List.of()), MAX_BYTES, System::nanoTime);
        TupleDecoder decoder = new TupleDecoder(new ValuesCodec(List.of()), (task, index) -> STREAM, System::nanoTime);
        hop = by.equals("net")
                ? new NetHop(encoder, decoder)
                : new RingHop(encoder, decoder, by.equals("ring") ? 4 << 20 : 16 * length, MAX_BYTES);
    }

    @TearDown
    public void close() {
        hop.close();
    }

    /** {@code emit} with an array, and {@code getBytes}. */
    @Benchmark
    public int array() {
        return send(payload).getBytes(1).length;
    }

    /** {@code emit} with an array, and {@code getBuffer}. */
    @Benchmark
    public int buffer() {
        DataTuple tuple = send(payload);
        int capacity = tuple.getBuffer(1).capacity();
        tuple.settle();
        return capacity;
    }

    /** {@code emitInto}, and {@code getBuffer}. */
    @Benchmark
    public int into() {
        DataTuple tuple = send(new UnwrittenBytes(length, writer));
        int capacity = tuple.getBuffer(1).capacity();
        tuple.settle();
        return capacity;
    }

    /** {@code emitInto}, and {@code getView} with {@code topology.task.views}. */
    @Benchmark
    public int intoView() {
        hop.views(true);
        DataTuple tuple = send(new UnwrittenBytes(length, writer));
        PayloadView view = tuple.getView(1);
        int last = view.get(length - 1);
        tuple.settle();
        hop.views(false);
        return last;
    }

    private DataTuple send(Object value) {
        DataTuple tuple = new DataTuple(STREAM, SOURCE, 1, 0, new Object[] {number++, value});
        Link link = hop.link();
        boolean sent = false;
        DataTuple received = null;
        while (received == null) {
            sent = sent || link.offer(tuple);
            received = hop.receive();
        }
        return received;
    }
}
