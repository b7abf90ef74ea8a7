// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.doorbell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.millrace.ipc.memory.MappedMemory;
import io.millrace.ipc.memory.SharedFile;
import java.io.FileInputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One thread waits, others ring; a wake-up that is lost hangs the test until its time-out. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
class DoorbellTest {
    @TempDir
    Path directory;

    private Doorbell create(Doorbells.Wait wait) throws Exception {
        Path file = directory.resolve("bell");
        if (wait != Doorbells.Wait.NONE) {
            Doorbells.makePipes(List.of(file));
        }
        MappedMemory memory = MappedMemory.create(file, 4096);
        SharedFile.publish(memory, SharedFile.BELL_MAGIC, 128);
        return Doorbells.attachOwn(
                memory, file, wait, () -> assertThat(file.toFile().delete()).isTrue());
    }

    @ParameterizedTest
    @EnumSource(Doorbells.Wait.class)
    void noWakeUpIsLost(Doorbells.Wait wait) throws Exception {
        noWakeUpIsLost(wait, () -> Doorbell.NEVER);
    }

    /** A wait that may end by time is another one on releases of Java before 22. */
    @ParameterizedTest
    @EnumSource(Doorbells.Wait.class)
    void noWakeUpIsLostByThreadsWithADeadline(Doorbells.Wait wait) throws Exception {
        noWakeUpIsLost(wait, () -> System.nanoTime() + TimeUnit.HOURS.toNanos(1));
    }

    @ParameterizedTest
    @EnumSource(Doorbells.Wait.class)
    void noWakeUpIsLostByThreadsOfWhichSomeWaitsHaveADeadline(Doorbells.Wait wait) throws Exception {
        AtomicInteger waits = new AtomicInteger();
        noWakeUpIsLost(
                wait,
                () -> waits.incrementAndGet() % 2 == 0
                        ? Doorbell.NEVER
                        : System.nanoTime() + TimeUnit.HOURS.toNanos(1));
    }

    /** The deadline ends a wait, whoever rings or does not. */
    @ParameterizedTest
    @EnumSource(Doorbells.Wait.class)
    void aDeadlineEndsAWait(Doorbells.Wait wait) throws Exception {
        try (Doorbell bell = create(wait)) {
            for (long ahead : new long[] {-1, 0, 1_000, 1_000_000}) {
                long deadline = System.nanoTime() + ahead;
                bell.prepareWait();
                do {
                    bell.await(deadline);
                } while (System.nanoTime() < deadline);
                assertThat(bell.isWaiting()).isFalse();
            }
        }
        assertNothingLeft();
    }

    private void noWakeUpIsLost(Doorbells.Wait wait, LongSupplier deadline) throws Exception {
        int rounds = wait == Doorbells.Wait.NONE ? 500 : 10_000;
        AtomicLong work = new AtomicLong();
        AtomicLong done = new AtomicLong();
        AtomicInteger ringers = new AtomicInteger(3);
        try (Doorbell bell = create(wait)) {
            Thread[] threads = new Thread[3];
            for (int i = 0; i < threads.length; i++) {
                threads[i] = new Thread(() -> {
                    try (Doorbell other = Doorbells.open(bell.path())) {
                        for (int round = 0; round < rounds; round++) {
                            work.incrementAndGet();
                            other.ring();
                            // Sometimes lets the waiting thread go to sleep, and races with it at other times.
                            while (round % 16 == 0 && done.get() < work.get()) {
                                Thread.yield();
                            }
                        }
                    } catch (java.io.IOException e) {
                        throw new java.io.UncheckedIOException(e);
                    } finally {
                        ringers.decrementAndGet();
                    }
                });
                threads[i].start();
            }
            while (done.get() < 3L * rounds) {
                bell.prepareWait();
                long seen = work.get();
                if (seen != done.get()) {
                    bell.cancelWait();
                    done.set(seen);
                } else {
                    bell.await(deadline.getAsLong());
                }
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(ringers).hasValue(0);
            assertThat(bell.isWaiting()).isFalse();
        }
        assertNothingLeft();
    }

    @ParameterizedTest
    @EnumSource(Doorbells.Wait.class)
    void closingReleasesTheThreadThatWaits(Doorbells.Wait wait) throws Exception {
        for (int round = 0; round < 20; round++) {
            Doorbell bell = create(wait);
            Thread waiting = new Thread(() -> {
                bell.prepareWait();
                bell.await(Doorbell.NEVER);
            });
            waiting.start();
            while (round % 2 == 0 && !bell.isWaiting()) {
                Thread.onSpinWait();
            }
            bell.close();
            waiting.join();
        }
        assertNothingLeft();
    }

    @Test
    void ringingNobodyIsNotRemembered() throws Exception {
        try (Doorbell bell = create(Doorbells.Wait.FAST)) {
            bell.ring();
            bell.prepareWait();
            assertThat(bell.isWaiting()).isTrue();
            bell.ring();
            assertThat(bell.isWaiting()).isFalse();
            bell.await(Doorbell.NEVER);
            bell.prepareWait();
            bell.cancelWait();
            assertThat(bell.isWaiting()).isFalse();
        }
    }

    @Test
    void theBytesOfThoseWhoRingTooLateDoNotFillThePipe() throws Exception {
        assumeFalse(Futex.isAvailable(), "no thread reads a pipe here");
        try (Doorbell bell = create(Doorbells.Wait.FAST);
                RandomAccessFile pipe = new RandomAccessFile(bell.path() + ".read", "rw");
                FileInputStream content = new FileInputStream(pipe.getFD())) {
            for (int wait = 0; wait < 1000; wait++) {
                bell.prepareWait();
                bell.cancelWait();
                // The byte is what a thread writes that has seen the bit while it was set.
                pipe.write(1);
            }
            assertThat(content.available()).isLessThan(100);
            bell.prepareWait();
            bell.ring();
            bell.await(Doorbell.NEVER);
            assertThat(content.available()).isZero();
        }
    }

    /**
     * A process that is delayed between loading the word and calling wakes a later wait, which may be of another kind.
     */
    @ParameterizedTest
    @EnumSource(names = {"FAST", "PARKED"})
    void aCallThatWasMeantForAnEarlierWaitWakesTheThread(Doorbells.Wait wait) throws Exception {
        try (Doorbell bell = create(wait);
                RandomAccessFile calls = new RandomAccessFile(bell.path() + ".bell", "rw")) {
            // From its first deadline on, a thread that reads its pipe is also called
            bell.prepareWait();
            bell.await(System.nanoTime());
            for (int round = 0; round < 100; round++) {
                bell.prepareWait();
                calls.write(new byte[Short.BYTES]);
                while (bell.isWaiting()) {
                    Thread.yield();
                }
                if (round % 2 == 0) {
                    bell.cancelWait();
                } else {
                    bell.await(Doorbell.NEVER);
                }
            }
        }
        assertNothingLeft();
    }

    @Test
    void onlyTheOwnerMayWait() throws Exception {
        try (Doorbell bell = create(Doorbells.Wait.FAST);
                Doorbell other = Doorbells.open(bell.path())) {
            assertThatThrownBy(other::prepareWait).hasMessageContaining("only who made it may wait");
        }
    }

    @Test
    void oneCommandMakesSeveralPipes() throws Exception {
        List<Path> files = List.of(directory.resolve("a"), directory.resolve("b"), directory.resolve("-c d"));
        Doorbells.makePipes(files);
        for (Path file : files) {
            assertThat(Path.of(file + ".bell")).exists();
            Doorbells.create(file).close();
        }
        assertNothingLeft();
    }

    @Test
    void aFileInTheWayOfThePipeIsNamed() throws Exception {
        Files.writeString(directory.resolve("bell.bell"), "");
        assertThatThrownBy(() -> create(Doorbells.Wait.FAST)).hasMessageContaining("in the way of a named pipe");
    }

    private void assertNothingLeft() throws Exception {
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).isEmpty();
        }
    }
}
