// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.ipc.liveness.ProcessLock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests as many producers at once as there are slots, more than those, and slots that are given away repeatedly. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ManyProducersTest {
    private static final int SLOTS = 256;
    private static final int THREADS = 300;
    private static final int REGISTRATIONS = 5;
    private static final int MESSAGES = 10;

    @TempDir
    Path directory;

    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final AtomicInteger running = new AtomicInteger();
    private final int[] next = new int[THREADS * REGISTRATIONS];
    private final MessageHandler handler = (task, buffer, offset, length) -> {
        assertThat(buffer.getInt(offset)).as("of producer %d", task).isEqualTo(next[task]++);
    };

    private Path path;
    private ProcessLock process;
    private RingConsumer consumer;

    @BeforeEach
    void open() throws Exception {
        path = directory.resolve("test.ring");
        process = ProcessLock.acquire(directory);
        consumer = RingConsumer.create(path, RingConfig.defaults().withCapacityBytes(64 << 10), process);
    }

    @AfterEach
    void close() {
        consumer.close();
        process.close();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void everySlotIsTakenOnceAndOneMoreIsRefused() throws Exception {
        CyclicBarrier all = new CyclicBarrier(SLOTS);
        AtomicInteger seen = new AtomicInteger();
        run(SLOTS, number -> {
            try (RingProducer producer = RingProducer.open(path, process, null)) {
                all.await();
                seen.set(consumer.counters().producers());
                assertThatThrownBy(() -> RingProducer.open(path, process, null))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("all 256 slots of " + path + " are taken")
                        .hasMessageContaining("raise maxProducers");
                all.await();
                send(producer, number);
            }
        });
        assertThat(seen).hasValue(SLOTS);
        assertReceived(SLOTS);
    }

    /** Three hundred threads on 256 slots; each registers five times. */
    @Test
    void slotsAreGivenAwayAgainAndNothingIsLost() throws Exception {
        run(THREADS, number -> {
            for (int i = 0; i < REGISTRATIONS; i++) {
                try (RingProducer producer = openWhenThereIsASlot()) {
                    send(producer, number * REGISTRATIONS + i);
                }
            }
        });
        assertReceived(THREADS * REGISTRATIONS);
        assertThat(consumer.counters().retiredSlots()).isEqualTo((long) THREADS * REGISTRATIONS);
    }

    private RingProducer openWhenThereIsASlot() throws IOException {
        while (true) {
            try {
                return RingProducer.open(path, process, null);
            } catch (IOException e) {
                if (!e.getMessage().contains("slots")) {
                    throw e;
                }
                Thread.yield();
            }
        }
    }

    private interface Sender {
        void run(int number) throws Exception;
    }

    /** The calling thread is the consumer. */
    private void run(int threads, Sender sender) throws InterruptedException {
        running.set(threads);
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int number = i;
            Thread thread = new Thread(() -> {
                try {
                    sender.run(number);
                } catch (Throwable e) {
                    failure.set(e);
                } finally {
                    running.decrementAndGet();
                }
            });
            all.add(thread);
            thread.start();
        }
        while (running.get() > 0 && failure.get() == null) {
            if (consumer.poll(handler, 100) == 0) {
                Thread.yield();
            }
        }
        assertThat(failure.get()).isNull();
        for (Thread thread : all) {
            thread.join();
        }
    }

    private static void send(RingProducer producer, int task) {
        ByteBuffer message = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < MESSAGES; i++) {
            message.putInt(0, i);
            while (!producer.offer(task, message, 0, Integer.BYTES, 0)) {
                Thread.yield();
            }
        }
    }

    private void assertReceived(int producers) {
        consumer.doorbell().prepareWait();
        while (consumer.poll(handler, Integer.MAX_VALUE) != 0) {}
        consumer.doorbell().cancelWait();
        for (int task = 0; task < producers; task++) {
            assertThat(next[task]).as("messages of producer %d", task).isEqualTo(MESSAGES);
        }
        consumer.reclaim();
        RingCounters counters = consumer.counters();
        assertThat(counters.producers()).isZero();
        assertThat(counters.commits()).isEqualTo((long) producers * MESSAGES);
        assertThat(counters.messagesRead()).isEqualTo((long) producers * MESSAGES);
        assertThat(counters.abandoned()).isZero();
        assertThat(counters.free()).isEqualTo(counters.tail());
    }
}
