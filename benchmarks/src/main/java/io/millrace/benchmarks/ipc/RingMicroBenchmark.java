// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.ipc;

import io.millrace.benchmarks.machine.MicroBenchmark;
import io.millrace.ipc.liveness.SharedDirectory;
import io.millrace.ipc.ring.MessageHandler;
import io.millrace.ipc.ring.RingConfig;
import io.millrace.ipc.ring.RingConsumer;
import io.millrace.ipc.ring.RingProducer;
import java.io.IOException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What a message costs when one thread writes and reads it: instructions and fences, no cache line on its way to
 * another core.
 */
public class RingMicroBenchmark extends MicroBenchmark {
    static final int MESSAGES = 32;

    @Param({"64", "1024"})
    int length;

    private SharedDirectory own;
    private RingConsumer consumer;
    private RingProducer producer;
    private long sum;
    private MessageHandler handler;

    @Setup
    public void open() throws IOException {
        own = SharedDirectory.create(SharedDirectory.defaultBase(), "millrace-micro");
        consumer = RingConsumer.create(own.path().resolve("in"), RingConfig.defaults(), own.lock());
        producer = RingProducer.open(consumer.path(), own.lock(), null);
        handler = (task, buffer, offset, bytes) -> {
            for (int at = offset; at < offset + bytes; at += Long.BYTES) {
                sum += buffer.getLong(at);
            }
        };
    }

    @TearDown
    public void close() {
        producer.close();
        consumer.close();
        own.close();
    }

    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public long claimCommitPoll() {
        for (int i = 0; i < MESSAGES; i++) {
            producer.tryClaim(1, length, 0);
            Message.write(producer.buffer(), producer.offset(), length, Message.WARM_UP, i);
            producer.commit();
        }
        consumer.poll(handler, MESSAGES);
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public long batch() {
        producer.tryClaimBatch(MESSAGES * RingProducer.batchBytes(length), 0);
        for (int i = 0; i < MESSAGES; i++) {
            Message.write(producer.buffer(), producer.appendClaim(1, length), length, Message.WARM_UP, i);
        }
        producer.commit();
        consumer.poll(handler, MESSAGES);
        return sum;
    }

    @Benchmark
    public int emptyPoll() {
        return consumer.poll(handler, MESSAGES);
    }
}
