// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.ipc.doorbell.Doorbells;
import io.millrace.ipc.liveness.ProcessLock;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Producers advance one protocol step at a time in a random order, also while the consumer's handler runs, and die at
 * any step. The real code runs on real memory; a failing seed can be repeated.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RandomInterleavingTest {
    private static final int SEEDS = Boolean.getBoolean("millrace.long") ? 1_000 : 20;
    private static final int ACTIONS = 500;
    private static final RingConfig CONFIG =
            RingConfig.defaults().withCapacityBytes(64 << 10).withMaxProducers(5);

    @TempDir
    Path directory;

    private final List<SteppedProducer> all = new ArrayList<>();
    private final List<SteppedProducer> running = new ArrayList<>();
    private Random random;

    @Test
    void everyCommittedMessageArrivesOnceInOrderWhoeverDies() throws Exception {
        for (int seed = 0; seed < SEEDS; seed++) {
            try {
                run(seed);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    private void run(int seed) throws Exception {
        random = new Random(seed);
        all.clear();
        running.clear();
        Path path = directory.resolve("test.ring");
        RingConfig config = CONFIG.withWindowCells(random.nextBoolean() ? 1024 : 200);
        try (ProcessLock process = ProcessLock.acquire(directory);
                RingConsumer consumer = RingConsumer.create(
                        path, config, process, Doorbells.Wait.FAST, random.nextInt(1024), this::reached)) {
            for (int action = 0; action < ACTIONS; action++) {
                act(path, seed);
                if (random.nextInt(6) == 0) {
                    poll(consumer, random.nextBoolean());
                }
                if (random.nextInt(50) == 0) {
                    consumer.reclaim();
                }
            }
            while (!running.isEmpty()) {
                stepOne();
                if (random.nextInt(10) == 0) {
                    poll(consumer, true);
                }
            }
            for (int i = 0; i < 20; i++) {
                poll(consumer, true);
            }
            consumer.reclaim();
            for (SteppedProducer producer : all) {
                assertThat(producer.committed).isEmpty();
            }
            assertThat(consumer.counters().free()).isEqualTo(consumer.counters().tail());
            assertThat(consumer.counters().producers()).isZero();
            assertThat(consumer.counters().corruptRecords()).isZero();
        }
    }

    private void act(Path path, int seed) throws Exception {
        if (running.size() < 3 && random.nextInt(10) == 0 && all.size() < 12) {
            SteppedProducer producer =
                    new SteppedProducer(path, all.size(), 10 + random.nextInt(20), seed * 100L + all.size());
            all.add(producer);
            running.add(producer);
        } else if (!running.isEmpty() && random.nextInt(60) == 0) {
            running.remove(random.nextInt(running.size())).kill();
        } else {
            stepOne();
        }
    }

    private void stepOne() {
        if (!running.isEmpty()) {
            SteppedProducer producer = running.get(random.nextInt(running.size()));
            // Many steps of one producer are as likely as a single step: some races need the others to stop for long.
            for (int i = random.nextBoolean() ? 1 : random.nextInt(30); i > 0 && producer.step(); i--) {}
            if (producer.hasEnded()) {
                running.remove(producer);
            }
        }
    }

    private void poll(RingConsumer consumer, boolean hard) {
        if (hard) {
            consumer.doorbell().prepareWait();
        }
        for (int i = random.nextInt(12); i >= 0; i--) {
            consumer.poll(this::receive, 1 + random.nextInt(5));
        }
        if (hard) {
            consumer.doorbell().cancelWait();
        }
    }

    private void receive(int task, ByteBuffer buffer, int offset, int length) {
        int number = buffer.getInt(offset);
        int sequence = buffer.getInt(offset + 4);
        assertThat(task).isEqualTo(number);
        assertThat(buffer.getInt(offset + length - 4)).isEqualTo(~sequence);
        assertThat(all.get(number).committed.poll())
                .as("next committed message of producer %d", number)
                .isEqualTo(sequence);
        while (random.nextInt(3) == 0) {
            stepOne();
        }
    }

    /** The consumer stops here, and producers advance or die. */
    private void reached(FailPoint.Step step) {
        if (step == FailPoint.Step.HANDLED || step == FailPoint.Step.MARKED || random.nextInt(3) != 0) {
            return;
        }
        stepOne();
        if (!running.isEmpty() && random.nextInt(10) == 0) {
            running.remove(random.nextInt(running.size())).kill();
        }
    }
}
