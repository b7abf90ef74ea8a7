// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.tls;

import io.millrace.transport.CloseCause;
import io.millrace.transport.frame.FrameDescriptor;
import io.millrace.transport.peer.Connection;
import io.millrace.transport.peer.InboundConnection;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;

/**
 * Checks the first bytes of a connection that must be encrypted, before the TLS handler sees them. A peer without TLS
 * gets an answer that it can read, so both ends know the reason. Then the handler removes itself. Runs on the event
 * loop.
 */
final class TlsDetection extends ByteToMessageDecoder {

    private final Connection connection;

    TlsDetection(Connection connection) {
        this.connection = connection;
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
        if (in.readableBytes() < Integer.BYTES) {
            return;
        }
        if (FrameDescriptor.looksLikeTls(in.getIntLE(in.readerIndex()))) {
            ctx.pipeline().remove(this);
            return;
        }
        in.skipBytes(in.readableBytes());
        connection.endsFor(
                CloseCause.ENCRYPTION,
                "it does not speak TLS, as this end does: set transport.tls.* on all nodes or on none");
        if (connection instanceof InboundConnection inbound) {
            ByteBuf answer = ctx.alloc().buffer(FrameDescriptor.MAX_HANDSHAKE_BYTES);
            inbound.refusePlain().encode(answer);
            ctx.writeAndFlush(answer).addListener(ChannelFutureListener.CLOSE);
        } else {
            ctx.close();
        }
    }
}
