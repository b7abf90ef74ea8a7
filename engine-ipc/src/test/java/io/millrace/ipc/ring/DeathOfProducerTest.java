// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.millrace.ipc.doorbell.Doorbells;
import io.millrace.ipc.liveness.ProcessLock;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A producer dies at every step, with its claim at every interesting place. Its death is simulated: the process lock is
 * free, and nothing was cleaned up. Afterwards the ring must run clean laps with every committed message delivered
 * once, in order.
 */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
class DeathOfProducerTest {
    private static final RingConfig CONFIG =
            RingConfig.defaults().withCapacityBytes(64 << 10).withMaxProducers(4);
    private static final int CELLS = CONFIG.capacityBytes() / 64;

    /** One lap before lap numbers repeat, so that the laps after the death cross that too. */
    private static final long LAST_LAP = Descriptor.LAP_MASK;

    @TempDir
    Path directory;

    private final List<Integer> received = new ArrayList<>();
    private final MessageHandler handler = (task, buffer, offset, length) -> received.add(buffer.getInt(offset));
    private final List<Integer> sent = new ArrayList<>();
    private int next;

    private Path path;
    private ProcessLock living;
    private RingConsumer consumer;
    private RingProducer producer;

    @BeforeEach
    void lock() throws Exception {
        path = directory.resolve("test.ring");
        living = ProcessLock.acquire(directory);
    }

    @AfterEach
    void close() {
        producer.close();
        consumer.close();
        living.close();
    }

    static Stream<Arguments> deaths() {
        List<Arguments> deaths = new ArrayList<>();
        for (FailPoint.Step step : FailPoint.Step.values()) {
            boolean producers =
                    step.ordinal() <= FailPoint.Step.ABORTED.ordinal() && step != FailPoint.Step.CLAIM_FAILED;
            int claimed = claimedCells(step);
            for (int at : List.of(0, CELLS / 2, CELLS - claimed, CELLS - claimed + 1, CELLS - 1)) {
                for (int dead = 1; dead <= 2; dead++) {
                    // They do not fit further behind.
                    if (producers && flush(step) == at > CELLS - claimed) {
                        for (long lap : new long[] {0, LAST_LAP}) {
                            deaths.add(Arguments.of(step, at, dead, lap));
                        }
                    }
                }
            }
        }
        return deaths.stream();
    }

    /** Only long records are described before they are finished. */
    private static int claimedCells(FailPoint.Step step) {
        boolean described = step == FailPoint.Step.DESCRIBED || step == FailPoint.Step.ANNOUNCE_CLEARED;
        return described ? Descriptor.SHORT_CELLS + 1 : 4;
    }

    private static boolean flush(FailPoint.Step step) {
        return step.name().startsWith("FLUSH");
    }

    @ParameterizedTest(name = "{0} at cell {1}, {2} dead, lap {3}")
    @MethodSource("deaths")
    void theRingRunsCleanLapsAfterwards(FailPoint.Step step, int at, int dead, long lap) throws Exception {
        open(lap * CELLS + at);
        for (int i = 0; i < dead; i++) {
            boolean flushed = i > 0 && flush(step) && step != FailPoint.Step.FLUSH_ANNOUNCED;
            dieAt(flushed ? FailPoint.Step.CLAIMED : step);
        }
        send(producer, 10);
        drain();
        // Three laps, and the dead ones' slots are taken again.
        for (int i = 0; i < 3 * CELLS / 10; i++) {
            send(producer, 10);
            drain();
        }
        consumer.reclaim();
        assertThat(received).isEqualTo(sent);
        assertThat(consumer.counters().free()).isEqualTo(consumer.counters().tail());
        assertThat(consumer.counters().producers()).isEqualTo(1);
        assertThat(consumer.counters().corruptRecords()).isZero();
    }

    @Test
    void whatWasCommittedBeforeTheDeathIsDelivered() throws Exception {
        open(0);
        ProcessLock dying = ProcessLock.acquire(directory);
        RingProducer victim = RingProducer.open(path, dying, null);
        send(victim, 20);
        victim.tryClaim(0, 4, 0);
        processDies(dying);
        drain();
        assertThat(received).isEqualTo(sent);
        assertThat(consumer.counters().abandoned()).isEqualTo(1);
        assertThat(consumer.counters().free()).isEqualTo(consumer.counters().tail());
    }

    @Test
    void theLivingAreNeverTakenForDead() throws Exception {
        open(0);
        try (RingProducer slow = RingProducer.open(path, living, null)) {
            slow.tryClaim(0, 4, 0);
            while (producer.offer(0, message(next), 0, 4, 0)) {
                sent.add(next++);
            }
            drain();
            assertThat(received).hasSameSizeAs(sent);
            assertThat(consumer.counters().abandoned()).isZero();
            assertThat(consumer.counters().probes()).isPositive();
            assertThat(consumer.counters().free()).isZero();
            slow.buffer().putInt(slow.offset(), -1);
            slow.commit();
            drain();
            assertThat(received).last().isEqualTo(-1);
            assertThat(consumer.counters().free()).isEqualTo(consumer.counters().tail());
        }
    }

    @Test
    void aFullRingIsFreedWhenItsHolderDies() throws Exception {
        open(CELLS / 3);
        dieAt(FailPoint.Step.CLAIMED);
        while (producer.offer(0, message(next), 0, 4, 0)) {
            sent.add(next++);
        }
        drain();
        send(producer, 10);
        drain();
        assertThat(received).isEqualTo(sent);
    }

    @Test
    void aHalfSentMessageOfTheDeadIsDroppedAndCounted() throws Exception {
        open(0);
        ProcessLock dying = ProcessLock.acquire(directory);
        RingProducer victim = RingProducer.open(path, dying, null);
        victim.offer(0, ByteBuffer.allocate(1 << 20), 0, 1 << 20, 0);
        processDies(dying);
        drain();
        consumer.reclaim();
        assertThat(consumer.counters().droppedFragmented()).isEqualTo(1);
        assertThat(received).isEmpty();
        send(producer, 10);
        drain();
        assertThat(received).isEqualTo(sent);
    }

    @Test
    void whoLostTheRaceForAPositionDoesNotKeepItFromBeingReclaimed() throws Exception {
        open(0);
        boolean[] raced = {false};
        ProcessLock dying = ProcessLock.acquire(directory);
        FailPoint overtaken = step -> {
            if (step == FailPoint.Step.ANNOUNCED && !raced[0]) {
                raced[0] = true;
                try {
                    assertThatExceptionOfType(Killed.class)
                            .isThrownBy(() -> RingProducer.open(path, dying, null, Killed.at(FailPoint.Step.CLAIMED, 1))
                                    .tryClaim(0, 4, 0));
                    while (producer.offer(0, message(next), 0, 4, 0)) {
                        sent.add(next++);
                    }
                } catch (RuntimeException e) {
                    throw new AssertionError(e);
                }
            }
        };
        try (RingProducer loser = RingProducer.open(path, living, null, overtaken)) {
            assertThat(loser.tryClaim(0, 4, 0)).isFalse();
            processDies(dying);
            drain();
            assertThat(received).isEqualTo(sent);
            assertThat(consumer.counters().free()).isEqualTo(consumer.counters().tail());
        }
    }

    @Test
    void theAnnounceOfTheDeadDoesNotPassToTheNextHolderOfTheSlot() throws Exception {
        open(0);
        dieAt(FailPoint.Step.ANNOUNCED);
        consumer.reclaim();
        try (RingProducer heir = RingProducer.open(path, living, null)) {
            dieAt(FailPoint.Step.CLAIMED);
            drain();
            assertThat(consumer.counters().abandoned()).isEqualTo(1);
            assertThat(consumer.counters().free()).isEqualTo(consumer.counters().tail());
            send(heir, 1);
        }
    }

    @Test
    void aHoleEndsWhereTheNextClaimIsDescribedWhileTheConsumerLooks() throws Exception {
        open(0);
        consumer.close();
        SteppedProducer[] stepped = new SteppedProducer[2];
        FailPoint meanwhile = step -> {
            if (step == FailPoint.Step.ANNOUNCES_SEEN) {
                stepped[1].stepTo(FailPoint.Step.COMMITTED);
            }
        };
        consumer = RingConsumer.create(path, CONFIG, living, Doorbells.Wait.FAST, 0, meanwhile);
        producer.close();
        producer = RingProducer.open(path, living, null);
        // Seed 6 begins with a plain message, not a batch, an abort or fragments.
        stepped[0] = new SteppedProducer(path, 0, 1, 6);
        stepped[0].stepTo(FailPoint.Step.CLAIMED);
        stepped[1] = new SteppedProducer(path, 1, 1, 6);
        stepped[1].stepTo(FailPoint.Step.CLAIMED);
        drain();
        assertThat(received).containsExactly(1);
        stepped[0].kill();
        drain();
        assertThat(received).containsExactly(1);
        assertThat(consumer.counters().abandoned()).isEqualTo(1);
        assertThat(consumer.counters().free()).isEqualTo(consumer.counters().tail());
        stepped[1].kill();
    }

    @Test
    void leftoversAreClearedBeforeTheirLapComesRound() throws Exception {
        open((Descriptor.LAPS_BETWEEN_CLEARING - 1) * CELLS);
        RingFile file = RingFile.open(path);
        // The ring looks as if a short record had begun in this cell almost 2^28 laps ago, and never another one since.
        long position = Descriptor.LAPS_BETWEEN_CLEARING * CELLS + 1;
        int offset = file.descriptorOffset(position);
        file.memory.putVolatile(offset, Descriptor.word(file.lapBits(position + CELLS), 0, 1, Descriptor.READY));
        for (int i = 0; i < 2 * CELLS / 2; i++) {
            assertThat(producer.tryClaim(0, 100, 0)).isTrue();
            producer.buffer().putInt(producer.offset(), 0);
            producer.commit();
            drain();
        }
        assertThat(file.memory.getVolatile(offset)).isZero();
        dieAt(FailPoint.Step.CLAIMED);
        send(producer, 1);
        received.clear();
        drain();
        assertThat(received).isEqualTo(sent);
        assertThat(consumer.counters().free()).isEqualTo(consumer.counters().tail());
    }

    private void open(long firstPosition) throws Exception {
        consumer = RingConsumer.create(path, CONFIG, living, Doorbells.Wait.FAST, firstPosition, FailPoint.NONE);
        producer = RingProducer.open(path, living, null);
    }

    private void dieAt(FailPoint.Step step) throws Exception {
        ProcessLock dying = ProcessLock.acquire(directory);
        FailPoint fatal = Killed.at(step, 1);
        assertThatExceptionOfType(Killed.class).isThrownBy(() -> {
            RingProducer victim = RingProducer.open(path, dying, null, fatal);
            victim.tryClaim(0, claimedCells(step) * Descriptor.CELL_LENGTH - 8, 0);
            victim.buffer().putInt(victim.offset(), next);
            if (step == FailPoint.Step.READY_STORED || step == FailPoint.Step.COMMITTED) {
                sent.add(next++);
            }
            if (step == FailPoint.Step.ABORTED) {
                victim.abort();
            } else {
                victim.commit();
            }
        });
        processDies(dying);
    }

    /** Drops the lock as the kernel does, although the producer retains it. */
    private static void processDies(ProcessLock dying) {
        dying.close();
        dying.release();
    }

    private void send(RingProducer by, int count) {
        for (int i = 0; i < count; i++) {
            assertThat(by.offer(0, message(next), 0, 4, 0)).isTrue();
            sent.add(next++);
        }
    }

    private static ByteBuffer message(int number) {
        return ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(0, number);
    }

    private void drain() {
        // Polls twice as often as the first probe needs; a prepared wait probes at once.
        for (int i = 0; i < 8; i++) {
            consumer.poll(handler, Integer.MAX_VALUE);
        }
        consumer.doorbell().prepareWait();
        for (int i = 0; i < 4; i++) {
            consumer.poll(handler, Integer.MAX_VALUE);
        }
        consumer.doorbell().cancelWait();
    }
}
