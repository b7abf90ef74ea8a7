// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.ipc.doorbell.Doorbells;
import io.millrace.ipc.liveness.ProcessLock;
import io.millrace.ipc.memory.MappedMemory;
import io.millrace.ipc.memory.SharedFile;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Damaged files: each call reports an error or loses a record, but always returns. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
class CorruptFileTest {
    private static final RingConfig CONFIG =
            RingConfig.defaults().withCapacityBytes(64 << 10).withMaxProducers(4);

    @TempDir
    Path directory;

    private Path path;
    private ProcessLock process;
    private RingConsumer consumer;

    @BeforeEach
    void open() throws Exception {
        path = directory.resolve("test.ring");
        process = ProcessLock.acquire(directory);
        consumer = RingConsumer.create(path, CONFIG, process);
    }

    @AfterEach
    void close() {
        consumer.close();
        process.close();
    }

    @Test
    void aTruncatedFileIsRefused() throws Exception {
        byte[] bytes = Files.readAllBytes(path);
        Path other = directory.resolve("other");
        for (int length : new int[] {0, 1, 23, 24, 1000, bytes.length - 1}) {
            Files.write(other, java.util.Arrays.copyOf(bytes, length));
            assertThatThrownBy(() -> RingProducer.open(other, process, null))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("truncated");
            assertThatThrownBy(() -> RingCounters.open(other)).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> Doorbells.open(other)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void aWrongMagicVersionOrSizeIsRefused() throws Exception {
        assertRefused(0, 0, "neither a ring nor a doorbell");
        assertRefused(8, SharedFile.VERSION + 1, "run the same release on both sides");
        assertRefused(16, 4711, "its head says 4711");
        assertRefused(Descriptor.CAPACITY_OFFSET, 0, "damaged head (capacity is 0");
        assertRefused(Descriptor.CAPACITY_OFFSET, 128 << 10, "damaged head");
        assertRefused(Descriptor.MAX_PRODUCERS_OFFSET, -1, "damaged head");
        assertRefused(Descriptor.FLAGS_OFFSET, 1 << 15, "damaged head");
    }

    private void assertRefused(int offset, int value, String message) throws Exception {
        Path other = directory.resolve("other");
        Files.copy(path, other, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        try (RandomAccessFile file = new RandomAccessFile(other.toFile(), "rw")) {
            file.seek(offset);
            file.writeInt(Integer.reverseBytes(value));
        }
        assertThatThrownBy(() -> RingProducer.open(other, process, null))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(message);
        assertThatThrownBy(() -> RingConsumer.reopen(other, process))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(message);
    }

    @Test
    void garbageIsReplacedByANewRing() throws Exception {
        Path other = directory.resolve("other.ring");
        Files.writeString(other, "this is no ring");
        try (RingConsumer replaced = RingConsumer.create(other, CONFIG, process);
                RingProducer producer = RingProducer.open(other, process, null)) {
            assertThat(producer.offer(0, ByteBuffer.allocate(8), 0, 8, 0)).isTrue();
            assertThat(replaced.poll((task, buffer, offset, length) -> {}, 1)).isEqualTo(1);
        }
    }

    @Test
    void flippedBitsInDescriptorsAndHeadsEndInAnErrorOrARecordLess() throws Exception {
        MappedMemory memory = MappedMemory.open(path, 0);
        RingFile file = RingFile.open(path);
        for (int seed = 0; seed < 2000; seed++) {
            Random random = new Random(seed);
            int[] delivered = {0};
            try (RingProducer producer = RingProducer.open(path, process, null)) {
                for (int i = 0; i < 30; i++) {
                    int length = random.nextInt(400);
                    if (random.nextBoolean()) {
                        producer.offer(i, ByteBuffer.allocate(length), 0, length, 0);
                    } else if (producer.tryClaimBatch(400, 0)) {
                        while (producer.append(i, ByteBuffer.allocate(length), 0, random.nextInt(length + 1))) {}
                        producer.commit();
                    }
                }
                long at = consumer.counters().free() + random.nextInt(60);
                int offset = switch (random.nextInt(3)) {
                    case 0 -> file.descriptorOffset(at);
                    case 1 -> file.descriptorOffset(at) + Descriptor.HEAD;
                    default -> file.cellOffset(at);
                };
                memory.putPlain(offset, memory.getPlain(offset) ^ 1L << random.nextInt(64));
                MessageHandler handler = (task, buffer, begin, length) -> {
                    buffer.get(begin, new byte[length]);
                    delivered[0]++;
                };
                for (int i = 0; i < 20; i++) {
                    consumer.doorbell().prepareWait();
                    consumer.poll(handler, 1000);
                    consumer.doorbell().cancelWait();
                }
                assertThat(delivered[0]).as("seed %d", seed).isPositive();
                consumer.reclaim();
            } catch (CorruptRingException e) {
                assertThat(e).hasMessageContaining("make another ring");
                consumer.close();
                consumer = RingConsumer.create(path, CONFIG, process);
                memory = MappedMemory.open(path, 0);
                file = RingFile.open(path);
            }
        }
    }

    @Test
    void aTailThatWasOverwrittenIsAnErrorOnBothSides() throws Exception {
        MappedMemory memory = MappedMemory.open(path, 0);
        try (RingProducer producer = RingProducer.open(path, process, null)) {
            memory.putVolatile(Descriptor.TAIL_OFFSET, 1L << 40);
            assertThatThrownBy(() -> producer.tryClaim(0, 8, 0)).isInstanceOf(CorruptRingException.class);
            consumer.doorbell().prepareWait();
            assertThatThrownBy(() -> consumer.poll((task, buffer, offset, length) -> {}, 1))
                    .isInstanceOf(CorruptRingException.class)
                    .hasMessageContaining("tail");
            consumer.doorbell().cancelWait();
        }
    }
}
