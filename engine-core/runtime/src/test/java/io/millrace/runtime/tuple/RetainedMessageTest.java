// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.tuple;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Fields;
import io.millrace.api.PayloadView;
import io.millrace.ipc.liveness.ProcessLock;
import io.millrace.ipc.ring.RingConfig;
import io.millrace.ipc.ring.RingConsumer;
import io.millrace.ipc.ring.RingProducer;
import io.millrace.runtime.codec.ValuesCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Views of a real ring. */
@Timeout(60)
class RetainedMessageTest {

    private static final StreamRef STREAM = new StreamRef("source", 0, "default", Fields.of("number", "image"), false);
    private static final int CAPACITY = 1 << 19;
    private static final int LENGTH = 40_000;

    @TempDir
    Path directory;

    private final TupleEncoder encoder = new TupleEncoder(new ValuesCodec(List.of()), 1 << 20, () -> 0);
    private final TupleDecoder decoder = new TupleDecoder(new ValuesCodec(List.of()), (task, index) -> STREAM, () -> 0);
    private final Deque<DataTuple> received = new ArrayDeque<>();
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

    private DataTuple next() {
        byte[] image = new byte[LENGTH];
        Arrays.fill(image, (byte) sent);
        DataTuple tuple = new DataTuple(STREAM, 2, 1, 0, new Object[] {sent++, image});
        int length = encoder.sizeOf(tuple);
        while (!producer.tryClaim(1, length, 0)) {
            consumer.poll(this::onMessage, 1);
        }
        encoder.write(tuple, producer.buffer(), producer.offset());
        producer.commit();
        while (received.isEmpty()) {
            consumer.poll(this::onMessage, 1);
        }
        return received.remove();
    }

    private void onMessage(int task, ByteBuffer buffer, int offset, int length) {
        RetainedMessage message = new RetainedMessage(buffer);
        decoder.hold(message);
        DataTuple tuple = decoder.read(task, buffer, offset, length);
        decoder.hold(null);
        message.retainedBy(consumer.retain(message::moveOut));
        tuple.holdsViews();
        received.add(tuple);
    }

    private static boolean isWhole(PayloadView view, int number) {
        byte expected = (byte) number;
        byte[] copy = new byte[LENGTH];
        view.get(0, copy, 0, LENGTH);
        ByteBuffer buffer = ByteBuffer.allocate(LENGTH);
        view.get(0, buffer);
        long word = (expected & 0xFFL) * 0x0101010101010101L;
        boolean whole = view.length() == LENGTH
                && view.get(LENGTH - 1) == expected
                && view.getInt(LENGTH - Integer.BYTES) == (int) word
                && view.getLong(0) == word
                && buffer.position() == LENGTH
                && Arrays.equals(buffer.array(), copy);
        for (byte each : copy) {
            whole &= each == expected;
        }
        return whole;
    }

    @Test
    void aViewIsOfTheRingUntilTheAckAndRefusedAfterwards() {
        DataTuple tuple = next();
        PayloadView view = tuple.getView("image");
        assertThat(isWhole(view, 0)).isTrue();
        assertThat(tuple.array(new int[] {0})[1]).as("not copied").isInstanceOf(RetainedBytes.class);
        tuple.settle();
        assertThatThrownBy(() -> view.get(0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "a view is read after its tuple was acked or failed: read it before, or copy what you keep");
        assertThatThrownBy(() -> tuple.getView(1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> tuple.getBytes(1)).isInstanceOf(IllegalStateException.class);
        assertThat(tuple.getInt(0)).isZero();
    }

    @Test
    void aCopyThatWasAskedForBeforeTheAckStays() {
        DataTuple tuple = next();
        byte[] bytes = tuple.getBytes(1);
        assertThat(tuple.getBytes("image")).isSameAs(bytes);
        assertThat(tuple.getBuffer(1)).isEqualTo(ByteBuffer.wrap(bytes));
        assertThat(tuple.values()).containsExactly(0, bytes);
        tuple.settle();
        assertThat(tuple.get(1)).isSameAs(bytes);
    }

    @Test
    void aMessageAboutATupleNeitherCopiesNorFails() {
        DataTuple tuple = next();
        tuple.settle();
        assertThat(tuple).hasToString("source/default[0, 40000 bytes]");
        DataTuple later = next();
        assertThatThrownBy(() -> later.getString(1))
                .isInstanceOf(ClassCastException.class)
                .hasMessageEndingWith("is [B, not String");
    }

    @Test
    void whatTheRingNeedsIsMovedOutAndViewsGoOn() {
        Deque<PayloadView> views = new ArrayDeque<>();
        Deque<DataTuple> tuples = new ArrayDeque<>();
        for (int i = 0; i < 100; i++) {
            DataTuple tuple = next();
            tuples.add(tuple);
            views.add(tuple.getView(1));
        }
        int number = 0;
        for (PayloadView view : views) {
            assertThat(isWhole(view, number++)).isTrue();
        }
        tuples.forEach(DataTuple::settle);
        assertThat(views)
                .allSatisfy(
                        view -> assertThatThrownBy(() -> view.getLong(0)).isInstanceOf(IllegalStateException.class));
    }

    @Test
    void aValueForWhoseCopyThereIsNoMemoryIsRefusedAndNotReadFromTheRing() {
        RetainedMessage message = new RetainedMessage(ByteBuffer.allocate(LENGTH));
        PayloadView view = message.view(0, LENGTH);
        // No array can have this length: the error is that of a full heap
        message.view(0, Integer.MAX_VALUE);
        assertThat(view.get(0)).isZero();
        assertThatThrownBy(message::moveOut).isInstanceOf(OutOfMemoryError.class);
        assertThat(view.get(0)).as("it was copied before").isZero();
        PayloadView lost = message.view(0, 1);
        assertThatThrownBy(() -> lost.get(0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageEndingWith("as the heap had none for a copy: raise topology.worker.heap");
    }

    @Test
    void indexesOutsideAreRefused() {
        PayloadView view = next().getView(1);
        assertThatThrownBy(() -> view.get(LENGTH)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> view.get(-1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> view.getInt(LENGTH - 3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> view.getLong(LENGTH - 7)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> view.get(1, new byte[LENGTH], 0, LENGTH))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> view.get(1, ByteBuffer.allocate(LENGTH)))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    /** Another thread reads as fast as it can while tuples are acked and their memory is overwritten. */
    @Test
    void anotherThreadNeverReadsWhatTheRingWasOverwrittenWith() throws InterruptedException, ExecutionException {
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            for (int round = 0; round < 300; round++) {
                int number = sent;
                DataTuple tuple = next();
                PayloadView view = tuple.getView(1);
                Future<Boolean> reader = other.submit(() -> readsUntilRefused(view, number));
                while (view.length() > 0 && !reader.isDone() && sent < number + 20) {
                    DataTuple later = next();
                    if (sent == number + 3) {
                        tuple.settle();
                    }
                    later.settle();
                }
                assertThat(reader.get()).isTrue();
            }
        } finally {
            other.shutdownNow();
        }
    }

    private static boolean readsUntilRefused(PayloadView view, int number) {
        long word = (number & 0xFFL) * 0x0101010101010101L;
        byte[] copy = new byte[LENGTH];
        try {
            while (true) {
                for (int at = 0; at < LENGTH; at += 4_000) {
                    if (view.getLong(at) != word) {
                        return false;
                    }
                }
                view.get(0, copy, 0, LENGTH);
                for (byte each : copy) {
                    if (each != (byte) number) {
                        return false;
                    }
                }
            }
        } catch (IllegalStateException e) {
            return true;
        }
    }
}
