// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class NettyBatchesTest {

    private static final int LENGTH = 300_000;

    /** Three messages fill the buffer, so over many of them every one wraps somewhere else. */
    @Test
    void messagesComeOutWholeAndInOrderHoweverTheyWrap() {
        NettyBatches batches = new NettyBatches(LENGTH, 1);
        EmbeddedChannel channel = new EmbeddedChannel(batches);
        ByteBuf out = Unpooled.buffer();
        ByteBuffer message = Message.allocate(LENGTH);
        int messages = 50;
        for (int number = 0; number < messages; number++) {
            message.putInt(0, number).putInt(LENGTH - Integer.BYTES, ~number);
            assertThat(batches.offer(message, LENGTH)).isTrue();
            channel.runPendingTasks();
            for (ByteBuf batch; (batch = channel.readOutbound()) != null; batch.release()) {
                out.writeBytes(batch);
            }
        }
        assertThat(batches.writtenBytes()).isEqualTo((long) messages * (Integer.BYTES + LENGTH));
        for (int number = 0; number < messages; number++) {
            assertThat(out.readInt()).isEqualTo(LENGTH);
            assertThat(out.getIntLE(out.readerIndex())).isEqualTo(number);
            assertThat(out.getIntLE(out.readerIndex() + LENGTH - Integer.BYTES)).isEqualTo(~number);
            out.skipBytes(LENGTH);
        }
        assertThat(out.isReadable()).isFalse();
        channel.finishAndReleaseAll();
    }

    @Test
    void whatDoesNotFitIsRefused() {
        NettyBatches batches = new NettyBatches(LENGTH, 1);
        EmbeddedChannel channel = new EmbeddedChannel(batches);
        ByteBuffer message = Message.allocate(LENGTH);
        int taken = 0;
        while (batches.offer(message, LENGTH)) {
            taken++;
        }
        assertThat(taken).isEqualTo((1 << 20) / (Integer.BYTES + LENGTH));
        channel.runPendingTasks();
        assertThat(batches.offer(message, LENGTH)).isTrue();
        channel.finishAndReleaseAll();
    }

    @Test
    void nothingIsWrittenBeforeABatchIsThereUnlessItIsFlushed() {
        NettyBatches batches = new NettyBatches(LENGTH, 3);
        EmbeddedChannel channel = new EmbeddedChannel(batches);
        ByteBuffer message = Message.allocate(Message.LEAST_BYTES);
        for (long writes : new long[] {0, 0, 1, 1}) {
            batches.offer(message, Message.LEAST_BYTES);
            channel.runPendingTasks();
            assertThat(batches.writes()).isEqualTo(writes);
        }
        batches.flush();
        channel.runPendingTasks();
        assertThat(batches.writes()).isEqualTo(2);
        channel.finishAndReleaseAll();
    }
}
