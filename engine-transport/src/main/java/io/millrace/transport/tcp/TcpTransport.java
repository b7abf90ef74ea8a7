// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.tcp;

import io.millrace.transport.CloseCause;
import io.millrace.transport.InboundHandler;
import io.millrace.transport.Peer;
import io.millrace.transport.PeerAddress;
import io.millrace.transport.Transport;
import io.millrace.transport.TransportConfig;
import io.millrace.transport.TransportCounters;
import io.millrace.transport.TransportException;
import io.millrace.transport.flow.Endpoint;
import io.millrace.transport.peer.Admission;
import io.millrace.transport.peer.Connection;
import io.millrace.transport.peer.EventLoopThreads;
import io.millrace.transport.peer.InboundConnection;
import io.millrace.transport.peer.OutboundConnection;
import io.millrace.transport.peer.PeerLink;
import io.millrace.transport.peer.PeerLinks;
import io.millrace.transport.peer.Ticker;
import io.millrace.transport.tls.Tls;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.util.concurrent.EventExecutor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The transport over TCP. The worker starts and closes it; its event-loop threads ({@code millrace-transport-<worker>})
 * do all the work.
 */
public final class TcpTransport implements Transport {

    private static final Logger LOG = LoggerFactory.getLogger(TcpTransport.class);

    private static final long MOST_CONNECT_MILLIS = 2_000;
    private static final long CLOSE_SECONDS = 10;

    private final Endpoint endpoint;
    private final Sockets sockets;
    private final TcpCongestion congestion;
    private final Admission admission;
    private final EventLoopThreads threads;
    private final MultiThreadIoEventLoopGroup group;
    private final Map<EventExecutor, Ticker> tickers = new IdentityHashMap<>();
    private final Resolver resolver;
    private final Tls tls;
    private final Channel server;
    private final PeerLinks peers;
    private final AtomicBoolean closed = new AtomicBoolean();

    private TcpTransport(Endpoint endpoint) {
        TransportConfig config = endpoint.config;
        this.endpoint = endpoint;
        this.sockets = Sockets.choose(config.sockets().nativeTransport());
        this.congestion = TcpCongestion.of(config.sockets().congestion(), sockets);
        this.admission = new Admission(endpoint);
        this.peers = new PeerLinks(endpoint, this::dial);
        // TLS comes first, because its files may be unusable, and nothing has to be released yet.
        this.tls = config.tls() == null
                ? null
                : new Tls(
                        config.tls(), "millrace-transport-" + config.identity().workerId() + "-tls");
        String threadName = "millrace-transport-" + config.identity().workerId();
        this.resolver = new Resolver(threadName + "-resolver");
        this.threads = new EventLoopThreads(threadName);
        this.group = new MultiThreadIoEventLoopGroup(config.sockets().threads(), threads, sockets.ioHandler());
        for (EventExecutor loop : group) {
            Ticker ticker = new Ticker(endpoint.clock);
            tickers.put(loop, ticker);
            ticker.start((EventLoop) loop);
        }
        this.server = listen();
    }

    /**
     * Listens, and is ready to connect to peers. {@code nanoClock} counts nanoseconds like {@link System#nanoTime};
     * only event loops read it.
     *
     * @throws TransportException if it cannot listen, or a file of {@link TransportConfig#tls()} cannot be used, or the
     *     kernel refuses {@link TransportConfig.Sockets#congestion()}
     */
    public static Transport start(TransportConfig config, InboundHandler inbound, LongSupplier nanoClock) {
        TcpTransport transport = new TcpTransport(new Endpoint(config, inbound, nanoClock));
        LOG.info(
                "worker {} epoch {} listens on {} ({}{})",
                config.identity().workerId(),
                config.identity().epoch(),
                transport.address(),
                transport.sockets.name(),
                config.tls() == null ? "" : ", TLS");
        return transport;
    }

    private Channel listen() {
        TransportConfig config = endpoint.config;
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(group)
                .channel(sockets.server())
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, waterMark())
                .childHandler(initializer(channel -> {
                    InboundConnection connection = new InboundConnection(endpoint, ticker(channel), admission);
                    if (tls != null) {
                        tls.protect(channel, connection);
                    }
                    return connection;
                }));
        try {
            InetSocketAddress address = new InetSocketAddress(
                    InetAddress.getByName(config.sockets().host()),
                    config.sockets().port());
            ChannelFuture bound = bootstrap.bind(address).awaitUninterruptibly();
            if (bound.isSuccess()) {
                return bound.channel();
            }
            throw cannotListen(String.valueOf(bound.cause().getMessage()), bound.cause());
        } catch (UnknownHostException e) {
            throw cannotListen("the host is unknown", e);
        }
    }

    private TransportException cannotListen(String reason, Throwable cause) {
        stopThreads();
        TransportConfig config = endpoint.config;
        return new TransportException(
                "cannot listen on " + config.sockets().host() + ":"
                        + config.sockets().port() + " (" + reason
                        + "): choose another transport.host or transport.port (0 takes a free one), or stop the process"
                        + " that holds it",
                cause);
    }

    private interface ConnectionFactory {
        Connection create(Channel channel);
    }

    private Ticker ticker(Channel channel) {
        return tickers.get(channel.eventLoop());
    }

    private ChannelInitializer<Channel> initializer(ConnectionFactory factory) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                congestion.apply(channel);
                channel.pipeline().addLast(factory.create(channel));
            }
        };
    }

    /**
     * The marks of the write buffer: above the high mark nothing more is written, so that the priority lane does not
     * wait behind much.
     */
    private WriteBufferWaterMark waterMark() {
        int frame = endpoint.config.messages().frameBytes();
        return new WriteBufferWaterMark(frame / 2, frame);
    }

    @Override
    public InetSocketAddress address() {
        return (InetSocketAddress) server.localAddress();
    }

    @Override
    public Peer connect(PeerAddress peer, Runnable onRoom) {
        EventLoop loop = group.next();
        return peers.connect(peer, onRoom, loop, tickers.get(loop), new SplittableRandom());
    }

    private void dial(PeerLink link) {
        PeerAddress peer = link.address();
        resolver.resolve(peer.host(), (address, failure) -> {
            try {
                link.loop().execute(() -> {
                    if (failure != null) {
                        link.onDialFailed(failure);
                    } else {
                        dial(link, new InetSocketAddress(address, peer.port()));
                    }
                });
            } catch (RejectedExecutionException e) {
                LOG.debug("resolved {} after the transport was closed", peer);
            }
        });
    }

    private void dial(PeerLink link, InetSocketAddress address) {
        Bootstrap bootstrap = new Bootstrap()
                .group(link.loop())
                .channel(sockets.client())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, waterMark())
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, connectMillis())
                .handler(initializer(channel -> {
                    OutboundConnection connection = new OutboundConnection(endpoint, ticker(channel), link);
                    if (tls != null) {
                        tls.protect(channel, connection, link.address());
                    }
                    return connection;
                }));
        if (sockets.unsentBytes() != null) {
            bootstrap.option(
                    sockets.unsentBytes(), (long) endpoint.config.sockets().unsentSocketBytes());
        }
        bootstrap.connect(address).addListener(done -> {
            if (!done.isSuccess()) {
                link.onDialFailed(String.valueOf(done.cause().getMessage()));
            }
        });
    }

    /**
     * The time-out of a connection attempt. The system repeats an attempt that is not answered after 1 s, 2 s, 4 s: a
     * new attempt is earlier where packets come through again.
     */
    private int connectMillis() {
        return (int) Math.min(
                MOST_CONNECT_MILLIS, endpoint.config.times().handshakeTimeout().toMillis());
    }

    @Override
    public void expect(Map<String, Long> epochs, Map<String, Long> up) {
        admission.expect(epochs, up);
    }

    @Override
    public void repeat(Duration interval, Runnable action) {
        EventLoop loop = group.next();
        Ticker ticker = tickers.get(loop);
        loop.execute(() -> ticker.repeat(interval.toNanos(), action));
    }

    @Override
    public TransportCounters counters() {
        return endpoint.counters();
    }

    /** (Netty's shared {@code globalEventExecutor} thread ends by itself a second later.) */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        ChannelFuture unbound = server.close();
        if (!threads.contains(Thread.currentThread())) {
            unbound.awaitUninterruptibly();
        }
        peers.close();
        for (InboundConnection connection : admission.open()) {
            connection
                    .channel()
                    .eventLoop()
                    .execute(() -> connection.close(CloseCause.CLOSED, "this end closed its transport"));
        }
        stopThreads();
    }

    private void stopThreads() {
        resolver.close();
        group.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS);
        if (threads.contains(Thread.currentThread())) {
            stopTls();
            return;
        }
        if (!threads.join(TimeUnit.SECONDS.toMillis(CLOSE_SECONDS))) {
            LOG.warn(
                    "event loops of worker {} did not end within {} s",
                    endpoint.config.identity().workerId(),
                    CLOSE_SECONDS);
        }
        stopTls();
    }

    private void stopTls() {
        if (tls != null) {
            tls.close();
        }
    }
}
