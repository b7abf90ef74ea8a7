// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.ipc.liveness.SharedDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Four processes of four producers send messages of 1 byte to 1 MiB in every way for some seconds, or a minute with
 * {@code -Plong}; also while processes are killed, stopped and started. The duration is an input; the test asserts what
 * arrives.
 */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class SoakIT {
    private static final Logger LOG = LoggerFactory.getLogger(SoakIT.class);
    private static final int PROCESSES = 4;

    /** An interrupt does not wake a thread at a doorbell, so this rings it, and the test fails. */
    private static final int MAX_SECONDS = 120;

    private static final boolean LONG = Boolean.getBoolean("millrace.long");

    private Path base;
    private SharedDirectory own;
    private ScheduledExecutorService timer;

    @BeforeEach
    void makeDirectory() throws Exception {
        base = Files.createTempDirectory(SharedDirectory.defaultBase().getParent(), "millrace-soak-");
        own = SharedDirectory.create(base, "parent");
        timer = Executors.newScheduledThreadPool(2);
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        timer.shutdownNow();
        assertThat(timer.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        own.close();
        SharedDirectory.removeDead(base);
        assertThat(base).isEmptyDirectory();
        Files.delete(base);
    }

    @Tag("long")
    @Test
    void everythingArrivesOnceWholeAndInOrder() throws Exception {
        try (Soak soak = new Soak(base, own, RingConfig.defaults())) {
            for (int i = 0; i < PROCESSES; i++) {
                soak.start(i);
            }
            CompletableFuture<Void> end = new CompletableFuture<>();
            timer.schedule(() -> end(soak, end), LONG ? 60 : 5, TimeUnit.SECONDS);
            timer.schedule(soak::stopReading, MAX_SECONDS, TimeUnit.SECONDS);
            soak.read();
            end.get();
            soak.verify();
            LOG.info("{}", soak);
        }
    }

    private static void end(Soak soak, CompletableFuture<Void> end) {
        try {
            soak.end();
            end.complete(null);
        } catch (Throwable e) {
            end.completeExceptionally(e);
        }
    }

    @Test
    void everythingCommittedArrivesWhoeverIsKilledOrStopped() throws Exception {
        // There are fewer slots than producers, so the slots of the dead are reused.
        RingConfig config = RingConfig.defaults().withMaxProducers(PROCESSES * Soak.THREADS + 2);
        try (Soak soak = new Soak(base, own, config)) {
            CompletableFuture<Void> end = SoakChaos.begin(soak, PROCESSES, timer, LONG ? 60_000 : 4_000);
            timer.schedule(soak::stopReading, MAX_SECONDS, TimeUnit.SECONDS);
            soak.read();
            end.get();
            soak.verify();
            LOG.info("{}", soak);
        }
    }
}
