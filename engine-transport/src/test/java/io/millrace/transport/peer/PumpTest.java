// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.transport.CloseCause;
import io.millrace.transport.TestWorker;
import io.millrace.transport.flow.Endpoint;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

/** Tests of {@link Connection#pump} with batches that cannot be filled. */
class PumpTest {

    /** A connection that has something to write, and throws when it is to write it. */
    private static final class FailingConnection extends Connection {
        private boolean fails;
        private CloseCause cause;

        private FailingConnection(Endpoint endpoint) {
            super(endpoint, new Ticker(endpoint.clock));
        }

        @Override
        boolean hasWork() {
            return fails;
        }

        @Override
        void fill(ByteBuf batch) {
            if (fails) {
                batch.writeLong(1);
                throw new IllegalStateException("cannot be written");
            }
        }

        @Override
        void onOpened() {
            establish();
        }

        @Override
        void onGone(CloseCause closeCause, String detail) {
            cause = closeCause;
        }

        @Override
        void onOtherFrame(int type, int flags, ByteBuf in, int index, int length) {}

        @Override
        void onEncryptedPeer(String detail) {}

        @Override
        long receivedMessages() {
            return 0;
        }

        @Override
        void onConfirmed(long messages) {}

        @Override
        void onWritten(int bytes) {}

        @Override
        void onTick(long nowNanos) {}
    }

    @Test
    void aBatchThatCannotBeFilledIsReleasedAndEndsTheConnection() {
        UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);
        EmbeddedChannel channel = new EmbeddedChannel();
        channel.config().setAllocator(allocator);
        FailingConnection connection =
                new FailingConnection(new Endpoint(TestWorker.config("a", 1, builder -> builder), null, () -> 1));
        channel.pipeline().addLast(connection);
        connection.pump();
        channel.releaseOutbound();
        connection.fails = true;
        connection.pump();
        channel.runPendingTasks();
        assertThat(connection.cause).isEqualTo(CloseCause.INTERNAL);
        assertThat(channel.outboundMessages()).isEmpty();
        assertThat(allocator.metric().usedDirectMemory()).isZero();
    }
}
