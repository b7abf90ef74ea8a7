// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.transport.Await;
import io.millrace.transport.InboundMessage;
import io.millrace.transport.Peer;
import io.millrace.transport.TestWorker;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of messages of which a part is received into an array of its own. */
@Timeout(30)
class PayloadTest {

    private static final int BEFORE = 100;
    private static final int PAYLOAD = 3_000_000;
    private static final int BEHIND = 50_000;
    private static final int WINDOW = 256 << 10;
    private static final int MOST_WINDOW = 2 << 20;

    /** A received message, put together, and whether its payload came apart. */
    private record Received(byte[] bytes, boolean apart) {

        static Received of(InboundMessage message) {
            byte[] rest = TestWorker.bytes(message.buffer(), message.offset(), message.length());
            byte[] payload = message.payload();
            if (payload == null) {
                return new Received(rest, false);
            }
            int at = message.payloadAt();
            byte[] whole = Arrays.copyOf(rest, rest.length + payload.length);
            System.arraycopy(payload, 0, whole, at, payload.length);
            System.arraycopy(rest, at, whole, at + payload.length, rest.length - at);
            return new Received(whole, true);
        }
    }

    private static byte[] message(int number) {
        byte[] bytes = new byte[BEFORE + PAYLOAD + BEHIND];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 31 + i / 256 + number);
        }
        return bytes;
    }

    private static final class Receiver extends TestWorker {

        private final Queue<Received> got = new ConcurrentLinkedQueue<>();

        Receiver(long inboundBytes) {
            super(
                    "target",
                    1,
                    builder -> builder.inboundMemoryBytes(inboundBytes).windowBytes(WINDOW, MOST_WINDOW));
            onMessage = message -> {
                got.add(Received.of(message));
                message.release();
            };
        }

        @Override
        public long payload(int task, ByteBuffer buffer, int offset, int length, int messageBytes) {
            return (long) BEFORE << 32 | PAYLOAD;
        }
    }

    /** The cases have room for the array, and so little that memory grows as bytes arrive. */
    @ParameterizedTest
    @CsvSource({"64,true", "4,false"})
    void aPayloadArrivesWholeWhetherThereIsMemoryForItAtOnceOrNot(int inboundMebibytes, boolean apart)
            throws InterruptedException {
        try (Receiver target = new Receiver((long) inboundMebibytes << 20);
                TestWorker source = new TestWorker("source", 1)) {
            Peer peer = source.connected(target);
            for (int i = 0; i < 4; i++) {
                source.send(peer, 5, message(i));
            }
            Await.until(() -> target.got.size() == 4, target.transport::counters);
            int number = 0;
            for (Received each : target.got) {
                assertThat(each.apart()).isEqualTo(apart);
                assertThat(each.bytes()).isEqualTo(message(number++));
            }
            peer.close();
            Await.until(() -> target.transport.counters().inboundBytes() == 0, target.transport::counters);
        }
    }

    @Test
    void whatIsReservedIsGivenBackAsItComes() throws InterruptedException {
        try (Receiver target = new Receiver(64 << 20);
                TestWorker source = new TestWorker("source", 1)) {
            Peer peer = source.connected(target);
            long[] reserved = new long[1];
            target.onMessage = message -> {
                // The whole message has come: no memory is reserved any more, the window may be granted anew
                reserved[0] = target.transport.counters().inboundBytes();
                target.got.add(Received.of(message));
                message.release();
            };
            source.send(peer, 5, message(0));
            Await.until(() -> target.got.size() == 1, target.transport::counters);
            assertThat(reserved[0]).isBetween((long) WINDOW, (long) MOST_WINDOW + PAYLOAD + BEFORE + BEHIND + WINDOW);
        }
    }
}
