// SPDX-License-Identifier: Apache-2.0
package io.millrace.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpServerCodec;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Tells a client that has only ended its input from one that is gone: both look the same until something is written, so
 * it writes an interim reply, which a client of HTTP/1.1 ignores. The event loop calls.
 */
final class GoneClientProbe {

    private static final long PROBE_MILLIS = 1_000;
    private static final String INTERIM = "HTTP/1.1 102 Processing\r\n\r\n";

    private GoneClientProbe() {}

    /** Looks for the client again and again as long as its reply is awaited. */
    static void start(ChannelHandlerContext context, BooleanSupplier awaited, Runnable gone) {
        context.executor().schedule(() -> probe(context, awaited, gone), PROBE_MILLIS, TimeUnit.MILLISECONDS);
    }

    private static void probe(ChannelHandlerContext context, BooleanSupplier awaited, Runnable gone) {
        if (!awaited.getAsBoolean()) {
            return;
        }
        // Write past the codec, which would take it for the reply
        context.pipeline()
                .context(HttpServerCodec.class)
                .writeAndFlush(Unpooled.copiedBuffer(INTERIM, StandardCharsets.US_ASCII))
                .addListener(written -> {
                    if (written.isSuccess()) {
                        start(context, awaited, gone);
                    } else {
                        gone.run();
                    }
                });
    }
}
