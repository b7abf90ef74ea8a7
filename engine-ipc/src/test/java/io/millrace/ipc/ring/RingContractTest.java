// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.ipc.liveness.ProcessLock;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
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

/** The contract of producer and consumer, step by step in one thread. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
class RingContractTest {
    private static final RingConfig CONFIG = RingConfig.defaults()
            .withCapacityBytes(64 << 10)
            .withMaxMessageBytes(1 << 20)
            .withMaxProducers(8)
            .withFlags(4);

    @TempDir
    Path directory;

    private final List<String> received = new ArrayList<>();
    private final MessageHandler handler =
            (task, buffer, offset, length) -> received.add(task + ":" + text(buffer, offset, length));

    private Path path;
    private ProcessLock process;
    private RingConsumer consumer;
    private RingProducer producer;

    @BeforeEach
    void open() throws Exception {
        path = directory.resolve("test.ring");
        process = ProcessLock.acquire(directory);
        consumer = RingConsumer.create(path, CONFIG, process);
        producer = RingProducer.open(path, process, null);
    }

    @AfterEach
    void close() throws Exception {
        producer.close();
        consumer.close();
        process.close();
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void deliversInOrderWithTaskAndBytes() {
        assertThat(offer(7, "one")).isTrue();
        assertThat(offer(8, "")).isTrue();
        assertThat(offer(-1, "three")).isTrue();
        assertThat(consumer.poll(handler, 10)).isEqualTo(3);
        assertThat(received).containsExactly("7:one", "8:", "-1:three");
        assertThat(consumer.poll(handler, 10)).isZero();
        assertThat(consumer.counters().free()).isEqualTo(consumer.counters().tail());
    }

    @Test
    void pollStopsAtItsLimit() {
        for (int i = 0; i < 5; i++) {
            offer(i, "x");
        }
        assertThat(consumer.poll(handler, 2)).isEqualTo(2);
        assertThat(consumer.poll(handler, 2)).isEqualTo(2);
        assertThat(consumer.poll(handler, 2)).isEqualTo(1);
        assertThat(received).containsExactly("0:x", "1:x", "2:x", "3:x", "4:x");
    }

    @Test
    void passesOverARecordThatIsBeingWrittenAndComesBack() throws Exception {
        try (RingProducer slow = RingProducer.open(path, process, null)) {
            assertThat(slow.tryClaim(1, 4, 0)).isTrue();
            offer(2, "behind");
            drain();
            assertThat(received).containsExactly("2:behind");
            assertThat(consumer.lookAgainAt(0)).isNotEqualTo(Doorbell.NEVER);
            assertThat(consumer.counters().free()).isZero();
            slow.buffer().putInt(slow.offset(), 0x776F6C73);
            slow.commit();
            drain();
            assertThat(received).containsExactly("2:behind", "1:slow");
            assertThat(consumer.lookAgainAt(0)).isEqualTo(Doorbell.NEVER);
            assertThat(consumer.counters().free()).isEqualTo(consumer.counters().tail());
            assertThat(consumer.counters().windowSkips()).isEqualTo(1);
        }
    }

    @Test
    void passesOverAnUnfinishedRecordAtOnceIfAsked() throws Exception {
        try (RingProducer slow = RingProducer.open(path, process, null)) {
            slow.tryClaim(1, 4, 0);
            offer(2, "behind");
            assertThat(consumer.poll(handler, 1)).isZero();

            consumer.passOverUnfinished();

            assertThat(consumer.poll(handler, 1)).isEqualTo(1);
            assertThat(received).containsExactly("2:behind");
            slow.abort();
            drain();
        }
    }

    @Test
    void goesOnOnlyWithinTheWindow() throws Exception {
        consumer.close();
        consumer = RingConsumer.create(path, CONFIG.withWindowCells(4), process);
        producer.close();
        producer = RingProducer.open(path, process, null);
        try (RingProducer slow = RingProducer.open(path, process, null)) {
            slow.tryClaim(1, 4, 0);
            for (int i = 0; i < 10; i++) {
                offer(2, "" + i);
            }
            drain();
            assertThat(received).containsExactly("2:0", "2:1", "2:2");
            slow.abort();
            drain();
            assertThat(received).hasSize(10).last().isEqualTo("2:9");
        }
    }

    @Test
    void skipsWhatWasAborted() {
        producer.tryClaim(1, 100, 0);
        producer.abort();
        offer(2, "kept");
        drain();
        assertThat(received).containsExactly("2:kept");
        assertThat(consumer.counters().aborts()).isEqualTo(1);
        assertThat(consumer.counters().free()).isEqualTo(consumer.counters().tail());
    }

    @Test
    void controlHasRoomWhenDataHasNone() {
        int sent = 0;
        while (offer(0, "data", 8 << 10)) {
            sent++;
        }
        assertThat(sent).isEqualTo((56 << 10) / 64);
        assertThat(offer(1, "control", 0)).isTrue();
        assertThat(consumer.counters().fullEvents()).isEqualTo(1);
        drain();
        assertThat(received).hasSize(sent + 1).last().isEqualTo("1:control");
        assertThat(offer(0, "data", 8 << 10)).isTrue();
    }

    @Test
    void messagesOfEverySizeWrap() {
        for (int length = 0; length <= producer.maxClaimLength(); length += 61) {
            String text = "a".repeat(length);
            assertThat(offer(length, text)).isTrue();
            drain();
            assertThat(received).containsExactly(length + ":" + text);
            received.clear();
        }
        assertThat(consumer.counters().corruptRecords()).isZero();
    }

    @Test
    void aBatchIsOneRecordOfManyMessages() {
        ByteBuffer source = buffer("hello");
        assertThat(producer.tryClaimBatch(3 * RingProducer.batchBytes(5), 0)).isTrue();
        assertThat(producer.append(1, source, 0, 5)).isTrue();
        assertThat(producer.append(2, source, 1, 0)).isTrue();
        assertThat(producer.append(3, source, 2, 3)).isTrue();
        assertThat(producer.append(4, source, 0, 5)).isFalse();
        producer.commit();
        assertThat(consumer.poll(handler, 2)).isEqualTo(2);
        assertThat(consumer.poll(handler, 2)).isEqualTo(1);
        assertThat(received).containsExactly("1:hello", "2:", "3:llo");
        assertThat(consumer.counters().commits()).isEqualTo(1);
        assertThat(consumer.counters().messagesRead()).isEqualTo(3);
    }

    @Test
    void gatheredMessagesAreOneRecord() {
        GatheredMessages gathered = new GatheredMessages();
        for (int task = 1; task <= 100; task++) {
            gather(gathered, task, "m".repeat(task));
        }
        assertThat(producer.offer(gathered, 0)).isTrue();
        drain();
        assertThat(received).hasSize(100).startsWith("1:m", "2:mm").endsWith("100:" + "m".repeat(100));
        assertThat(consumer.counters().commits()).isEqualTo(1);
        assertThat(consumer.counters().bytes()).isEqualTo(5050);
        gathered.clear();
        received.clear();
        gather(gathered, 7, "alone");
        assertThat(producer.offer(gathered, 0)).isTrue();
        drain();
        assertThat(received).containsExactly("7:alone");
    }

    private static void gather(GatheredMessages gathered, int task, String text) {
        ByteBuffer source = buffer(text);
        int at = gathered.room(text.length());
        gathered.buffer().put(at, source, 0, text.length());
        gathered.add(task, text.length());
    }

    @Test
    void anEmptyBatchHasNoMessages() {
        producer.tryClaimBatch(64, 0);
        producer.commit();
        offer(1, "next");
        drain();
        assertThat(received).containsExactly("1:next");
    }

    @Test
    void aLongMessageGoesInFragmentsWhileOthersPass() {
        String text = "0123456789".repeat(20_000);
        ByteBuffer source = buffer(text);
        boolean sent = producer.offer(5, source, 0, text.length(), 0);
        assertThat(sent).isFalse();
        assertThat(producer.isPartial()).isTrue();
        drain();
        assertThat(received).isEmpty();
        offer(6, "between");
        while (!sent) {
            sent = producer.offer(5, source, 0, text.length(), 0);
            drain();
        }
        assertThat(producer.isPartial()).isFalse();
        assertThat(received).containsExactly("6:between", "5:" + text);
    }

    @Test
    void aLongMessageThatIsGivenUpIsDroppedWhole() {
        ByteBuffer source = buffer("x".repeat(200_000));
        producer.offer(5, source, 0, 200_000, 0);
        drain();
        producer.dropPartial();
        assertThat(producer.offer(6, source, 0, 10_000, 0)).isTrue();
        drain();
        assertThat(received).hasSize(1).first().asString().startsWith("6:x");
        assertThat(consumer.counters().droppedFragmented()).isEqualTo(1);
    }

    @Test
    void aHandlerThatThrowsHasReadTheMessage() {
        offer(1, "bad");
        offer(1, "good");
        MessageHandler throwing = (task, buffer, offset, length) -> {
            throw new IllegalArgumentException("cannot read this");
        };
        assertThatThrownBy(() -> consumer.poll(throwing, 10)).hasMessage("cannot read this");
        drain();
        assertThat(received).containsExactly("1:good");
    }

    @Test
    void flagsReachProducers() {
        assertThat(producer.flag(3)).isFalse();
        consumer.flag(3, true);
        assertThat(producer.flag(3)).isTrue();
        consumer.flag(3, false);
        assertThat(producer.flag(3)).isFalse();
        assertThatThrownBy(() -> consumer.flag(4, true)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void slotsAreReusedWhenNothingOfTheirHolderIsLeft() throws Exception {
        for (int round = 0; round < 40; round++) {
            try (RingProducer other = RingProducer.open(path, process, null)) {
                offer(other, round, "r", 0);
            }
            consumer.poll(handler, 10);
            consumer.reclaim();
        }
        assertThat(received).hasSize(40);
        assertThat(consumer.counters().producers()).isEqualTo(1);
        assertThat(consumer.counters().claims()).isEqualTo(40);
    }

    @Test
    void aProducerMoreThanSlotsIsRefusedUntilOneIsFree() throws Exception {
        List<RingProducer> others = new ArrayList<>();
        for (int i = 1; i < CONFIG.maxProducers(); i++) {
            others.add(RingProducer.open(path, process, null));
        }
        assertThatThrownBy(() -> RingProducer.open(path, process, null)).hasMessageContaining("all 8 slots");
        others.remove(0).close();
        assertThatThrownBy(() -> RingProducer.open(path, process, null)).hasMessageContaining("all 8 slots");
        drain();
        others.add(RingProducer.open(path, process, null));
        others.forEach(RingProducer::close);
    }

    @Test
    void countersAreReadFromOutside() throws Exception {
        offer(1, "12345");
        RingCounters outside = RingCounters.open(path);
        assertThat(outside.commits()).isEqualTo(1);
        assertThat(outside.bytes()).isEqualTo(5);
        assertThat(outside.usedBytes()).isEqualTo(64);
        assertThat(outside.producers()).isEqualTo(1);
        drain();
        assertThat(outside.messagesRead()).isEqualTo(1);
        assertThat(outside.usedBytes()).isZero();
        assertThat(outside.toString()).contains("read=1", "used=0");
    }

    @Test
    void wrongUseIsNamed() {
        assertThatThrownBy(producer::commit).hasMessageContaining("nothing is claimed");
        assertThatThrownBy(() -> producer.tryClaim(1, producer.maxClaimLength() + 1, 0))
                .hasMessageContaining("the bound for a claim");
        assertThatThrownBy(() -> producer.offer(1, ByteBuffer.allocate(2 << 20), 0, 2 << 20, 0))
                .hasMessageContaining("raise maxMessageBytes");
        producer.tryClaim(1, 1, 0);
        assertThatThrownBy(() -> producer.tryClaim(1, 1, 0)).hasMessageContaining("a claim is open");
    }

    @Test
    void aRingInUseIsNotReplacedNorTakenOver() {
        assertThatThrownBy(() -> RingConsumer.create(path, CONFIG, process)).hasMessageContaining("not proven dead");
        assertThatThrownBy(() -> RingConsumer.reopen(path, process)).hasMessageContaining("not proven dead");
    }

    @Test
    void producersSeeThatTheRingIsClosed() {
        assertThat(producer.isClosed()).isFalse();
        consumer.close();
        assertThat(producer.isClosed()).isTrue();
        assertThatThrownBy(() -> RingProducer.open(path, process, null)).isInstanceOf(java.io.IOException.class);
    }

    private void drain() {
        // Tail is loaded only after some empty polls, so a poll may return 0 for some time.
        for (int i = 0; i < 256; i++) {
            consumer.poll(handler, Integer.MAX_VALUE);
        }
    }

    private boolean offer(int task, String text) {
        return offer(task, text, 0);
    }

    private boolean offer(int task, String text, int headroom) {
        return offer(producer, task, text, headroom);
    }

    private static boolean offer(RingProducer to, int task, String text, int headroom) {
        return to.offer(task, buffer(text), 0, text.length(), headroom);
    }

    private static ByteBuffer buffer(String text) {
        return ByteBuffer.wrap(text.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    }

    private static String text(ByteBuffer buffer, int offset, int length) {
        assertThat(buffer.order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
        byte[] bytes = new byte[length];
        buffer.get(offset, bytes);
        return new String(bytes, java.nio.charset.StandardCharsets.US_ASCII);
    }
}
