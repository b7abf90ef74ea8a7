// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.ipc.liveness.ProcessLock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A record that is retained is not overwritten, and does not stop the ring. */
@Timeout(30)
class RetainedRecordsTest {

    private static final int CAPACITY = 64 << 10;
    private static final int LENGTH = 3_000;

    @TempDir
    Path directory;

    private ProcessLock lock;
    private RingConsumer consumer;
    private RingProducer producer;
    private int sent;

    @BeforeEach
    void open() throws IOException {
        lock = ProcessLock.acquire(directory);
        consumer = RingConsumer.create(
                directory.resolve("ring"), RingConfig.defaults().withCapacityBytes(CAPACITY), lock);
        producer = RingProducer.open(consumer.path(), lock, null);
    }

    @AfterEach
    void close() {
        producer.close();
        consumer.close();
        lock.close();
    }

    private boolean send() {
        if (!producer.tryClaim(1, LENGTH, 0)) {
            return false;
        }
        for (int i = 0; i < LENGTH; i += Integer.BYTES) {
            producer.buffer().putInt(producer.offset() + i, sent);
        }
        producer.commit();
        sent++;
        return true;
    }

    private int sendAll() {
        int count = 0;
        while (send()) {
            count++;
        }
        return count;
    }

    /** A message that is retained; its content is read from the ring, or from the copy. */
    private final class Held {
        private final ByteBuffer ring;
        private final int offset;
        private final RetainedRecord record;
        private byte[] copy;

        Held(ByteBuffer ring, int offset) {
            this.ring = ring;
            this.offset = offset;
            this.record = consumer.retain(this::moveOut);
        }

        private void moveOut() {
            copy = new byte[LENGTH];
            ring.get(offset, copy);
        }

        boolean has(int number) {
            ByteBuffer content = copy == null ? ring : ByteBuffer.wrap(copy).order(ring.order());
            int from = copy == null ? offset : 0;
            for (int i = 0; i < LENGTH; i += Integer.BYTES) {
                if (content.getInt(from + i) != number) {
                    return false;
                }
            }
            return true;
        }
    }

    @Test
    void aHeldRecordIsNotOverwrittenUntilItIsReleased() {
        List<Held> held = new ArrayList<>();
        int first = sendAll();
        consumer.poll((task, buffer, offset, length) -> held.add(new Held(buffer, offset)), 1);
        consumer.poll((task, buffer, offset, length) -> {}, 5);
        assertThat(sendAll()).as("the held record is before all that was read").isZero();
        assertThat(held.get(0).has(0)).isTrue();
        held.get(0).record.release();
        consumer.poll((task, buffer, offset, length) -> {}, 1);
        assertThat(sendAll()).isBetween(6, 7);
        assertThat(sent).isGreaterThan(first);
    }

    @Test
    void aRecordThatIsHeldForLongIsMovedOutAndTheRingGoesOn() {
        Deque<Held> held = new ArrayDeque<>();
        for (int turn = 0; turn < 500; turn++) {
            sendAll();
            consumer.poll((task, buffer, offset, length) -> held.add(new Held(buffer, offset)), 3);
        }
        assertThat(held.size()).isEqualTo(1_500);
        int number = 0;
        int inRing = 0;
        for (Held each : held) {
            assertThat(each.has(number++)).isTrue();
            inRing += each.copy == null ? 1 : 0;
        }
        assertThat(inRing).as("as many as half of the ring").isBetween(9, CAPACITY / 2 / LENGTH);
    }

    @Test
    void recordsAreReleasedInAnyOrder() {
        List<Held> held = new ArrayList<>();
        sendAll();
        consumer.poll((task, buffer, offset, length) -> held.add(new Held(buffer, offset)), 6);
        for (int i : new int[] {3, 1, 5, 0}) {
            held.get(i).record.release();
            held.get(i).record.release();
        }
        consumer.poll((task, buffer, offset, length) -> {}, 1);
        assertThat(sendAll()).as("those before the one that is held").isBetween(1, 3);
        assertThat(held.get(2).has(2)).isTrue();
        assertThat(held.get(4).has(4)).isTrue();
    }

    @Test
    void aBatchIsHeldAsAWhole() {
        int bytes = RingProducer.batchBytes(LENGTH);
        assertThat(producer.tryClaimBatch(2 * bytes, 0)).isTrue();
        for (int i = 0; i < 2; i++) {
            int at = producer.appendClaim(1, LENGTH);
            for (int j = 0; j < LENGTH; j += Integer.BYTES) {
                producer.buffer().putInt(at + j, sent);
            }
            sent++;
        }
        producer.commit();
        List<Held> held = new ArrayList<>();
        consumer.poll((task, buffer, offset, length) -> held.add(new Held(buffer, offset)), 2);
        held.get(0).record.release();
        sendAll();
        consumer.poll((task, buffer, offset, length) -> {}, 5);
        sendAll();
        assertThat(held.get(1).has(1)).isTrue();
    }

    @Test
    void outsideOfAHandlerNothingCanBeHeld() {
        send();
        consumer.poll(
                (task, buffer, offset, length) ->
                        assertThat(consumer.isOwn(buffer)).isTrue(),
                1);
        assertThat(consumer.isOwn(producer.buffer())).isFalse();
        assertThatThrownBy(() -> consumer.retain(() -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("hold it during the call");
    }

    /** Each record had its neighbours otherwise, and so all that were held since, with what was copied of them. */
    @Test
    void whoKeepsOneThatWasGivenBackKeepsNoOther() {
        RetainedRecords records = new RetainedRecords(1_000);
        RetainedRecord first = records.add(0, () -> {});
        RetainedRecord second = records.add(1, () -> {});
        RetainedRecord third = records.add(2, () -> {});
        second.release();
        assertThat(second.before).isNull();
        assertThat(second.after).isNull();
        assertThat(first.after).isSameAs(third);
        assertThat(third.before).isSameAs(first);
        first.release();
        third.release();
        assertThat(first.after).isNull();
        assertThat(records.overwritableUpTo(3)).isEqualTo(3);
    }
}
