// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.spill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files with changed content: records are lost and counted, and never handed out. */
class DamagedSegmentTest {

    private static final int LENGTH = 1_000;
    private static final int MAX_RECORD = 20 << 10;
    private static final int HEAD = SegmentDescriptor.HEAD_NAME + 1;

    private Rig rig;
    private SpillQueue queue;
    private int offered;

    @BeforeEach
    void spill() {
        rig = new Rig(1, 4 << 20, MAX_RECORD);
        queue = rig.open("q");
    }

    @AfterEach
    void close() {
        rig.close();
    }

    /** Offers records until there is a file with blocks that are not read ahead. */
    private void spill(int length) {
        while (queue.spilledBytes() < 300 << 10) {
            offered += queue.offer(Rig.record(offered, length)) ? 1 : 0;
            rig.settle();
        }
    }

    /** Polls all records, and checks that those which come are whole and in order. Returns how many came. */
    private int drain(int length) {
        int came = 0;
        int number = 0;
        for (ByteBuffer polled = rig.next(queue); polled != null; polled = rig.next(queue)) {
            ByteBuffer record = polled.slice();
            while (!record.equals(Rig.record(number, length))) {
                number++;
                assertThat(number)
                        .as("a record that was never offered, or out of order")
                        .isLessThan(offered);
            }
            number++;
            came++;
        }
        return came;
    }

    private void assertAllIsAccountedFor(int came, long lost) {
        assertThat(queue.lost()).isEqualTo(lost);
        assertThat(came + queue.lost()).isEqualTo(offered);
        assertThat(queue.count()).isZero();
        assertThat(queue.bytes()).isZero();
        assertThat(queue.spilledBytes()).isZero();
        assertThat(rig.disk.files).isEmpty();
    }

    @Test
    void aRecordWhoseBytesChangedIsLostWithFileAndOffsetAndTheOthersCome() {
        spill(LENGTH);
        int lastPiece = rig.disk.files.lastEntry().getValue().length - SegmentDescriptor.PIECE_CONTENT - LENGTH;
        VirtualDisk.Content file = rig.disk.files.lastEntry().getValue();
        file.bytes[lastPiece + SegmentDescriptor.PIECE_CONTENT + 500] ^= 4;

        assertAllIsAccountedFor(drain(LENGTH), 1);

        assertThat(rig.log)
                .containsExactly("queue q: " + file.path() + " is damaged at byte " + lastPiece + ": the checksum of "
                        + LENGTH + " bytes is wrong: its records are lost, check the disk");
    }

    @Test
    void anImpossibleLengthLosesTheRestOfItsBlock() {
        spill(LENGTH);
        VirtualDisk.Content file = rig.disk.files.lastEntry().getValue();
        ByteBuffer bytes = ByteBuffer.wrap(file.bytes).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putInt(HEAD + SegmentDescriptor.PIECE_LENGTH, 1 << 30);

        // Four of these records are in a block
        assertAllIsAccountedFor(drain(LENGTH), 4);

        assertThat(rig.log)
                .containsExactly("queue q: " + file.path() + " is damaged at byte " + HEAD
                        + ": a piece of 1073741824 bytes where "
                        + (4 * (SegmentDescriptor.PIECE_CONTENT + LENGTH) - SegmentDescriptor.PIECE_CONTENT)
                        + " are left: its records are lost, check the disk");
    }

    @Test
    void aFileThatWasCutLosesWhatWasCut() {
        spill(LENGTH);
        VirtualDisk.Content file = rig.disk.files.lastEntry().getValue();
        file.length -= 1;

        assertAllIsAccountedFor(drain(LENGTH), 1);

        assertThat(rig.log).hasSize(1).first().asString().contains("the file ends");
    }

    @Test
    void aLongRecordThatMissesAPieceIsLostWhole() {
        spill(MAX_RECORD);
        VirtualDisk.Content file = rig.disk.files.lastEntry().getValue();
        file.bytes[file.length - 10_000] ^= 1;

        int came = drain(MAX_RECORD);

        assertAllIsAccountedFor(came, 1);
    }

    @Test
    void whateverIsDamagedIsLostAndCountedAndAllElseComesInOrder() {
        for (int seed = 0; seed < 100; seed++) {
            rig.close();
            rig = new Rig(1, 4 << 20, MAX_RECORD);
            queue = rig.open("q");
            offered = 0;
            Random random = new Random(seed);
            int length = 200 + random.nextInt(MAX_RECORD - 200);
            spill(length);
            for (VirtualDisk.Content file : rig.disk.files.values()) {
                for (int i = random.nextInt(4); i > 0; i--) {
                    file.bytes[HEAD + random.nextInt(file.length - HEAD)] ^= (byte) (1 << random.nextInt(8));
                }
                if (random.nextInt(10) == 0) {
                    file.length = random.nextInt(file.length);
                }
            }

            int came = drain(length);

            assertAllIsAccountedFor(came, offered - came);
        }
    }

    @Test
    void aReadThatFailsIsTriedAgainAndNothingIsLost() {
        spill(LENGTH);
        int[] failures = {0};
        rig.disk.faults = (call, bytes) -> {
            if (call.equals("read") && failures[0] < 9) {
                failures[0]++;
                throw new IOException("Input/output error");
            }
            return bytes;
        };

        assertAllIsAccountedFor(drain(LENGTH), 0);

        assertThat(rig.log).hasSize(2).last().isEqualTo("queue q: its files can be read again");
    }

    @Test
    void aBlockThatCannotBeReadTenTimesIsLostAndTheQueueGoesOn() {
        spill(LENGTH);
        int[] failures = {0};
        rig.disk.faults = (call, bytes) -> {
            if (call.equals("read") && failures[0] < 10) {
                failures[0]++;
                throw new IOException("Input/output error");
            }
            return bytes;
        };

        assertAllIsAccountedFor(drain(LENGTH), 4);
        assertThat(rig.log)
                .anySatisfy(line -> assertThat(line)
                        .endsWith("Input/output error: the records of this block are lost, check the disk"));
    }
}
