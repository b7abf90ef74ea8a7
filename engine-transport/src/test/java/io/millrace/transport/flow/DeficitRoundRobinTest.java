// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.transport.frame.ChunkPool;
import io.millrace.transport.frame.FrameDescriptor;
import io.millrace.transport.frame.SendBuffer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class DeficitRoundRobinTest {

    private static final int FRAME = 64 << 10;
    private static final int QUANTUM = 16 << 10;

    private final ChunkPool pool = new ChunkPool(FRAME / 2, 64 << 20);
    private final DeficitRoundRobin turns = new DeficitRoundRobin(QUANTUM, FRAME);
    private final ByteBuf batch = Unpooled.buffer(2 * FRAME, 2 * FRAME);

    @Test
    void sharesTheWireByBytesWhateverTheMessagesSizes() {
        OutboundChannel[] channels = {channel(0, 100, 4 << 20), channel(1, 5_000, 4 << 20), channel(2, 30_000, 4 << 20)
        };
        while (channels[0].position() + channels[1].position() + channels[2].position() < 6 << 20) {
            turns.writeFrames(batch.clear());
            assertThat(batch.readableBytes()).isPositive();
        }
        for (OutboundChannel channel : channels) {
            assertThat((double) channel.position()).isCloseTo(2 << 20, Percentage.withPercentage(5));
        }
    }

    @Test
    void aChannelThatIsAloneFillsItsFrames() {
        channel(0, 1000, 1 << 20);
        turns.writeFrames(batch.clear());
        assertThat(batch.getIntLE(0)).isGreaterThan(FRAME - 2000);
    }

    @Test
    void aChannelWithoutCreditWaitsAndSaysSoOnce() {
        OutboundChannel channel = new OutboundChannel(4, new SendBuffer(pool, 1 << 20, false, () -> 0));
        channel.enterConnection(1, 1500);
        channel.buffer.offer(4, ByteBuffer.allocate(1000), 0, 1000);
        channel.buffer.offer(4, ByteBuffer.allocate(1000), 0, 1000);
        turns.offer(channel);
        turns.writeFrames(batch.clear());
        assertThat(batch.readableBytes()).isEqualTo(FrameDescriptor.DATA_HEADER_BYTES + 1004);
        assertThat(batch.getByte(FrameDescriptor.FLAGS_OFFSET)).isEqualTo((byte) FrameDescriptor.FLAG_LIMITED);
        assertThat(batch.getIntLE(FrameDescriptor.DATA_CREDIT_OFFSET)).isEqualTo(496);
        assertThat(turns.limitedChannels()).isEqualTo(1);
        turns.writeNotices(batch.clear());
        assertThat(batch.isReadable()).isFalse();
        channel.onCredit(0, 3000);
        turns.offer(channel);
        assertThat(turns.limitedChannels()).isZero();
        turns.writeFrames(batch.clear());
        assertThat(channel.position()).isEqualTo(2008);
        assertThat(turns.sentMessages()).isEqualTo(2);
    }

    @Test
    void aChannelThatFindsNoCreditSendsANotice() {
        OutboundChannel channel = new OutboundChannel(4, new SendBuffer(pool, 1 << 20, false, () -> 0));
        channel.enterConnection(1, 500);
        channel.buffer.offer(4, ByteBuffer.allocate(1000), 0, 1000);
        turns.offer(channel);
        turns.offer(channel);
        turns.writeNotices(batch.clear());
        assertThat(batch.readableBytes()).isEqualTo(FrameDescriptor.HEADER_BYTES + FrameDescriptor.LIMITED_ENTRY_BYTES);
        assertThat(batch.getIntLE(FrameDescriptor.HEADER_BYTES)).isEqualTo(4);
    }

    private OutboundChannel channel(int id, int messageBytes, int total) {
        OutboundChannel channel = new OutboundChannel(id, new SendBuffer(pool, 8 << 20, false, () -> 0));
        channel.enterConnection(1, Long.MAX_VALUE);
        for (int done = 0; done < total; done += messageBytes) {
            assertThat(channel.buffer.offer(id, ByteBuffer.allocate(messageBytes), 0, messageBytes))
                    .isTrue();
        }
        turns.offer(channel);
        return channel;
    }
}
