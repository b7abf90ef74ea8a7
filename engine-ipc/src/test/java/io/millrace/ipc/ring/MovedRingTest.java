// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.ipc.doorbell.DoorbellBoard;
import io.millrace.ipc.doorbell.Doorbells;
import io.millrace.ipc.liveness.ProcessLock;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A ring that two threads of a process read in turn. A wake-up that is lost hangs the test until its time-out. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class MovedRingTest {
    private static final RingConfig CONFIG =
            RingConfig.defaults().withCapacityBytes(64 << 10).withMaxMessageBytes(1024);
    private static final int MESSAGES = 20_000;
    private static final int BEFORE_A_MOVE = 7;

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource(names = {"FAST", "PARKED"})
    void nothingIsLostAndTheOrderStaysWhileItMoves(Doorbells.Wait wait) throws Exception {
        try (ProcessLock process = ProcessLock.acquire(directory);
                DoorbellBoard board = DoorbellBoard.create(directory, List.of(wait, wait));
                RingConsumer consumer =
                        RingConsumer.create(directory.resolve("test.ring"), CONFIG, process, board, 0)) {
            AtomicInteger turn = new AtomicInteger();
            int[] next = new int[2];
            Thread[] readers = {reader(consumer, board, turn, 0, next), reader(consumer, board, turn, 1, next)};
            Thread[] producers = {producer(process, 0), producer(process, 1)};
            for (Thread thread : List.of(readers[0], readers[1], producers[0], producers[1])) {
                thread.join();
            }
            assertThat(next).containsExactly(MESSAGES, MESSAGES);
        }
        assertThat(directory).isEmptyDirectory();
    }

    /** Reads while it is this thread's turn, and gives the ring to the other one after a few messages. */
    private static Thread reader(RingConsumer consumer, DoorbellBoard board, AtomicInteger turn, int own, int[] next) {
        Thread thread = new Thread(() -> {
            Doorbell bell = board.doorbell(own);
            while (next[0] + next[1] < 2 * MESSAGES) {
                bell.prepareWait();
                long deadline = Doorbell.NEVER;
                if (turn.get() == own) {
                    int read = consumer.poll(
                            (task, buffer, offset, length) -> {
                                assertThat(buffer.getInt(offset)).isEqualTo(next[task]);
                                next[task]++;
                            },
                            BEFORE_A_MOVE);
                    if (read > 0) {
                        bell.cancelWait();
                        if (read == BEFORE_A_MOVE || next[0] + next[1] == 2 * MESSAGES) {
                            consumer.readBy(1 - own);
                            turn.set(1 - own);
                            board.doorbell(1 - own).ring();
                        }
                        continue;
                    }
                    deadline = consumer.lookAgainAt(System.nanoTime());
                }
                bell.await(deadline);
            }
        });
        thread.start();
        return thread;
    }

    private Thread producer(ProcessLock process, int task) {
        Thread thread = new Thread(() -> {
            try (RingProducer producer = RingProducer.open(directory.resolve("test.ring"), process, null)) {
                for (int i = 0; i < MESSAGES; i++) {
                    while (!producer.tryClaim(task, Integer.BYTES, 0)) {
                        Thread.yield();
                    }
                    producer.buffer().putInt(producer.offset(), i);
                    producer.commit();
                    if (i % 16 == 0) {
                        // Lets the reader go to sleep at times
                        Thread.yield();
                    }
                }
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        thread.start();
        return thread;
    }

    @Test
    void othersSeeWhetherTheThreadThatReadsItWaits() throws Exception {
        Path file = directory.resolve("test.ring");
        try (ProcessLock process = ProcessLock.acquire(directory);
                DoorbellBoard board =
                        DoorbellBoard.create(directory, List.of(Doorbells.Wait.FAST, Doorbells.Wait.FAST));
                RingConsumer consumer = RingConsumer.create(file, CONFIG, process, board, 0)) {
            RingCounters outside = RingCounters.open(file);
            board.doorbell(1).prepareWait();
            assertThat(outside.isConsumerWaiting()).isFalse();
            consumer.readBy(1);
            assertThat(outside.isConsumerWaiting()).isTrue();
            try (Doorbell bell = Doorbells.open(file)) {
                bell.ring();
            }
            assertThat(outside.isConsumerWaiting()).isFalse();
            board.doorbell(1).await(Doorbell.NEVER);
        }
    }

    @Test
    void aRingOfOneThreadDoesNotMove() throws Exception {
        try (ProcessLock process = ProcessLock.acquire(directory);
                RingConsumer consumer = RingConsumer.create(directory.resolve("test.ring"), CONFIG, process)) {
            assertThatThrownBy(() -> consumer.readBy(1)).hasMessageContaining("was made for one thread");
        }
    }
}
