// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.transport.Await;
import io.millrace.transport.CloseCause;
import io.millrace.transport.DropCause;
import io.millrace.transport.InboundMessage;
import io.millrace.transport.Peer;
import io.millrace.transport.TestWorker;
import io.millrace.transport.frame.FrameDescriptor;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each kind of attack on the port ends its connection with a counted cause, and harms no other connection. */
@Timeout(30)
class HostilePeerTest {

    private TestWorker victim;
    private TestWorker friend;
    private Peer peer;
    private long attempts;

    @BeforeEach
    void start() {
        victim = new TestWorker("victim", 3);
        friend = new TestWorker("friend", 1);
        peer = friend.connected(victim);
    }

    @AfterEach
    void stop() throws InterruptedException {
        try (TestWorker first = victim;
                TestWorker second = friend) {
            second.send(peer, 1, new byte[] {1, 2, 3});
            first.awaitCount(1, 1);
            assertThat(peer.counters().closes()).isEmpty();
            assertThat(peer.counters().drops()).isEmpty();
        }
    }

    @Test
    void bytesOfAnotherProtocol() throws IOException {
        attack(Unpooled.copiedBuffer("GET / HTTP/1.1\r\nHost: x\r\n\r\n", StandardCharsets.US_ASCII), false);
        awaitClose(CloseCause.NOT_A_WORKER);
    }

    @Test
    void randomBytesBeforeTheHandshake() throws IOException {
        Random random = new Random(5);
        for (int i = 0; i < 20; i++) {
            byte[] noise = new byte[100 + random.nextInt(5000)];
            random.nextBytes(noise);
            attack(Unpooled.wrappedBuffer(noise), false);
        }
        Await.until(
                () -> victim.transport.counters().closes().getOrDefault(CloseCause.NOT_A_WORKER, 0L) > 10,
                () -> victim.transport.counters());
    }

    @Test
    void dataBeforeTheHandshake() throws IOException {
        attack(data(0, 0, record(10)), false);
        awaitClose(CloseCause.NOT_A_WORKER);
    }

    @Test
    void aFrameAboveTheBound() throws IOException {
        attack(
                Unpooled.buffer()
                        .writeIntLE(64 * 1024 + 1)
                        .writeByte(FrameDescriptor.DATA)
                        .writeZero(3),
                true);
        awaitClose(CloseCause.OVERSIZED);
    }

    @Test
    void aMessageAboveTheBound() throws IOException {
        ByteBuf record = Unpooled.buffer()
                .writeIntLE(FrameDescriptor.RECORD_FIRST | 8)
                .writeIntLE((64 << 20) + 1)
                .writeIntLE(0);
        attack(data(0, 0, record), true);
        awaitClose(CloseCause.OVERSIZED);
    }

    @Test
    void aReplayedFrame() throws IOException {
        ByteBuf frame = data(7, 0, record(10));
        attack(Unpooled.wrappedBuffer(frame.copy(), frame), true);
        awaitClose(CloseCause.OUT_OF_SEQUENCE);
        assertThat(victim.count(7)).isEqualTo(1);
    }

    @Test
    void moreThanTheCredit() throws IOException {
        victim.stick(8);
        ByteBuf all = Unpooled.buffer();
        int body = 0;
        while (body <= 256 << 10) {
            ByteBuf record = record(32_000);
            int bytes = record.readableBytes();
            all.writeBytes(data(8, body, record));
            body += bytes;
        }
        attack(all, true);
        awaitClose(CloseCause.CREDIT_OVERRUN);
        assertThat(victim.transport.counters().heldBytes()).isLessThanOrEqualTo(256 << 10);
        victim.stuck.get(8).forEach(InboundMessage::release);
        Await.until(() -> victim.transport.counters().heldBytes() == 0, victim.transport::counters);
    }

    @Test
    void recordsAndFragmentsThatMakeNoSense() throws IOException {
        ByteBuf cutOff =
                Unpooled.buffer().writeIntLE(FrameDescriptor.RECORD_WHOLE | 100).writeIntLE(0);
        ByteBuf middle = Unpooled.buffer().writeIntLE(4).writeIntLE(0);
        ByteBuf shortLast = Unpooled.buffer()
                .writeIntLE(FrameDescriptor.RECORD_FIRST | 8)
                .writeIntLE(1000)
                .writeIntLE(1)
                .writeIntLE(FrameDescriptor.RECORD_LAST | 4)
                .writeIntLE(2);
        ByteBuf untimed = Unpooled.buffer()
                .writeIntLE(FrameDescriptor.RECORD_WHOLE | 1 << 28 | 4)
                .writeIntLE(0);
        ByteBuf[] bodies = {
            cutOff, middle, shortLast, untimed, Unpooled.buffer().writeShort(1)
        };
        for (ByteBuf body : bodies) {
            attack(data(0, 0, body), true);
        }
        Await.until(
                () -> victim.transport.counters().closes().getOrDefault(CloseCause.GARBAGE, 0L) == bodies.length,
                () -> victim.transport.counters());
        Await.until(() -> victim.transport.counters().heldBytes() == 0, victim.transport::counters);
    }

    @Test
    void aChannelBelowZero() throws IOException {
        attack(data(-1, 0, record(10)), true);
        awaitClose(CloseCause.GARBAGE);
    }

    @Test
    void moreChannelsThanAllowed() throws IOException {
        victim.close();
        victim = new TestWorker(
                "victim",
                3,
                c -> c.maxChannels(10).listen("127.0.0.1", victim.address().port()));
        ByteBuf all = Unpooled.buffer();
        for (int channel = 0; channel <= 10; channel++) {
            all.writeBytes(data(channel, 0, record(1)));
        }
        attack(all, true);
        awaitClose(CloseCause.TOO_MANY_CHANNELS);
        peer.close();
        peer = friend.connected(victim);
    }

    @Test
    void fragmentsThatNeverEnd() throws IOException {
        ByteBuf first = Unpooled.buffer()
                .writeIntLE(FrameDescriptor.RECORD_FIRST | 8)
                .writeIntLE(64 << 20)
                .writeIntLE(0);
        ByteBuf empty = Unpooled.buffer();
        for (int i = 0; i < 1000; i++) {
            empty.writeIntLE(0);
        }
        attack(Unpooled.wrappedBuffer(data(3, 0, first.copy()), data(3, 12, empty)), true);
        awaitClose(CloseCause.GARBAGE);
        ByteBuf more = Unpooled.buffer().writeIntLE(30_000).writeZero(30_000);
        ByteBuf all = Unpooled.buffer().writeBytes(data(4, 0, first));
        // Each message but the first fits its announcement; the messages only never end.
        for (int i = 0; i < 8; i++) {
            all.writeBytes(data(4, 12 + i * 30_004L, more.copy()));
        }
        attack(all, true);
        awaitClose(CloseCause.REMOTE_CLOSED);
        Await.until(() -> victim.transport.counters().heldBytes() == 0, victim.transport::counters);
        assertThat(victim.transport.counters().drops()).containsEntry(DropCause.INCOMPLETE, 2L);
    }

    /** Each message would be an array of 64 MiB. */
    @Test
    void messagesThatAreOnlyAnnouncedTakeNoMoreThanTheBound() throws IOException {
        AtomicLong most = new AtomicLong();
        int port = victim.address().port();
        victim.close();
        victim = new TestWorker("victim", 3, c -> c.listen("127.0.0.1", port)) {
            @Override
            public long payload(int task, ByteBuffer buffer, int offset, int length, int messageBytes) {
                most.accumulateAndGet(transport.counters().inboundBytes(), Math::max);
                return messageBytes;
            }
        };
        ByteBuf all = Unpooled.buffer();
        for (int channel = 0; channel < 200; channel++) {
            ByteBuf first = Unpooled.buffer()
                    .writeIntLE(FrameDescriptor.RECORD_FIRST | 8)
                    .writeIntLE(64 << 20)
                    .writeIntLE(0);
            all.writeBytes(data(channel, 0, first));
        }
        attack(all, true);
        awaitClose(CloseCause.REMOTE_CLOSED);
        Await.until(
                () -> victim.transport.counters().drops().getOrDefault(DropCause.INCOMPLETE, 0L) == 200,
                victim.transport::counters);
        assertThat(most.get()).isBetween(64L << 20, 256L << 20);
        assertThat(victim.transport.counters().inboundBytes()).isZero();
        assertThat(victim.transport.counters().closes()).doesNotContainKey(CloseCause.INTERNAL);
        peer.close();
        peer = friend.connected(victim);
    }

    @Test
    void aSecondHello() throws IOException {
        TestHandshake handshake = new TestHandshake(TestWorker.config("hostile", 1, c -> c), victim.address(), 9);
        attack(Unpooled.wrappedBuffer(handshake.hello()), true);
        awaitClose(CloseCause.GARBAGE);
    }

    @Test
    void randomFramesAfterTheHandshake() throws IOException {
        Random random = new Random(11);
        for (int i = 0; i < 60; i++) {
            ByteBuf all = Unpooled.buffer();
            for (int frames = 0; frames < 20; frames++) {
                byte[] noise = new byte[random.nextInt(200)];
                random.nextBytes(noise);
                all.writeIntLE(8 + noise.length)
                        .writeByte(1 + random.nextInt(10))
                        .writeByte(random.nextInt(2))
                        .writeShortLE(0)
                        .writeBytes(noise);
            }
            attack(all, true);
        }
        Await.until(() -> victim.transport.counters().established() == 1, victim.transport::counters);
        assertThat(victim.transport.counters().closes()).doesNotContainKey(CloseCause.INTERNAL);
    }

    @Test
    void aConnectionThatSaysNothingIsClosed() throws IOException {
        try (TestWorker strict = new TestWorker("strict", 1, c -> c.handshakeTimeout(java.time.Duration.ofMillis(50)));
                Socket silent = new Socket("127.0.0.1", strict.address().port())) {
            assertThat(silent.getInputStream().read()).isEqualTo(-1);
            Await.until(
                    () -> strict.transport.counters().closes().containsKey(CloseCause.HANDSHAKE_TIMEOUT),
                    strict.transport::counters);
        }
    }

    private void awaitClose(CloseCause cause) {
        Await.until(() -> victim.transport.counters().closes().containsKey(cause), victim.transport::counters);
    }

    /** Sends bytes, and reads until the victim closes. */
    private void attack(ByteBuf bytes, boolean greeted) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", victim.address().port())) {
            socket.setSoTimeout(20_000);
            OutputStream out = socket.getOutputStream();
            InputStream in = socket.getInputStream();
            if (greeted) {
                new TestHandshake(TestWorker.config("hostile", 1, c -> c), victim.address(), ++attempts)
                        .accepted(socket);
            }
            bytes.readBytes(out, bytes.readableBytes());
            out.flush();
            socket.shutdownOutput();
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // The victim may close while we still write: that is what is wanted.
            assertThat(e.getMessage()).containsAnyOf("reset", "Broken pipe");
        }
    }

    private static ByteBuf record(int length) {
        return Unpooled.buffer()
                .writeIntLE(FrameDescriptor.RECORD_WHOLE | length)
                .writeZero(FrameDescriptor.paddedBytes(length) - 4);
    }

    private static ByteBuf data(int channel, long position, ByteBuf records) {
        ByteBuf out = Unpooled.buffer();
        FrameDescriptor.writeHeader(
                out, FrameDescriptor.DATA_HEADER_BYTES + records.readableBytes(), FrameDescriptor.DATA);
        return out.writeIntLE(channel).writeIntLE(0).writeLongLE(position).writeBytes(records);
    }
}
