// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.ipc.doorbell.Doorbells;
import io.millrace.ipc.liveness.ProcessLock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A consumer's process is gone, as the kernel shows it, and another one takes the ring over or replaces it. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
class DeathOfConsumerTest {
    private static final RingConfig CONFIG =
            RingConfig.defaults().withCapacityBytes(64 << 10).withMaxProducers(4);

    @TempDir
    Path directory;

    private final List<Integer> received = new ArrayList<>();
    private final MessageHandler handler = (task, buffer, offset, length) -> received.add(buffer.getInt(offset));
    private Path path;
    private ProcessLock living;
    private ProcessLock dying;
    private RingConsumer consumer;
    private RingProducer producer;

    @BeforeEach
    void open() throws Exception {
        path = directory.resolve("test.ring");
        living = ProcessLock.acquire(directory);
        dying = ProcessLock.acquire(directory);
        consumer = RingConsumer.create(path, CONFIG, dying);
    }

    @AfterEach
    void close() {
        producer.close();
        consumer.close();
        living.close();
    }

    private void consumerDies() {
        dying.close();
        dying.release();
    }

    @Test
    void aMessageOfWhichAPartWasReadIsDroppedWholeAndTheNextOneArrives() throws Exception {
        producer = RingProducer.open(path, living, null);
        ByteBuffer message = ByteBuffer.allocate(150_000).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(producer.offer(0, message.putInt(0, 1), 0, 150_000, 0)).isFalse();
        consumer.poll(handler, 10);
        consumerDies();
        consumer = RingConsumer.reopen(path, living);
        while (!producer.offer(0, message, 0, 150_000, 0)) {
            consumer.poll(handler, 10);
        }
        consumer.poll(handler, 10);
        message.putInt(0, 2);
        while (!producer.offer(0, message, 0, 150_000, 0)) {
            consumer.poll(handler, 10);
        }
        consumer.poll(handler, 10);
        assertThat(received).containsExactly(2);
        assertThat(consumer.counters().droppedFragmented()).isEqualTo(1);
        assertThat(consumer.counters().free()).isEqualTo(consumer.counters().tail());
    }

    @Test
    void producersThatWaitAreWokenByTheNewConsumer() throws Exception {
        try (Doorbell bell = Doorbells.create(directory.resolve("bell"))) {
            producer = RingProducer.open(path, living, bell);
            bell.prepareWait();
            producer.requestWake();
            // The old consumer took the request, and died before it rang.
            RingFile file = RingFile.open(path);
            file.memory.putVolatile(Descriptor.WAKE_REQUEST_OFFSET, 0);
            file.memory.putVolatile(Descriptor.slotOffset(0) + Descriptor.SLOT_WAKE, 0);
            consumerDies();
            consumer = RingConsumer.reopen(path, living);
            bell.await(Doorbell.NEVER);
            assertThat(bell.isWaiting()).isFalse();
        }
    }

    @Test
    void aProducerThatWasRegisteringWhenItTookOverIsWokenToo() throws Exception {
        try (Doorbell bell = Doorbells.create(directory.resolve("bell"))) {
            // The new consumer rings all; the producer in this slot has not written the path of its doorbell yet.
            producer = RingProducer.open(path, living, bell, step -> {
                if (step == FailPoint.Step.REGISTERED) {
                    takeOver();
                }
            });
            bell.prepareWait();
            producer.requestWake();
            consumer.poll(handler, 10);
            assertThat(bell.isWaiting()).isFalse();
        }
    }

    private void takeOver() {
        consumerDies();
        try {
            consumer = RingConsumer.reopen(path, living);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aNewRingTakesThePlaceAndOldProducersSeeIt() throws Exception {
        producer = RingProducer.open(path, living, null);
        consumerDies();
        RingProducer old = producer;
        consumer = RingConsumer.create(path, CONFIG, living);
        assertThat(old.isClosed()).isTrue();
        old.close();
        producer = RingProducer.open(path, living, null);
        assertThat(producer.offer(0, ByteBuffer.allocate(4), 0, 4, 0)).isTrue();
        assertThat(consumer.poll(handler, 10)).isEqualTo(1);
        assertThatThrownBy(() -> RingConsumer.reopen(path, living)).hasMessageContaining("not proven dead");
    }
}
