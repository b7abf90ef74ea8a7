// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.transport.CloseCause;
import io.millrace.transport.RefusalCause;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FrameDecoderTest {

    private static final byte[] NONCE = new byte[FrameDescriptor.NONCE_BYTES];

    private static final int MAX = 1000;

    private final List<String> frames = new ArrayList<>();
    private final FrameDecoder decoder = new FrameDecoder(
            UnpooledByteBufAllocator.DEFAULT,
            MAX,
            (type, flags, in, index, length) -> frames.add(type + "/" + flags + "/" + sum(in, index, length)));

    @Test
    void cutsTheSameFramesHoweverTheBytesArrive() {
        Random random = new Random(3);
        ByteBuf stream = Unpooled.buffer();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            byte[] body = new byte[random.nextInt(i % 10 == 0 ? MAX - 8 : 30)];
            random.nextBytes(body);
            int start = stream.writerIndex();
            stream.writeIntLE(8 + body.length)
                    .writeByte(i % 9)
                    .writeByte(i % 2)
                    .writeShortLE(0)
                    .writeBytes(body);
            expected.add(i % 9 + "/" + i % 2 + "/" + sum(stream, start, 8 + body.length));
        }
        for (int longest : new int[] {1, 2, 7, 8, 9, 100, 5000, 1 << 20}) {
            frames.clear();
            ByteBuf rest = stream.duplicate();
            while (rest.isReadable()) {
                int piece = 1 + random.nextInt(longest);
                decoder.decode(rest.readSlice(Math.min(piece, rest.readableBytes())));
            }
            assertThat(frames).isEqualTo(expected);
        }
    }

    @Test
    void refusesLengthsOutOfBounds() {
        assertThatThrownBy(() -> decoder.decode(Unpooled.buffer().writeIntLE(7).writeZero(4)))
                .hasMessage("a frame of 7 bytes is shorter than its header");
        assertThatThrownBy(() -> decoder.decode(Unpooled.buffer().writeIntLE(-1).writeZero(4)))
                .isInstanceOf(ProtocolViolation.class);
        assertThatThrownBy(() ->
                        decoder.decode(Unpooled.buffer().writeIntLE(MAX + 1).writeZero(4)))
                .hasMessage("a frame of 1001 bytes is above the bound of 1000");
    }

    @Test
    void survivesNoise() {
        Random random = new Random(4);
        for (int i = 0; i < 20_000; i++) {
            FrameDecoder fresh = new FrameDecoder(
                    UnpooledByteBufAllocator.DEFAULT, MAX, (type, flags, in, index, length) -> sum(in, index, length));
            byte[] noise = new byte[random.nextInt(200)];
            random.nextBytes(noise);
            if (noise.length > 4 && i % 2 == 0) {
                noise[1] = 0;
                noise[2] = 0;
                noise[3] = 0;
            }
            ByteBuf in = Unpooled.wrappedBuffer(noise);
            try {
                while (in.isReadable()) {
                    fresh.decode(in.readSlice(Math.min(1 + random.nextInt(50), in.readableBytes())));
                }
            } catch (ProtocolViolation expected) {
                assertThat(expected.closeCause()).isIn(CloseCause.GARBAGE, CloseCause.OVERSIZED);
            } finally {
                fresh.close();
            }
        }
    }

    @Test
    void hellosAndRefusalsComeBackAsTheyWere() {
        Hello hello = new Hello(65_536, 1 << 20, 5, -7, 11, 9, "clüster", "b");
        byte[] frame = hello.frame(NONCE);
        ByteBuf out = Unpooled.buffer().writeLong(0).writeBytes(frame);
        assertThat(Hello.version(out, 8, frame.length)).isEqualTo(FrameDescriptor.VERSION);
        assertThat(Hello.decode(out, 8, frame.length)).isEqualTo(hello);
        Refusal refusal = new Refusal(RefusalCause.STALE_EPOCH, "because");
        out.clear();
        refusal.encode(out);
        assertThat(Refusal.decode(out, 0, out.writerIndex())).isEqualTo(refusal);
        for (int length = 0; length < frame.length; length++) {
            int cut = length;
            assertThatThrownBy(() -> Hello.decode(Unpooled.wrappedBuffer(frame), 0, cut))
                    .isInstanceOf(ProtocolViolation.class);
        }
        assertThatThrownBy(() -> Hello.decode(Unpooled.wrappedBuffer(frame, new byte[1]), 0, frame.length + 1))
                .hasMessage("a HELLO with 1 bytes too many");
    }

    @Test
    void anEarlierVersionIsToldFromThis() {
        byte[] frame = new Hello(1, 1, 1, 1, 1, 1, "a", "b").frame(NONCE);
        ByteBuf out = Unpooled.wrappedBuffer(frame).setIntLE(12, 4);
        assertThat(Hello.version(out, 0, frame.length)).isEqualTo(4);
        out.setIntLE(8, 1);
        assertThatThrownBy(() -> Hello.version(out, 0, frame.length)).hasMessage("the magic word is missing");
    }

    @Test
    void aNameCannotWriteALineOfItsOwnIntoTheLog() {
        ByteBuf out = Unpooled.wrappedBuffer(new Hello(1, 1, 1, 1, 1, 1, "a\nWARN all is lost", "b").frame(NONCE));
        assertThatThrownBy(() -> Hello.decode(out, 0, out.writerIndex())).hasMessage("a name with control characters");
    }

    @Test
    void aNameIsNoLongerThanItsBound() {
        ByteBuf out = Unpooled.buffer().writeShortLE(801).writeZero(801);
        assertThatThrownBy(() -> Hello.readString(out)).hasMessage("a name of 801 bytes is above the bound of 800");
        byte[] longest = new Hello(1, 1, 1, 1, 1, 1, "ä".repeat(900), "ä".repeat(900)).frame(NONCE);
        assertThat(longest.length).isLessThanOrEqualTo(FrameDescriptor.MAX_HANDSHAKE_BYTES);
    }

    private static long sum(ByteBuf in, int index, int length) {
        long sum = length;
        for (int i = 0; i < length; i++) {
            sum = 31 * sum + in.getByte(index + i);
        }
        return sum;
    }
}
