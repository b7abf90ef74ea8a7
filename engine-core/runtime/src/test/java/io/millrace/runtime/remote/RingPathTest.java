// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.ipc.doorbell.Doorbells;
import io.millrace.ipc.liveness.ProcessLock;
import io.millrace.ipc.ring.RingConfig;
import io.millrace.ipc.ring.RingConsumer;
import io.millrace.ipc.ring.RingProducer;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.tuple.ServiceMessage;
import io.millrace.runtime.tuple.ServiceMessage.Verb;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Long messages of several senders share one ring, which holds a part of one of them at a time. */
class RingPathTest {

    private static final int RING_BYTES = 1 << 16;
    private static final int LONG_BYTES = 100_000;

    private final ValuesCodec codec = new ValuesCodec(List.of());
    private final List<Long> numbers = new ArrayList<>();

    @Test
    void aLongMessageDoesNotMixWithOneOfWhichAPartWasSent(@TempDir Path directory) throws Exception {
        try (ProcessLock lock = ProcessLock.acquire(directory);
                RingConsumer consumer = RingConsumer.create(
                        directory.resolve("ring"), new RingConfig(RING_BYTES, 1 << 20, 4, RING_BYTES / 64, 2), lock);
                Doorbell bell = Doorbells.create(directory.resolve("bell"))) {
            MessagePath path =
                    new RingPath(RingProducer.open(directory.resolve("ring"), lock, bell), codec, RING_BYTES, 1 << 20);
            ServiceMessage first = message(1);
            ServiceMessage second = message(2);
            assertThat(path.offer(first)).isFalse();
            assertThat(path.offer(second)).isFalse();
            // The sender of the first message has given it up for now; the second sender finishes it, and begins
            for (int i = 0; numbers.isEmpty(); i++) {
                consumer.poll(this::received, 1000);
                assertThat(path.offer(second)).isFalse();
                assertThat(i).isLessThan(1000);
            }
            while (!path.offer(second)) {
                consumer.poll(this::received, 1000);
            }
            // The message was sent, so it is not sent again
            assertThat(path.offer(first)).isTrue();
            while (numbers.size() < 2) {
                consumer.poll(this::received, 1000);
            }
            assertThat(consumer.poll(this::received, 1000)).isZero();
            assertThat(numbers).containsExactly(1L, 2L);
            path.close();
        }
    }

    private static ServiceMessage message(long number) {
        byte[] value = new byte[LONG_BYTES];
        Arrays.fill(value, (byte) number);
        return new ServiceMessage(Verb.RESULT, 0, 1, 1, 0, 7, number, new Object[] {value});
    }

    private void received(int task, ByteBuffer buffer, int offset, int length) {
        ServiceMessage message = ServiceMessage.read(codec, buffer, offset, length);
        for (byte each : (byte[]) message.values()[0]) {
            assertThat(each).isEqualTo((byte) message.number());
        }
        numbers.add(message.number());
    }
}
