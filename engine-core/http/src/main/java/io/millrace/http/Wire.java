// SPDX-License-Identifier: Apache-2.0
package io.millrace.http;

import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.SslHandler;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;

/** What is between the bytes of a connection and HTTP. The event loop calls. */
@FunctionalInterface
public interface Wire {

    /** Nothing. */
    Wire PLAIN = (pipeline, limits) -> {};

    /** Begins the pipeline of a connection. */
    void begin(ChannelPipeline pipeline, HttpLimits limits);

    /**
     * Returns a wire for clients that encrypt and clients that do not; handlers are told which.
     *
     * @param engines makes the engine of a connection
     * @param handshakes computes signatures, which take milliseconds
     */
    static Wire tlsOrPlain(Supplier<SSLEngine> engines, Executor handshakes) {
        return (pipeline, limits) -> pipeline.addLast(new TlsOrPlain(() -> {
            SslHandler handler = new SslHandler(engines.get(), handshakes);
            handler.setHandshakeTimeoutMillis(
                    TimeUnit.NANOSECONDS.toMillis(limits.waits().headerNanos()));
            return handler;
        }));
    }
}
