package io.millrace.cluster.http;

import io.millrace.api.config.ConfigKey;
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
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;

/**
 * Serves routes over HTTP until it is closed. One thread reads and writes all connections; handlers, which may block,
 * have threads of their own. A connection holds a thread only while its handler runs.
 */
public final class HttpDaemon implements AutoCloseable {

    private static final int BACKLOG = 1024;
    private static final int THREADS = 32;
    private static final int WAITING_REQUESTS = 256;
    private static final int UPLOAD_THREADS = 8;
    private static final int WAITING_UPLOADS = 32;
    private static final int HANDSHAKE_THREADS = 2;
    private static final int CHUNK_BYTES = 64 << 10;
    private static final long CLOSE_MILLIS = 2_000;

    private final Threads made = new Threads();
    private final IoEventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, made, NioIoHandler.newFactory());
    private final ExecutorService threads = pool(THREADS, WAITING_REQUESTS);
    private final ExecutorService uploads = pool(UPLOAD_THREADS, WAITING_UPLOADS);

    /** Compute signatures of TLS, which take milliseconds. */
    private final ExecutorService handshakes = pool(HANDSHAKE_THREADS, WAITING_REQUESTS);

    private final Connections connections;
    private final ChannelFuture bound;

    private HttpDaemon(InetSocketAddress address, Routes routes, HttpLimits limits, LongSupplier clock) {
        connections = new Connections(limits, clock, loop.next());
        HttpConnection.Handlers handlers = new HttpConnection.Handlers(routes, threads, uploads);
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
                        routes.access()
                                .tls()
                                .ifPresent(engines ->
                                        channel.pipeline().addLast(new TlsOrPlain(() -> encryption(engines, limits))));
                        channel.pipeline()
                                .addLast(
                                        new HttpServerCodec(decoder),
                                        new HttpConnection(handlers, connections, limits));
                    }
                })
                .bind(address)
                .awaitUninterruptibly();
    }

    private SslHandler encryption(Supplier<SSLEngine> engines, HttpLimits limits) {
        SslHandler handler = new SslHandler(engines.get(), handshakes);
        handler.setHandshakeTimeoutMillis(
                TimeUnit.NANOSECONDS.toMillis(limits.waits().headerNanos()));
        return handler;
    }

    /**
     * Starts the server.
     *
     * @param hostKey the setting of the host, for errors
     * @param portKey the setting of the port, for errors
     * @param access the clients that may use the routes
     */
    public static HttpDaemon start(
            String host, int port, ConfigKey<?> hostKey, ConfigKey<?> portKey, List<Route> routes, RestAccess access) {
        return start(host, port, hostKey, portKey, new Routes(routes, access), HttpLimits.DEFAULT, System::nanoTime);
    }

    /** Starts the server as {@link #start} does, with other limits and a clock in nanoseconds. */
    static HttpDaemon start(
            String host,
            int port,
            ConfigKey<?> hostKey,
            ConfigKey<?> portKey,
            Routes routes,
            HttpLimits limits,
            LongSupplier clock) {
        try {
            InetSocketAddress address = new InetSocketAddress(InetAddress.getByName(host), port);
            HttpDaemon daemon = new HttpDaemon(address, routes, limits, clock);
            if (!daemon.bound.isSuccess()) {
                daemon.close();
                throw daemon.bound.cause() instanceof IOException e ? e : new IOException(daemon.bound.cause());
            }
            return daemon;
        } catch (IOException e) {
            throw ListenFailure.failed(host, port, hostKey, portKey, e);
        }
    }

    public int port() {
        return ((InetSocketAddress) bound.channel().localAddress()).getPort();
    }

    /** Closes all connections, and waits until the threads have ended. */
    @Override
    public void close() {
        if (!loop.isShuttingDown()) {
            bound.channel().close().awaitUninterruptibly(CLOSE_MILLIS);
            loop.next().submit(connections::closeAll).awaitUninterruptibly(CLOSE_MILLIS);
        }
        loop.shutdownGracefully(0, CLOSE_MILLIS, TimeUnit.MILLISECONDS);
        threads.shutdownNow();
        uploads.shutdownNow();
        handshakes.shutdownNow();
        made.join(CLOSE_MILLIS);
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

    /** Returns the number of threads that run. */
    long threads() {
        return made.running.stream().filter(Thread::isAlive).count();
    }

    private <T> T onLoop(Callable<T> question) {
        return loop.next().submit(question).syncUninterruptibly().getNow();
    }

    private ExecutorService pool(int most, int waiting) {
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(most, most, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(waiting), made);
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** Makes the daemon's threads, and waits for their end. */
    private static final class Threads implements ThreadFactory {

        private final List<Thread> running = new CopyOnWriteArrayList<>();

        @Override
        public Thread newThread(Runnable task) {
            running.removeIf(thread -> thread.getState() == Thread.State.TERMINATED);
            Thread thread = new Thread(task, "millrace-http");
            thread.setDaemon(true);
            running.add(thread);
            return thread;
        }

        /** Waits for the threads, except the caller's own. */
        void join(long millis) {
            long start = System.nanoTime();
            boolean interrupted = false;
            for (Thread thread : running) {
                long left = millis;
                while (thread != Thread.currentThread() && thread.isAlive() && left > 0) {
                    try {
                        thread.join(left);
                    } catch (InterruptedException e) {
                        interrupted = true;
                    }
                    left = millis - (System.nanoTime() - start) / 1_000_000;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
