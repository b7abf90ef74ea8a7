// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.ipc.doorbell.Doorbells;
import io.millrace.ipc.liveness.ProcessLock;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Several threads send all kinds of messages through a small ring. They wait at doorbells when there is no room, and
 * the consumer when there is nothing to read. A lost wake-up hangs the test until its time-out.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RingSoakTest {
    private static final RingConfig CONFIG = RingConfig.defaults()
            .withCapacityBytes(64 << 10)
            .withMaxMessageBytes(1 << 20)
            .withMaxProducers(5);

    @TempDir
    Path directory;

    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final AtomicInteger running = new AtomicInteger();

    @ParameterizedTest(name = "{0} producers, {1} messages each, at most {2} bytes, window {3}, from lap {4}")
    @CsvSource({
        "4, 6000, 200, 1024, 0",
        "4, 1500, 6000, 1024, 268435454",
        "3, 1500, 3000, 16, 16777214",
        "2, 60, 300000, 1024, 0",
    })
    void everythingArrivesOnceWholeAndInOrder(int producers, int messages, int maxBytes, int window, long lap)
            throws Exception {
        SoakMessages received = new SoakMessages(producers);
        Path path = directory.resolve("test.ring");
        running.set(producers);
        try (ProcessLock process = ProcessLock.acquire(directory);
                RingConsumer consumer = RingConsumer.create(
                        path,
                        CONFIG.withWindowCells(window),
                        process,
                        Doorbells.Wait.FAST,
                        lap * 1024 + 1000,
                        FailPoint.NONE)) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < producers; i++) {
                int number = i;
                Thread thread = new Thread(() -> send(path, process, number, messages, maxBytes, consumer.doorbell()));
                threads.add(thread);
                thread.start();
            }
            Doorbell bell = consumer.doorbell();
            while (running.get() > 0 || received.received() < (long) producers * messages) {
                if (failure.get() != null) {
                    break;
                }
                if (consumer.poll(received, 64) == 0) {
                    bell.prepareWait();
                    if (consumer.poll(received, 64) != 0 || running.get() == 0) {
                        bell.cancelWait();
                    } else {
                        bell.await(consumer.lookAgainAt(System.nanoTime()));
                    }
                }
            }
            assertThat(failure.get()).isNull();
            for (Thread thread : threads) {
                thread.join();
            }
            while (consumer.poll(received, 64) != 0) {}
            assertThat(received.received()).isEqualTo((long) producers * messages);
            assertThat(consumer.counters().free()).isEqualTo(consumer.counters().tail());
            assertThat(consumer.counters().messagesRead()).isEqualTo(received.received());
            assertThat(consumer.counters().corruptRecords()).isZero();
            assertThat(consumer.counters().abandoned()).isZero();
            consumer.reclaim();
            assertThat(consumer.counters().producers()).isZero();
        }
        try (java.util.stream.Stream<Path> left = java.nio.file.Files.list(directory)) {
            assertThat(left).isEmpty();
        }
    }

    private void send(Path path, ProcessLock process, int number, int messages, int maxBytes, Doorbell consumer) {
        try (Doorbell own = Doorbells.create(directory.resolve("bell-" + number));
                RingProducer producer = RingProducer.open(path, process, own)) {
            Random random = new Random(number);
            for (int sequence = 0; sequence < messages; ) {
                sequence += sendSome(producer, own, number, sequence, messages - sequence, maxBytes, random);
            }
        } catch (Throwable e) {
            failure.set(e);
        } finally {
            running.decrementAndGet();
            consumer.ring();
        }
    }

    private int sendSome(
            RingProducer producer, Doorbell own, int number, int sequence, int left, int maxBytes, Random random) {
        int length = SoakMessages.HEAD + random.nextInt(maxBytes);
        int way = random.nextInt(4);
        if (way == 0) {
            if (producer.tryClaim(0, Math.min(length, producer.maxClaimLength()), 0)) {
                producer.abort();
            }
            return 0;
        } else if (way == 1 && length <= producer.maxClaimLength()) {
            await(producer, own, () -> producer.tryClaim(sequence, length, 512));
            SoakMessages.write(producer.buffer(), producer.offset(), length, number, sequence, random);
            producer.commit();
            return 1;
        } else if (way == 2) {
            int bytes = Math.min(producer.maxClaimLength(), 4 * maxBytes);
            await(producer, own, () -> producer.tryClaimBatch(bytes, 512));
            int count = 0;
            while (count < left) {
                int part = SoakMessages.HEAD + random.nextInt(Math.min(maxBytes, producer.maxClaimLength()));
                int at = producer.appendClaim(sequence + count, part);
                if (at < 0) {
                    break;
                }
                SoakMessages.write(producer.buffer(), at, part, number, sequence + count, random);
                count++;
            }
            producer.commit();
            return count;
        }
        ByteBuffer message = SoakMessages.message(length, number, sequence, random);
        await(producer, own, () -> producer.offer(sequence, message, 0, length, 512));
        return 1;
    }

    private static void await(RingProducer producer, Doorbell own, java.util.function.BooleanSupplier attempt) {
        while (!attempt.getAsBoolean()) {
            own.prepareWait();
            producer.requestWake();
            if (attempt.getAsBoolean()) {
                own.cancelWait();
                return;
            }
            own.await(Doorbell.NEVER);
        }
    }
}
