// SPDX-License-Identifier: Apache-2.0
package io.millrace.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.ssl.SslHandler;
import java.util.List;
import java.util.function.Supplier;

/**
 * The first handler of a connection to a server with TLS: its first bytes say whether the client encrypts. One that
 * does not gets an answer that it can read. The event loop calls.
 */
final class TlsOrPlain extends ByteToMessageDecoder {

    /** The length of the header of a TLS record. */
    private static final int HEADER_BYTES = 5;

    private final Supplier<SslHandler> tls;

    TlsOrPlain(Supplier<SslHandler> tls) {
        this.tls = tls;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        if (in.readableBytes() < HEADER_BYTES) {
            return;
        }
        if (SslHandler.isEncrypted(in, false)) {
            context.pipeline().replace(this, null, tls.get());
        } else {
            context.pipeline().remove(this);
        }
    }

    /** Whether the client of this connection encrypts. */
    static boolean isEncrypted(ChannelHandlerContext context) {
        return context.pipeline().get(SslHandler.class) != null;
    }

    /** Tells the client that nothing more comes. One that encrypts takes a close for the end of both directions. */
    static void endOutput(ChannelHandlerContext context) {
        if (!isEncrypted(context)) {
            ((SocketChannel) context.channel()).shutdownOutput();
        }
    }
}
