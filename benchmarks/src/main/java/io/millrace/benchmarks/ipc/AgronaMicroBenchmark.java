// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.ipc;

import io.millrace.benchmarks.machine.MicroBenchmark;
import io.millrace.benchmarks.machine.Scratch;
import java.io.IOException;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** The work of {@link RingMicroBenchmark} on Agrona's ring, in a file of the same directory and size. */
@Fork(value = 1, jvmArgsAppend = "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED")
public class AgronaMicroBenchmark extends MicroBenchmark {
    @Param({"64", "1024"})
    int length;

    private Scratch scratch;
    private ManyToOneRingBuffer ring;
    private AtomicBuffer buffer;
    private long sum;
    private MessageHandler handler;

    @Setup
    public void open() throws IOException {
        scratch = new Scratch();
        ring = new ManyToOneRingBuffer(AgronaMedium.create(scratch.directory(), Message.capacityFor(length)));
        buffer = ring.buffer();
        handler = (type, memory, offset, bytes) -> {
            for (int at = offset; at < offset + bytes; at += Long.BYTES) {
                sum += memory.getLong(at);
            }
        };
    }

    @TearDown
    public void close() throws IOException {
        scratch.close();
    }

    @Benchmark
    @OperationsPerInvocation(RingMicroBenchmark.MESSAGES)
    public long claimCommitPoll() {
        for (int i = 0; i < RingMicroBenchmark.MESSAGES; i++) {
            int at = ring.tryClaim(1, length);
            AgronaMedium.write(buffer, at, length, Message.WARM_UP, i);
            ring.commit(at);
        }
        // A read ends at the end of the ring.
        for (int read = 0; read < RingMicroBenchmark.MESSAGES; ) {
            read += ring.read(handler, RingMicroBenchmark.MESSAGES - read);
        }
        return sum;
    }

    @Benchmark
    public int emptyPoll() {
        return ring.read(handler, RingMicroBenchmark.MESSAGES);
    }
}
