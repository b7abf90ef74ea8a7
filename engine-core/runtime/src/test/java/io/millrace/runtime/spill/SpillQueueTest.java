// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The behaviour of a queue beside being first in, first out: its memory, its files, and its wake-ups. */
class SpillQueueTest {

    private static final int MAX_RECORD = 20 << 10;
    private static final long DISK = 4 << 20;

    private Rig rig;

    @AfterEach
    void close() {
        if (rig != null) {
            rig.close();
        }
    }

    private SpillQueue single() {
        rig = new Rig(1, DISK, MAX_RECORD);
        return rig.open("clicks to analyse");
    }

    @Test
    void aFewRecordsStayInMemory() {
        SpillQueue queue = single();
        for (int i = 0; i < 500; i++) {
            assertThat(queue.offer(Rig.record(i, 100))).isTrue();
        }
        rig.settle();

        assertThat(rig.disk.created).isEmpty();
        for (int i = 0; i < 500; i++) {
            assertThat(queue.poll().slice()).isEqualTo(Rig.record(i, 100));
        }
        assertThat(queue.poll()).isNull();
    }

    @Test
    void anOfferLeavesItsBufferAsItIsAndAPollGivesLittleEndianBytesThatCannotBeWritten() {
        SpillQueue queue = single();
        ByteBuffer record = ByteBuffer.allocate(40).order(ByteOrder.LITTLE_ENDIAN);
        record.putLong(16, 0x0102030405060708L).position(16).limit(24);

        assertThat(queue.offer(record)).isTrue();

        assertThat(record.position()).isEqualTo(16);
        assertThat(record.limit()).isEqualTo(24);
        ByteBuffer polled = queue.poll();
        assertThat(polled.isReadOnly()).isTrue();
        assertThat(polled.remaining()).isEqualTo(8);
        assertThat(polled.getLong()).isEqualTo(0x0102030405060708L);
    }

    @Test
    void theOldestAndTheNewestRecordsAreInMemoryWhileThereAreFiles() {
        SpillQueue queue = single();
        int number = 0;
        while (queue.spilledBytes() < 100 << 10) {
            assertThat(queue.offer(Rig.record(number++, 1_000))).isTrue();
            rig.settle();
        }

        VirtualDisk.Faults none = rig.disk.faults;
        rig.disk.faults = (call, bytes) -> {
            throw new IOException("dead");
        };
        assertThat(queue.offer(Rig.record(number, 1_000))).isTrue();
        assertThat(queue.poll().slice()).isEqualTo(Rig.record(0, 1_000));
        rig.disk.faults = none;
    }

    @Test
    void bytesInFilesAreCountedAndTheFileGoesWhenAllOfItIsRead() {
        SpillQueue queue = single();
        int offered = 0;
        while (queue.spilledBytes() < 200 << 10) {
            assertThat(queue.offer(Rig.record(offered++, 1_000))).isTrue();
            rig.settle();
        }
        assertThat(rig.disk.files).isNotEmpty();

        for (int i = 0; i < offered; i++) {
            assertThat(rig.next(queue).slice()).isEqualTo(Rig.record(i, 1_000));
        }

        assertThat(queue.spilledBytes()).isZero();
        assertThat(rig.disk.files).isEmpty();
        assertThat(rig.space.diskBytes()).isZero();
    }

    @Test
    void segmentsAreBoundedAndTheirHeadsNameVersionAndQueue() {
        SpillQueue queue = single();
        while (rig.disk.created.size() < 3) {
            assertThat(queue.offer(Rig.record(1, 1_000))).isTrue();
            rig.settle();
        }

        assertThat(rig.disk.files.values()).allSatisfy(file -> {
            assertThat((long) file.length).isLessThanOrEqualTo(rig.settings.segmentBytes());
            ByteBuffer head = ByteBuffer.wrap(file.bytes).order(ByteOrder.LITTLE_ENDIAN);
            assertThat(head.getLong(SegmentDescriptor.HEAD_MAGIC)).isEqualTo(SegmentDescriptor.MAGIC);
            assertThat(head.getInt(SegmentDescriptor.HEAD_VERSION)).isEqualTo(SegmentDescriptor.VERSION);
            byte[] name = new byte[head.getInt(SegmentDescriptor.HEAD_NAME_BYTES)];
            head.get(SegmentDescriptor.HEAD_NAME, name);
            assertThat(new String(name, StandardCharsets.UTF_8)).isEqualTo("clicks to analyse");
        });
        assertThat(rig.disk.created.get(0)).isEqualTo("clicks_to_analyse-0-0.segment");
    }

    @Test
    void aFullQueueRefusesAndWakesItsOwnerWhenThereIsRoom() {
        rig = new Rig(1, 0, MAX_RECORD);
        int[] woken = {0};
        SpillQueue queue = rig.space.open("q", () -> woken[0]++);
        int offered = Rig.fill(queue, 0, 1_000);
        rig.settle();
        assertThat(queue.offer(Rig.record(offered, 1_000))).isFalse();
        woken[0] = 0;

        while (woken[0] == 0) {
            assertThat(queue.poll()).isNotNull();
        }

        assertThat(queue.offer(Rig.record(offered, 1_000))).isTrue();
    }

    @Test
    void roomThatAnotherQueueGivesBackWakesTheOwnerThatWasRefused() {
        rig = new Rig(2, 0, MAX_RECORD);
        int[] woken = {0};
        SpillQueue greedy = rig.open("greedy");
        SpillQueue refused = rig.space.open("refused", () -> woken[0]++);
        Rig.fill(greedy, 0, 1_000);
        Rig.fill(refused, 0, 1_000);

        while (!refused.offer(Rig.record(0, 4_000))) {
            woken[0] = 0;
            while (woken[0] == 0) {
                assertThat(rig.next(greedy)).isNotNull();
            }
        }
    }

    @Test
    void aPollOfWhatIsInAFileWakesTheOwnerWhenItIsRead() {
        rig = new Rig(1, DISK, MAX_RECORD);
        int[] woken = {0};
        SpillQueue queue = rig.space.open("q", () -> woken[0]++);
        while (queue.spilledBytes() < 200 << 10) {
            queue.offer(Rig.record(0, 1_000));
            rig.settle();
        }
        while (queue.poll() != null) {
            // The loop ends when the next record is in a file
        }
        assertThat(queue.count()).isPositive();
        woken[0] = 0;

        rig.settle();

        assertThat(woken[0]).isPositive();
        assertThat(queue.poll()).isNotNull();
    }

    @Test
    void aQueueGoesOnAtThePaceOfTheDiskWhileOthersHoldAllMemory() {
        rig = new Rig(2, DISK, MAX_RECORD);
        SpillQueue greedy = rig.open("greedy");
        rig.disk.faults = (call, bytes) -> {
            throw new IOException("dead");
        };
        Rig.fill(greedy, 0, 1_000);
        Rig.fill(greedy, 0, 4_000);
        rig.disk.faults = VirtualDisk.NONE;
        SpillQueue other = rig.open("other");
        for (int i = 0; i < 1_000; i++) {
            boolean taken = other.offer(Rig.record(i, 2_000));
            if (!taken) {
                // Only this queue's files work; the blocks of the greedy queue stay
                rig.disk.faults = (call, bytes) -> bytes;
                rig.space.agent().doWork();
                taken = other.offer(Rig.record(i, 2_000));
            }
            assertThat(taken).as("record %d", i).isTrue();
        }
        for (int i = 0; i < 1_000; i++) {
            assertThat(rig.next(other).slice()).isEqualTo(Rig.record(i, 2_000));
        }
    }

    @Test
    void anEmptyQueueTakesARecordOfOneBlockWhateverOthersHold() {
        rig = new Rig(2, 0, MAX_RECORD);
        SpillQueue greedy = rig.open("greedy");
        Rig.fill(greedy, 0, 600);
        assertThat(greedy.offer(Rig.record(0, 600))).isFalse();
        SpillQueue other = rig.open("other");

        for (int i = 0; i < 100; i++) {
            int length = Rig.BLOCK - SegmentDescriptor.PIECE_CONTENT;
            assertThat(other.offer(Rig.record(i, length))).isTrue();
            rig.settle();
            assertThat(other.poll().slice()).isEqualTo(Rig.record(i, length));
        }
    }

    @Test
    void anEmptyQueueTakesTheLongestRecordBesideAGreedyOne() {
        rig = new Rig(2, 0, MAX_RECORD);
        SpillQueue greedy = rig.open("greedy");
        Rig.fill(greedy, 0, 600);
        SpillQueue other = rig.open("other");

        assertThat(other.offer(Rig.record(7, MAX_RECORD))).isTrue();

        assertThat(rig.next(other).slice()).isEqualTo(Rig.record(7, MAX_RECORD));
    }

    @Test
    void aRecordAboveTheLongestIsAnError() {
        SpillQueue queue = single();

        assertThatThrownBy(() -> queue.offer(Rig.record(0, MAX_RECORD + 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("queue clicks to analyse: a record has 20481 bytes, the most is 20480: raise"
                        + " topology.message.max.bytes");
    }

    @Test
    void onADeadDiskMemoryFillsUpAndTheQueueCanBeEmptiedInOrder() {
        SpillQueue queue = single();
        rig.disk.faults = (call, bytes) -> {
            throw VirtualDisk.noSpace();
        };
        int offered = 0;
        for (int refused = 0; refused < 3; ) {
            if (queue.offer(Rig.record(offered, 1_500))) {
                offered++;
            } else {
                refused++;
            }
            rig.settleWithRetries();
        }

        for (int i = 0; i < offered; i++) {
            assertThat(rig.next(queue).slice()).isEqualTo(Rig.record(i, 1_500));
        }

        assertThat(offered).isGreaterThan(60);
        assertThat(queue.count()).isZero();
        assertThat(rig.log)
                .first()
                .asString()
                .startsWith("queue clicks to analyse: cannot write to topology.queue.dir: IOException: No space left on"
                        + " device: what sends to it waits when memory is full; make room");
    }

    @Test
    void aFullDiskIsOneLineAMinuteAndOneMoreWhenItHasRoomAgain() {
        SpillQueue queue = single();
        rig.disk.capacity = 10_000;
        for (int i = 0; i < 200; i++) {
            queue.offer(Rig.record(i, 1_500));
            rig.settle();
            rig.now += 100_000_000;
        }
        assertThat(rig.log).hasSize(1);
        rig.now += 60_000_000_000L;
        rig.settle();
        assertThat(rig.log).hasSize(2);

        rig.disk.capacity = Long.MAX_VALUE;
        rig.settleWithRetries();

        assertThat(rig.log).hasSize(3).last().isEqualTo("queue clicks to analyse: its files can be written again");
        assertThat(rig.disk.files).isNotEmpty();
    }

    @Test
    void atTheLimitOfFilesOneLineNamesItsKey() {
        rig = new Rig(1, 64 << 10, MAX_RECORD);
        SpillQueue queue = rig.open("q");
        for (int i = 0; i < 300; i++) {
            queue.offer(Rig.record(i, 1_000));
            rig.settle();
        }

        assertThat(rig.disk.used()).isBetween(50_000L, 64L << 10);
        assertThat(rig.log)
                .containsExactly(
                        "queue q: the files of this worker's queues have reached topology.queue.disk, 65536 bytes:"
                                + " what sends to them waits until some is read");
    }

    @Test
    void aSlowDiskIsOneLine() {
        SpillQueue queue = single();
        rig.disk.faults = (call, bytes) -> {
            rig.now += 2_000_000_000L;
            return bytes;
        };
        for (int i = 0; i < 200; i++) {
            queue.offer(Rig.record(i, 1_000));
            rig.settle();
        }

        assertThat(rig.log).isNotEmpty().first().asString().contains(" ms: the disk of topology.queue.dir is slow");
    }

    @Test
    void aCloseGivesMemoryAndFilesBack() {
        SpillQueue queue = single();
        while (queue.spilledBytes() < 100 << 10) {
            queue.offer(Rig.record(0, 1_000));
            rig.settle();
        }
        queue.poll();

        queue.close();
        rig.settle();

        assertThat(rig.disk.files).isEmpty();
        assertThat(rig.space.memoryTaken()).isEqualTo(2L * Rig.BLOCK);
        assertThatThrownBy(() -> queue.offer(Rig.record(0, 1))).hasMessage("queue clicks to analyse is closed");
        SpillQueue another = rig.open("another");
        assertThat(another.offer(Rig.record(5, 100))).isTrue();
        assertThat(another.poll().slice()).isEqualTo(Rig.record(5, 100));
    }

    @Test
    void moreQueuesThanTheSettingsSayAreRefused() {
        single();

        assertThatThrownBy(() -> rig.open("second")).hasMessage("queue second: 1 queues are open already");
    }

    @Test
    void aFileThatCannotBeDeletedTakesNoRoomAndIsNamed() {
        SpillQueue queue = single();
        rig.disk.faults = (call, bytes) -> {
            if (call.equals("delete")) {
                throw new IOException("read-only file system");
            }
            return bytes;
        };
        int offered = 0;
        while (queue.spilledBytes() < 100 << 10) {
            queue.offer(Rig.record(offered++, 1_000));
            rig.settle();
        }
        while (rig.next(queue) != null) {
            // The loop polls all of them
        }

        assertThat(rig.disk.used()).isZero();
        assertThat(rig.log)
                .singleElement()
                .isEqualTo("queue clicks to analyse: /virtual/clicks_to_analyse-0-0.segment cannot be removed:"
                        + " IOException: read-only file system: remove it");
    }
}
