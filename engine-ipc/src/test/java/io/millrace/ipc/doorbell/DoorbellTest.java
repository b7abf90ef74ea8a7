package io.millrace.ipc.doorbell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One thread waits, others ring; a wake-up that is lost hangs the test until its time-out. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
class DoorbellTest {
    @TempDir
    Path directory;

    /** A doorbell with a pipe, or one that parks. */
    private Doorbell create(boolean pipe) throws Exception {
        Path file = directory.resolve("bell");
        if (pipe) {
            return Doorbells.create(file);
        }
        MappedMemory memory = MappedMemory.create(file, 4096);
        SharedFile.publish(memory, SharedFile.BELL_MAGIC, 128);
        return Doorbells.attachOwn(
                memory, file, () -> assertThat(file.toFile().delete()).isTrue());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void noWakeUpIsLost(boolean pipe) throws Exception {
        int rounds = pipe ? 20_000 : 500;
        AtomicLong work = new AtomicLong();
        AtomicLong done = new AtomicLong();
        AtomicInteger ringers = new AtomicInteger(3);
        try (Doorbell bell = create(pipe)) {
            assertThat(bell).isInstanceOf(pipe ? FifoDoorbell.class : ParkDoorbell.class);
            Thread[] threads = new Thread[3];
            for (int i = 0; i < threads.length; i++) {
                threads[i] = new Thread(() -> {
                    try (Doorbell other = Doorbells.open(bell.path())) {
                        for (int round = 0; round < rounds; round++) {
                            work.incrementAndGet();
                            other.ring();
                            // Sometimes lets the waiting thread go to sleep, and races with it at other times.
                            while (round % 16 == 0 && done.get() < work.get()) {
                                Thread.onSpinWait();
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
                    bell.block();
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
    @ValueSource(booleans = {true, false})
    void closingReleasesTheThreadThatWaits(boolean pipe) throws Exception {
        for (int round = 0; round < 20; round++) {
            Doorbell bell = create(pipe);
            Thread waiting = new Thread(() -> {
                bell.prepareWait();
                bell.block();
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
        try (Doorbell bell = create(true)) {
            bell.ring();
            bell.prepareWait();
            assertThat(bell.isWaiting()).isTrue();
            bell.ring();
            assertThat(bell.isWaiting()).isFalse();
            bell.block();
            bell.prepareWait();
            bell.cancelWait();
            assertThat(bell.isWaiting()).isFalse();
        }
    }

    @Test
    void theBytesOfThoseWhoRingTooLateDoNotFillThePipe() throws Exception {
        try (Doorbell bell = create(true);
                RandomAccessFile pipe =
                        new RandomAccessFile(Doorbells.fifoOf(bell.path()).toFile(), "rw");
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
            bell.block();
            assertThat(content.available()).isZero();
        }
    }

    @Test
    void onlyTheOwnerMayWait() throws Exception {
        try (Doorbell bell = create(true);
                Doorbell other = Doorbells.open(bell.path())) {
            assertThatThrownBy(other::prepareWait).hasMessageContaining("only who made it may wait");
        }
    }

    @Test
    void oneCommandMakesSeveralPipes() throws Exception {
        List<Path> files = List.of(directory.resolve("a"), directory.resolve("b"), directory.resolve("-c d"));
        Doorbells.makeFifos(files);
        for (Path file : files) {
            try (Doorbell bell = Doorbells.create(file)) {
                assertThat(bell).isInstanceOf(FifoDoorbell.class);
            }
        }
        assertNothingLeft();
    }

    @Test
    void aFileInTheWayOfThePipeIsNamed() throws Exception {
        Files.writeString(directory.resolve("bell.bell"), "");
        assertThatThrownBy(() -> create(true)).hasMessageContaining("in the way of a named pipe");
    }

    private void assertNothingLeft() throws Exception {
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).isEmpty();
        }
    }
}
