// SPDX-License-Identifier: Apache-2.0
package io.millrace.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Serves HTTP until it is closed. One thread reads and writes all connections, and asks a handler about each request.
 * Any thread but this one may start and close a server.
 */
public final class HttpServer implements AutoCloseable {

    private static final int BACKLOG = 1024;
    private static final int CHUNK_BYTES = 64 << 10;
    private static final long CLOSE_MILLIS = 2_000;

    private final IoEventLoopGroup loop;
    private final Connections connections;
    private final ChannelFuture bound;

    private HttpServer(
            InetSocketAddress address,
            Wire wire,
            HttpHandler handler,
            HttpLimits limits,
            ThreadFactory threads,
            LongSupplier clock) {
        loop = new MultiThreadIoEventLoopGroup(1, threads, NioIoHandler.newFactory());
        connections = new Connections(limits, clock, loop.next(), handler::evicted);
        HttpDecoderConfig decoder = new HttpDecoderConfig()
                .setMaxInitialLineLength(HttpLimits.LINE_BYTES)
                .setMaxHeaderSize(HttpLimits.HEADER_BYTES)
                .setMaxChunkSize(CHUNK_BYTES);
        bound = new ServerBootstrap()
                .group(loop)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childOption(ChannelOption.AUTO_READ, false)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        wire.begin(channel.pipeline(), limits);
                        channel.pipeline()
                                .addLast(
                                        new HttpServerCodec(decoder), new HttpConnection(handler, connections, limits));
                    }
                })
                .bind(address)
                .awaitUninterruptibly();
    }

    /**
     * Starts a server.
     *
     * @param threads makes the server's thread
     * @param clock the time in nanoseconds by which clients are waited for
     * @throws IOException if the address cannot be listened on
     */
    public static HttpServer start(
            InetSocketAddress address,
            Wire wire,
            HttpHandler handler,
            HttpLimits limits,
            ThreadFactory threads,
            LongSupplier clock)
            throws IOException {
        HttpServer server = new HttpServer(address, wire, handler, limits, threads, clock);
        if (!server.bound.isSuccess()) {
            server.close();
            throw server.bound.cause() instanceof IOException e ? e : new IOException(server.bound.cause());
        }
        return server;
    }

    public int port() {
        return ((InetSocketAddress) bound.channel().localAddress()).getPort();
    }

    /** Sends the replies that it was given, closes all connections, and waits until its thread has ended. */
    @Override
    public void close() {
        if (!loop.isShuttingDown()) {
            bound.channel().close().awaitUninterruptibly(CLOSE_MILLIS);
            // Behind the replies that other threads have given to the loop
            loop.next().submit(connections::closeAll).awaitUninterruptibly(CLOSE_MILLIS);
        }
        loop.shutdownGracefully(0, CLOSE_MILLIS, TimeUnit.MILLISECONDS).awaitUninterruptibly(CLOSE_MILLIS);
    }

    /** Returns the number of open connections; for tests, as all methods below. */
    int connections() {
        return onLoop(connections::count);
    }

    /** Returns the number of connections that wait for their client. */
    int waiting() {
        return onLoop(connections::waiting);
    }

    /** Returns when the connection that waits last has waited too long. */
    long waitsUntilNanos() {
        return onLoop(connections::waitsUntilNanos);
    }

    private <T> T onLoop(Callable<T> question) {
        return loop.next().submit(question).syncUninterruptibly().getNow();
    }
}
