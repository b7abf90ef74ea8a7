// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.transport.MessageSource;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SendBufferTest {

    private static final int CHUNK = 1024;
    private static final int BOUND = 16 * 1024;

    private final ChunkPool pool = new ChunkPool(CHUNK, 64 * 1024);
    private final SendBuffer log = new SendBuffer(pool, BOUND, false, () -> 0);
    private final ByteBuf out = Unpooled.buffer(64 * 1024);

    @Test
    void writesRecordsInWireFormat() {
        log.offer(1, ByteBuffer.wrap(new byte[] {9, 8, 7, 6, 5}), 1, 3);
        log.offer(1, ByteBuffer.allocate(0), 0, 0);
        assertThat(log.nextRecordBytes()).isEqualTo(8);
        assertThat(log.drainTo(out, 1024)).isEqualTo(12);
        assertThat(out.getIntLE(0)).isEqualTo(FrameDescriptor.RECORD_WHOLE | 3);
        assertThat(out.getByte(4)).isEqualTo((byte) 8);
        assertThat(out.getIntLE(8)).isEqualTo(FrameDescriptor.RECORD_WHOLE);
        assertThat(log.drainedMessages()).isEqualTo(2);
        assertThat(log.nextRecordBytes()).isZero();
    }

    @Test
    void prefixesTheTaskInThePriorityLane() {
        SendBuffer control = new SendBuffer(pool, BOUND, true, () -> 0);
        control.offer(0x01020304, ByteBuffer.wrap(new byte[] {7}), 0, 1);
        control.drainTo(out, 1024);
        assertThat(out.getIntLE(0)).isEqualTo(FrameDescriptor.RECORD_WHOLE | 5);
        assertThat(out.getIntLE(4)).isEqualTo(0x01020304);
        assertThat(out.getByte(8)).isEqualTo((byte) 7);
    }

    @Test
    void aTimedMessageSaysWhenItWasDrained() {
        long[] now = {100};
        SendBuffer timed = new SendBuffer(pool, BOUND, false, () -> now[0]);
        timed.offer(1, ByteBuffer.wrap(new byte[] {7, 8}), 0, 2, true);
        timed.offer(1, ByteBuffer.wrap(new byte[] {9}), 0, 1);
        now[0] = 250;
        timed.drainTo(out, 1024);
        assertThat(out.getIntLE(0)).isEqualTo(FrameDescriptor.RECORD_WHOLE | FrameDescriptor.RECORD_TIMED | 10);
        assertThat(out.getLongLE(4)).isEqualTo(250);
        assertThat(out.getByte(12)).isEqualTo((byte) 7);
        assertThat(out.getIntLE(16)).isEqualTo(FrameDescriptor.RECORD_WHOLE | 1);
    }

    @Test
    void aTimedMessageInFragmentsHasNoTime() {
        log.offer(1, ByteBuffer.allocate(3000), 0, 3000, true);
        log.drainTo(out, 64 * 1024);
        assertThat(out.getIntLE(0)).isEqualTo(FrameDescriptor.RECORD_FIRST | (CHUNK - 4));
        assertThat(out.getIntLE(4)).isEqualTo(3000);
    }

    @Test
    void cutsALongMessageIntoFragments() {
        assertThat(log.offer(1, ByteBuffer.allocate(3000), 0, 3000)).isTrue();
        long queued = log.queuedBytes();
        assertThat(log.drainTo(out, 64 * 1024)).isEqualTo((int) queued);
        assertThat(out.getIntLE(0)).isEqualTo(FrameDescriptor.RECORD_FIRST | (CHUNK - 4));
        assertThat(out.getIntLE(4)).isEqualTo(3000);
        assertThat(out.getIntLE(CHUNK)).isEqualTo(CHUNK - 4);
        assertThat(out.getIntLE(2 * CHUNK) & FrameDescriptor.RECORD_LAST).isNotZero();
        assertThat(log.drainedMessages()).isEqualTo(1);
    }

    /** The source may also throw an error, as it may be the author's code. */
    @Test
    void aSourceThatFailsLeavesAtMostARecordWithoutEffect() {
        MessageSource inTheMiddle = (from, target, at, length) -> {
            if (from > 0) {
                throw new AssertionError("broken");
            }
        };
        assertThatThrownBy(() -> log.offer(inTheMiddle, 3000)).isInstanceOf(AssertionError.class);
        assertThat(log.queuedBytes()).isZero();
        assertThat(pool.usedBytes()).isZero();
        MessageSource atOnce = (from, target, at, length) -> {
            throw new AssertionError("broken");
        };
        assertThatThrownBy(() -> log.offer(atOnce, 100)).isInstanceOf(AssertionError.class);
        assertThat(log.queuedBytes()).isEqualTo(104);
        log.drainTo(out, 1024);
        assertThat(out.getIntLE(0) & FrameDescriptor.RECORD_VOID).isNotZero();
        assertThat(log.queuedBytes()).isZero();
        assertThat(log.offer(1, ByteBuffer.allocate(4), 0, 4)).isTrue();
        assertThat(log.queuedBytes()).isEqualTo(8);
    }

    @Test
    void refusesBeyondTheBoundAndSaysWhenThereIsRoom() {
        ByteBuffer message = ByteBuffer.allocate(500);
        while (log.offer(1, message, 0, 500)) {
            assertThat(log.queuedBytes()).isLessThanOrEqualTo(BOUND);
        }
        assertThat(log.takeRoomSignal()).isFalse();
        log.drainTo(out, BOUND / 4);
        assertThat(log.takeRoomSignal()).isFalse();
        log.drainTo(out, BOUND / 2);
        assertThat(log.takeRoomSignal()).isTrue();
        assertThat(log.takeRoomSignal()).isFalse();
        assertThat(log.offer(1, message, 0, 500)).isTrue();
    }

    @Test
    void saysWhenWhatWasOfferedIsDrained() {
        assertThat(log.isDrained(log.offered())).isTrue();
        log.offer(1, ByteBuffer.allocate(100), 0, 100);
        long first = log.offered();
        log.offer(1, ByteBuffer.allocate(200), 0, 200);
        long second = log.offered();
        assertThat(log.isDrained(first)).isFalse();
        log.drainTo(out, log.nextRecordBytes());
        assertThat(log.takeRoomSignal()).as("it makes sense to ask again").isTrue();
        assertThat(log.isDrained(first)).isTrue();
        assertThat(log.isDrained(second)).isFalse();
        log.drainTo(out, 1024);
        assertThat(log.isDrained(second)).isTrue();
    }

    @Test
    void takesOneMessageAboveTheBoundWhenEmpty() {
        assertThat(log.offer(1, ByteBuffer.allocate(BOUND * 2), 0, BOUND * 2)).isTrue();
        assertThat(log.offer(1, ByteBuffer.allocate(1), 0, 1)).isFalse();
        while (log.drainTo(out.clear(), 64 * 1024) != 0) {
            assertThat(out.readableBytes()).isPositive();
        }
        assertThat(log.takeRoomSignal()).isTrue();
    }

    @Test
    void sharesThePoolsMemoryAndGivesItBack() {
        SendBuffer greedy = new SendBuffer(pool, 1 << 20, false, () -> 0);
        ByteBuffer message = ByteBuffer.allocate(1000);
        while (greedy.offer(1, message, 0, 1000)) {
            assertThat(pool.usedBytes()).isLessThanOrEqualTo(64 * 1024);
        }
        // The pool is empty, but a channel that has nothing queued gets its first chunk.
        assertThat(log.offer(2, message, 0, 1000)).isTrue();
        assertThat(log.offer(2, message, 0, 1000)).isFalse();
        assertThat(greedy.discardAll()).isEqualTo(64);
        assertThat(log.discardAll()).isEqualTo(1);
        greedy.trim();
        log.trim();
        assertThat(pool.usedBytes()).isZero();
        assertThat(log.offer(2, message, 0, 1000)).isTrue();
        assertThat(log.nextRecordBytes()).isEqualTo(1004);
    }

    @Test
    void discardsTheRestOfAMessageThatWasCut() {
        log.offer(1, ByteBuffer.allocate(3000), 0, 3000);
        log.offer(1, ByteBuffer.allocate(4), 0, 4);
        log.drainTo(out, CHUNK);
        assertThat(log.discardCutMessage()).isTrue();
        assertThat(log.discardCutMessage()).isFalse();
        assertThat(log.nextRecordBytes()).isEqualTo(8);
    }

    @Test
    void keepsEveryThreadsOrderAndNeverMixesFragments() throws InterruptedException {
        int threads = 3;
        int each = 20_000;
        List<Thread> producers = new ArrayList<>();
        AtomicBoolean running = new AtomicBoolean(true);
        for (int t = 0; t < threads; t++) {
            byte id = (byte) t;
            producers.add(new Thread(() -> {
                ByteBuffer message = ByteBuffer.allocate(4000).order(ByteOrder.LITTLE_ENDIAN);
                for (int i = 0; i < each && running.get(); i++) {
                    int length = i % 50 == 0 ? 4000 : 8 + i % 40;
                    message.putInt(0, i).put(4, id).put(length - 1, id);
                    while (running.get() && !log.offer(1, message, 0, length)) {
                        Thread.onSpinWait();
                    }
                }
            }));
        }
        producers.forEach(Thread::start);
        int[] next = new int[threads];
        try {
            ByteBuf message = Unpooled.buffer(4000);
            for (int seen = 0; seen < threads * each; ) {
                out.clear();
                log.drainTo(out, 64 * 1024);
                while (out.isReadable()) {
                    int word = out.readIntLE();
                    int from = out.readerIndex();
                    boolean headed = FrameDescriptor.isFirst(word) && !FrameDescriptor.isLast(word);
                    int prefix = headed ? 4 : 0;
                    assertThat(FrameDescriptor.isFirst(word)).isEqualTo(message.writerIndex() == 0);
                    message.writeBytes(out, from + prefix, FrameDescriptor.recordLength(word) - prefix);
                    out.readerIndex(from - 4 + FrameDescriptor.recordBytes(word));
                    if (FrameDescriptor.isLast(word)) {
                        int thread = message.getByte(4);
                        assertThat(message.getIntLE(0)).isEqualTo(next[thread]++);
                        assertThat(message.getByte(message.writerIndex() - 1)).isEqualTo((byte) thread);
                        message.clear();
                        seen++;
                    }
                }
            }
        } finally {
            running.set(false);
            for (Thread producer : producers) {
                producer.join();
            }
        }
        assertThat(log.queuedBytes()).isZero();
        log.trim();
        assertThat(pool.usedBytes()).isZero();
    }
}
