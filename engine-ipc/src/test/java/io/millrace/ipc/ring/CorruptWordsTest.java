// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.ipc.doorbell.Doorbells;
import io.millrace.ipc.liveness.ProcessLock;
import io.millrace.ipc.memory.MappedMemory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntBiFunction;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every kind of word in a ring's file is overwritten repeatedly between calls of both sides. Each call returns, or says
 * that the ring is corrupt, and a new ring in its place works. A call that never returns runs into the time-out.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CorruptWordsTest {
    private static final int SEEDS = Boolean.getBoolean("millrace.long") ? 2000 : 4;
    private static final int MAX_MESSAGE = 256 << 10;
    private static final RingConfig CONFIG = RingConfig.defaults()
            .withCapacityBytes(64 << 10)
            .withMaxMessageBytes(MAX_MESSAGE)
            .withMaxProducers(4);

    @TempDir
    Path directory;

    /** The place of the word that is overwritten. */
    enum Area {
        TAIL((file, random) -> Descriptor.TAIL_OFFSET),
        FREE((file, random) -> Descriptor.FREE_OFFSET),
        READ((file, random) -> Descriptor.READ_OFFSET),
        WAITING((file, random) -> Descriptor.WAITING_OFFSET),
        REQUESTS((file, random) ->
                random.nextBoolean() ? Descriptor.WAKE_REQUEST_OFFSET : Descriptor.SLOT_REQUEST_OFFSET),
        CONSUMER((file, random) -> Descriptor.CONSUMER_OFFSET),
        CLOSED((file, random) -> Descriptor.CLOSED_OFFSET),
        SLOTS_IN_USE((file, random) -> Descriptor.SLOTS_IN_USE_OFFSET),
        COUNTERS((file, random) -> Descriptor.COUNTERS_OFFSET + 8 * random.nextInt(19)),
        ANNOUNCE((file, random) -> slot(random) + Descriptor.SLOT_ANNOUNCE),
        SLOT_WORD((file, random) -> slot(random) + Descriptor.SLOT_WORD),
        WAKE((file, random) -> slot(random) + Descriptor.SLOT_WAKE),
        BELL_PATH((file, random) -> slot(random) + Descriptor.SLOT_PATH_LENGTH + 8 * random.nextInt(4)),
        FLAGS((file, random) -> file.flagOffset(random.nextInt(CONFIG.flags()))),
        DESCRIPTOR((file, random) -> file.descriptorOffset(record(file, random))),
        OWNER((file, random) -> file.descriptorOffset(record(file, random))),
        FIELDS_OF_DESCRIPTOR((file, random) -> file.descriptorOffset(record(file, random))),
        HEAD((file, random) -> file.descriptorOffset(record(file, random)) + Descriptor.HEAD),
        FIELDS_OF_HEAD((file, random) -> file.descriptorOffset(record(file, random)) + Descriptor.HEAD),
        CELL((file, random) -> file.cellOffset(record(file, random)) + 8 * random.nextInt(8)),
        FIELDS_IN_RECORD((file, random) -> file.cellOffset(record(file, random)));

        private final ToIntBiFunction<RingFile, Random> offset;

        Area(ToIntBiFunction<RingFile, Random> offset) {
            this.offset = offset;
        }

        private static int slot(Random random) {
            return Descriptor.slotOffset(random.nextInt(CONFIG.maxProducers()));
        }

        /** One of the records that are not read. */
        private static long record(RingFile file, Random random) {
            List<Long> records = new ArrayList<>();
            long tail = file.memory.getVolatile(Descriptor.TAIL_OFFSET);
            long position = file.memory.getVolatile(Descriptor.READ_OFFSET);
            for (int i = 0; i < file.cells && position < tail; i++) {
                if (file.isDescribed(file.descriptorAcquire(position), position)) {
                    records.add(position);
                }
                position++;
            }
            return records.isEmpty() ? position : records.get(random.nextInt(records.size()));
        }

        /** A word of valid fields other than those that were written. */
        private long garbage(RingFile file, long word, Random random) {
            return switch (this) {
                case FIELDS_OF_DESCRIPTOR ->
                    random.nextBoolean()
                            ? Descriptor.withState(word, random.nextInt(8))
                            : word & Descriptor.LAP_AND_STATE
                                    | Descriptor.word(0, random.nextInt(6), random.nextInt(3) * random.nextInt(600), 0);
                case FIELDS_OF_HEAD, FIELDS_IN_RECORD ->
                    Descriptor.head(
                            random.nextInt(2) * random.nextInt(5),
                            random.nextInt(2 * MAX_MESSAGE),
                            random.nextInt(2) * (random.nextInt(4000) - 100));
                default -> CorruptWordsTest.garbage(word, random);
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyCallReturnsOrSaysThatTheRingIsCorrupt(Area area) throws Exception {
        for (int seed = 0; seed < SEEDS; seed++) {
            try (ProcessLock process = ProcessLock.acquire(directory)) {
                garble(area, new Random(seed), process);
            } catch (RuntimeException | Error e) {
                throw new AssertionError(area + ", seed " + seed, e);
            }
            assertThat(directory).isEmptyDirectory();
        }
    }

    private void garble(Area area, Random random, ProcessLock process) throws IOException {
        Path path = directory.resolve("test.ring");
        Doorbell bell = Doorbells.create(directory.resolve("bell"));
        RingConsumer consumer = RingConsumer.create(path, CONFIG, process);
        RingProducer[] producers = {RingProducer.open(path, process, bell), RingProducer.open(path, process, null)};
        RingFile file = RingFile.open(path);
        try {
            for (int round = 0; round < 20; round++) {
                write(producers[random.nextInt(2)], random);
                MappedMemory memory = file.memory;
                int offset = area.offset.applyAsInt(file, random) & -Long.BYTES;
                memory.putVolatile(offset, area.garbage(file, memory.getVolatile(offset), random));
                use(consumer, producers[random.nextInt(2)], process, random);
            }
        } catch (CorruptRingException e) {
            assertThat(e).hasMessageContaining(path.toString());
        } finally {
            close(producers[0]);
            close(producers[1]);
            consumer.close();
            bell.close();
            // The slot word may not name its registration any more; the link is deleted with the ring.
            RingFile.delete(path);
        }
    }

    private static void close(RingProducer producer) {
        try {
            producer.close();
        } catch (CorruptRingException e) {
            // Its open claim was abandoned.
            producer.close();
        }
    }

    private static long garbage(long word, Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> 0;
            case 1 -> -1;
            case 2 -> random.nextLong();
            case 3 -> word + random.nextInt(2001) - 1000;
            default -> word ^ 1L << random.nextInt(Long.SIZE);
        };
    }

    private static void write(RingProducer producer, Random random) {
        ByteBuffer source = ByteBuffer.allocate(30_000);
        for (int i = 0; i < 8; i++) {
            int length = random.nextInt(500);
            switch (random.nextInt(6)) {
                case 0 -> {
                    if (producer.tryClaimBatch(1000, 0)) {
                        while (producer.append(i, source, 0, length)) {}
                        producer.commit();
                    }
                }
                case 1 -> {
                    if (producer.tryClaim(i, length, 64)) {
                        producer.abort();
                    }
                }
                case 2 -> {
                    if (!producer.offer(i, source, 0, source.limit(), 0)) {
                        producer.dropPartial();
                    }
                }
                default -> producer.offer(i, source, 0, length, 0);
            }
        }
    }

    private static void use(RingConsumer consumer, RingProducer producer, ProcessLock process, Random random)
            throws IOException {
        int mapped = producer.buffer().capacity();
        MessageHandler handler = (task, buffer, offset, length) -> {
            // Every message lies in a record of this ring, or was assembled from fragments.
            assertThat(length).isBetween(0, buffer.capacity() == mapped ? producer.maxClaimLength() : MAX_MESSAGE);
            assertThat(offset + length).isBetween(length, buffer.capacity());
        };
        write(producer, random);
        consumer.poll(handler, 1 + random.nextInt(20));
        producer.requestWake();
        consumer.reclaim();
        producer.flag(3);
        consumer.flag(3, random.nextBoolean());
        for (int i = 0; i < 3; i++) {
            consumer.doorbell().prepareWait();
            consumer.poll(handler, 100);
            consumer.doorbell().cancelWait();
        }
        consumer.counters().snapshot();
        try {
            RingProducer.open(consumer.path(), process, null).close();
        } catch (IOException e) {
            assertThat(e).hasMessageContaining(consumer.path().toString());
        }
    }
}
