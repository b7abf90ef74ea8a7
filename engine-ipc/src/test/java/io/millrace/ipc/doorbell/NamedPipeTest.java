// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.doorbell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class NamedPipeTest {
    private static final int ROUNDS = 2_000;

    @TempDir
    Path directory;

    /** The thread that closes and the one that reads meet in each of their steps; one that is not released hangs both. */
    @Test
    @Timeout(value = 30, unit = TimeUnit.SECONDS)
    void closingReleasesAThreadThatIsAboutToRead() throws Exception {
        Path path = directory.resolve("pipe");
        NamedPipe.make(List.of(path));
        ExecutorService threads = Executors.newFixedThreadPool(2, work -> {
            Thread thread = new Thread(work);
            thread.setDaemon(true);
            return thread;
        });
        try {
            for (int round = 0; round < ROUNDS; round++) {
                NamedPipe pipe = NamedPipe.openIfExists(path);
                AtomicInteger ready = new AtomicInteger();
                int first = round % 64;
                Future<?> reader = threads.submit(() -> {
                    meet(ready, first);
                    assertThat(pipe.read(new byte[1])).isBetween(0, 1);
                });
                Future<?> closer = threads.submit(() -> {
                    meet(ready, 32);
                    pipe.close();
                });
                closer.get();
                reader.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** Waits for the other thread, and then for some steps more. */
    private static void meet(AtomicInteger ready, int steps) {
        ready.incrementAndGet();
        while (ready.get() < 2) {
            Thread.yield();
        }
        for (int i = 0; i < steps; i++) {
            Thread.onSpinWait();
        }
    }
}
