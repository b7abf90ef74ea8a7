// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.doorbell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 30, unit = TimeUnit.SECONDS)
class PipeWriterTest {
    private static final int ROUNDS = 10;
    private static final int PIPES = 400;
    private static final int NUMBERS = 20_000;
    private static final int END = 0xFFFF;

    @TempDir
    Path directory;

    /** A pipe, as the thread that made it sees it, and a writer that opened it by its path. */
    private record Ends(RandomAccessFile file, FileInputStream content, PipeWriter writer) implements AutoCloseable {
        static Ends of(Path path) throws IOException {
            NamedPipe.make(List.of(path));
            RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
            return new Ends(file, new FileInputStream(file.getFD()), PipeWriter.open(path));
        }

        int number() throws IOException {
            return content.read() << Byte.SIZE | content.read();
        }

        @Override
        public void close() throws IOException {
            writer.close();
            file.close();
        }
    }

    /** Whoever reads a pipe removes it when it ends. Two that open it may meet that moment, each in its own step. */
    @Test
    void openingAPipeWhileItIsRemovedNeitherFailsNorLeavesAFile() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            for (int round = 0; round < ROUNDS; round++) {
                List<Path> pipes = new ArrayList<>();
                for (int i = 0; i < PIPES; i++) {
                    pipes.add(directory.resolve("pipe-" + i));
                }
                NamedPipe.make(pipes);
                CyclicBarrier start = new CyclicBarrier(3);
                Callable<Void> writer = () -> {
                    start.await();
                    for (Path pipe : pipes) {
                        try (PipeWriter opened = PipeWriter.open(pipe)) {
                            opened.write();
                        }
                    }
                    return null;
                };
                Callable<Void> owner = () -> {
                    start.await();
                    for (Path pipe : pipes) {
                        Files.delete(pipe);
                    }
                    return null;
                };
                for (Future<Void> each : threads.invokeAll(List.of(writer, owner, writer))) {
                    each.get();
                }
                assertThat(directory).isEmptyDirectory();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aThreadThatWasInterruptedWritesAndStaysInterrupted() throws Exception {
        try (Ends pipe = Ends.of(directory.resolve("pipe"))) {
            Thread.currentThread().interrupt();
            pipe.writer.write();
            pipe.writer.writeNumber(0xFF01);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(pipe.content.read()).isZero();
            assertThat(pipe.number()).isEqualTo(0xFF01);
        }
    }

    /** An interrupt that comes in the middle of a write closes its channel. */
    @Test
    void interruptsLoseNothing() throws Exception {
        try (Ends pipe = Ends.of(directory.resolve("pipe"))) {
            Thread thread = new Thread(() -> {
                try {
                    for (int number = 1; number <= NUMBERS; number++) {
                        pipe.writer.writeNumber(number);
                    }
                } finally {
                    end(pipe.file);
                }
            });
            thread.start();
            int last = 0;
            for (int number = pipe.number(); number != END; number = pipe.number()) {
                thread.interrupt();
                // One that was interrupted may have been written, and is written again
                assertThat(number).isIn(last, last + 1);
                last = number;
            }
            assertThat(last).isEqualTo(NUMBERS);
            thread.join();
        }
    }

    private static void end(RandomAccessFile pipe) {
        try {
            pipe.writeShort(END);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void whatIsWrittenToNoPipeGoesNowhere() throws Exception {
        try (PipeWriter writer = PipeWriter.open(directory.resolve("none"))) {
            writer.write();
            writer.writeNumber(7);
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void nothingIsWrittenAfterClosing() throws Exception {
        try (Ends pipe = Ends.of(directory.resolve("pipe"))) {
            pipe.writer.close();
            pipe.writer.write();
            assertThat(pipe.content.available()).isZero();
        }
    }

    @Test
    void aFileInTheWayOfThePipeIsNamed() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "");
        assertThatThrownBy(() -> PipeWriter.open(file)).hasMessageContaining("in the way of a named pipe");
    }
}
