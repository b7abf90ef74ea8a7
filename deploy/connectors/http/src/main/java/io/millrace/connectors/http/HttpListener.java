// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.http;

import io.millrace.api.error.TopologyException;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandler;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.timeout.ReadTimeoutHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Takes the requests of one source. One thread serves all connections, and a connection has one request at a time. */
final class HttpListener implements AutoCloseable {

    private static final int MOST_CONNECTIONS = 1_024;
    private static final int MOST_OF_ADDRESS = 512;
    private static final int IDLE_SECONDS = 60;
    private static final long CLOSE_MILLIS = 2_000;

    private final Accepted accepted;
    private final PostedQueue queue;
    private final Runnable wake;
    private final Consumer<String> refused;
    private final IoEventLoopGroup loop;
    private final OpenConnections connections = new OpenConnections(MOST_CONNECTIONS, MOST_OF_ADDRESS);
    private final ChannelFuture bound;

    /** Used by the loop's thread. */
    private long requests;

    /**
     * What is taken.
     *
     * @param path of requests
     * @param mostBody longest body in bytes
     */
    record Accepted(String path, int mostBody, PageRules pages) {}

    /**
     * @param wake is called after each request that was queued, by the listener's thread
     * @param refused is called with the answer to each request that was not queued, by the same thread
     */
    HttpListener(String host, int port, Accepted accepted, PostedQueue queue, Runnable wake, Consumer<String> refused) {
        this.accepted = accepted;
        this.queue = queue;
        this.wake = wake;
        this.refused = refused;
        loop = new MultiThreadIoEventLoopGroup(
                1, new DefaultThreadFactory("millrace-http-source", true), NioIoHandler.newFactory());
        bound = new ServerBootstrap()
                .group(loop)
                .channel(NioServerSocketChannel.class)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        Requests requests = new Requests();
                        channel.pipeline()
                                .addLast(
                                        new ReadTimeoutHandler(IDLE_SECONDS),
                                        new HttpServerCodec(),
                                        requests.parts(),
                                        new Bodies(),
                                        requests);
                    }
                })
                .bind(new InetSocketAddress(host, port))
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            close();
            throw new TopologyException(
                    "the source cannot listen on " + host + ":" + port + ": "
                            + bound.cause().getMessage() + ": stop what listens there, or take another port",
                    bound.cause());
        }
    }

    int port() {
        return ((InetSocketAddress) bound.channel().localAddress()).getPort();
    }

    /** Sends the answers that were made, and closes all connections. */
    @Override
    public void close() {
        bound.channel().close().awaitUninterruptibly(CLOSE_MILLIS);
        // Behind the answers that other threads have given to the loop
        loop.next().submit(() -> connections.all().forEach(Channel::close)).awaitUninterruptibly(CLOSE_MILLIS);
        loop.shutdownGracefully(0, CLOSE_MILLIS, TimeUnit.MILLISECONDS).awaitUninterruptibly(CLOSE_MILLIS);
    }

    /** Collects bodies, and answers longer ones with 413. */
    private final class Bodies extends HttpObjectAggregator {

        Bodies() {
            super(accepted.mostBody());
        }

        @Override
        protected void handleOversizedMessage(ChannelHandlerContext context, HttpMessage oversized) throws Exception {
            refused.accept("413 (" + tooLong() + ")");
            super.handleOversizedMessage(context, oversized);
        }
    }

    private String tooLong() {
        return "its body is longer than bodyBytes, which is " + accepted.mostBody();
    }

    /** What a request asks for, without its buffers. */
    private record Asked(
            boolean understood,
            boolean framed,
            HttpMethod method,
            String path,
            HttpHeaders headers,
            byte[] body,
            boolean keep) {

        static Asked of(FullHttpRequest request) {
            // The codec knows chunks alone, of which it has taken the header away
            boolean framed = !request.headers().contains(HttpHeaderNames.TRANSFER_ENCODING);
            boolean named = request.headers().getAll(HttpHeaderNames.HOST).size() == 1
                    || request.protocolVersion().equals(HttpVersion.HTTP_1_0);
            return new Asked(
                    request.decoderResult().isSuccess() && named,
                    framed,
                    request.method(),
                    path(request.uri()),
                    request.headers(),
                    ByteBufUtil.getBytes(request.content()),
                    HttpUtil.isKeepAlive(request));
        }

        /** The path of {@code /path?query}, or of {@code http://host/path?query}. */
        private static String path(String uri) {
            String target =
                    uri.regionMatches(true, 0, "http://", 0, 7) ? uri.substring(Math.max(uri.indexOf('/', 7), 7)) : uri;
            int query = target.indexOf('?');
            return query < 0 ? target : target.substring(0, query);
        }

        ContentEncoding encoding() {
            return ContentEncoding.of(String.join(",", headers.getAll(HttpHeaderNames.CONTENT_ENCODING)));
        }

        /** Whether a browser asks whether its page may post. */
        boolean isPreflight() {
            return method.equals(HttpMethod.OPTIONS)
                    && headers.contains(HttpHeaderNames.ORIGIN)
                    && headers.contains(HttpHeaderNames.ACCESS_CONTROL_REQUEST_METHOD);
        }
    }

    /**
     * A connection, whose requests are handled one after the other, also if the client does not wait for the answers.
     */
    private final class Requests extends SimpleChannelInboundHandler<FullHttpRequest> {

        private final ArrayDeque<Asked> waiting = new ArrayDeque<>();
        private boolean busy;
        private InetAddress address;

        /** The origin of the page that sent the current request, and may read its answer; empty if none did. */
        private volatile String origin = "";

        @Override
        public void channelActive(ChannelHandlerContext context) {
            if (!(context.channel().remoteAddress() instanceof InetSocketAddress client)) {
                context.close();
                return;
            }
            address = client.getAddress();
            connections.add(context.channel(), address).ifPresent(closed -> {
                refused.accept("the end of its connection (there are " + MOST_CONNECTIONS + ", or " + MOST_OF_ADDRESS
                        + " of its address, and it was idle or the oldest)");
                closed.close();
            });
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            if (address != null) {
                connections.remove(context.channel(), address);
            }
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
            waiting.add(Asked.of(request));
            // What was read already comes nevertheless, and no more
            context.channel().config().setAutoRead(false);
            next(context.channel());
        }

        /** Says that the connection works while a body comes. */
        ChannelInboundHandler parts() {
            return new ChannelInboundHandlerAdapter() {
                @Override
                public void channelRead(ChannelHandlerContext context, Object part) {
                    if (part instanceof HttpRequest) {
                        connections.works(context.channel(), address);
                    }
                    boolean last = part instanceof LastHttpContent;
                    context.fireChannelRead(part);
                    if (last && !busy) {
                        connections.idles(context.channel(), address);
                    }
                }
            };
        }

        private void next(Channel channel) {
            if (busy) {
                return;
            }
            Asked asked = waiting.poll();
            if (asked == null) {
                connections.idles(channel, address);
                channel.config().setAutoRead(true);
            } else {
                busy = true;
                connections.works(channel, address);
                PageRules pages = accepted.pages();
                origin = pages.allowsPage(asked.headers()) ? asked.headers().get(HttpHeaderNames.ORIGIN, "") : "";
                handle(channel, asked);
            }
        }

        private void handle(Channel channel, Asked asked) {
            if (!asked.understood()) {
                refuse(channel, HttpResponseStatus.BAD_REQUEST, "this is no request of HTTP/1.1", false);
            } else if (!asked.framed()) {
                refuse(
                        channel,
                        HttpResponseStatus.NOT_IMPLEMENTED,
                        "send the body in chunks or with Content-Length",
                        false);
            } else if (!accepted.pages().allowsPage(asked.headers())) {
                refuse(channel, HttpResponseStatus.FORBIDDEN, "pages of this origin may not post", asked.keep());
            } else if (!accepted.path().equals(asked.path())) {
                refuse(channel, HttpResponseStatus.NOT_FOUND, "there is only " + accepted.path(), asked.keep());
            } else if (asked.isPreflight()) {
                answer(channel, HttpResponseStatus.NO_CONTENT, "", asked.keep());
            } else if (!asked.method().equals(HttpMethod.POST)) {
                refuse(channel, HttpResponseStatus.METHOD_NOT_ALLOWED, "use POST", asked.keep());
            } else if (!accepted.pages().allowsContent(asked.headers())) {
                refuse(
                        channel,
                        HttpResponseStatus.UNSUPPORTED_MEDIA_TYPE,
                        "the Content-Type is none of "
                                + String.join(
                                        ", ", new TreeSet<>(accepted.pages().contentTypes())),
                        asked.keep());
            } else if (asked.encoding() == ContentEncoding.UNKNOWN) {
                refuse(
                        channel,
                        HttpResponseStatus.UNSUPPORTED_MEDIA_TYPE,
                        "the Content-Encoding is none of " + ContentEncoding.ACCEPTED,
                        asked.keep());
            } else {
                decode(channel, asked);
            }
        }

        private void decode(Channel channel, Asked asked) {
            byte[] body;
            try {
                body = asked.encoding().decoded(asked.body(), accepted.mostBody());
            } catch (IOException e) {
                refuse(
                        channel,
                        HttpResponseStatus.BAD_REQUEST,
                        "its body is not what its Content-Encoding says",
                        asked.keep());
                return;
            }
            if (body.length > accepted.mostBody()) {
                refuse(channel, HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE, tooLong(), asked.keep());
            } else {
                take(channel, body, asked.keep());
            }
        }

        private void take(Channel channel, byte[] body, boolean keep) {
            Posted.Answer answer = all -> {
                if (all) {
                    answer(channel, HttpResponseStatus.ACCEPTED, "", keep);
                } else {
                    answer(channel, HttpResponseStatus.SERVICE_UNAVAILABLE, "the source ends", keep);
                }
            };
            if (queue.offer(new Posted(body, ++requests, answer))) {
                wake.run();
            } else {
                refuse(channel, HttpResponseStatus.SERVICE_UNAVAILABLE, "the queue is full", keep);
            }
        }

        private void refuse(Channel channel, HttpResponseStatus status, String text, boolean keep) {
            refused.accept(status.code() + " (" + text + ")");
            answer(channel, status, text, keep);
        }

        /** Any thread. */
        private void answer(Channel channel, HttpResponseStatus status, String text, boolean keep) {
            byte[] body = text.isEmpty() ? new byte[0] : (text + "\n").getBytes(StandardCharsets.UTF_8);
            FullHttpResponse response =
                    new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(body));
            if (!status.equals(HttpResponseStatus.NO_CONTENT)) {
                response.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.length);
                response.headers().set(HttpHeaderNames.CONTENT_TYPE, "text/plain; charset=utf-8");
            }
            if (!origin.isEmpty()) {
                response.headers()
                        .set(HttpHeaderNames.ACCESS_CONTROL_ALLOW_ORIGIN, origin)
                        .set(HttpHeaderNames.ACCESS_CONTROL_ALLOW_METHODS, HttpMethod.POST)
                        .set(HttpHeaderNames.ACCESS_CONTROL_ALLOW_HEADERS, "content-type, content-encoding")
                        .set(HttpHeaderNames.VARY, HttpHeaderNames.ORIGIN);
            }
            if (status.equals(HttpResponseStatus.SERVICE_UNAVAILABLE)) {
                response.headers().set(HttpHeaderNames.RETRY_AFTER, 1);
            }
            if (status.equals(HttpResponseStatus.METHOD_NOT_ALLOWED)) {
                response.headers().set(HttpHeaderNames.ALLOW, HttpMethod.POST);
            }
            if (status.equals(HttpResponseStatus.UNSUPPORTED_MEDIA_TYPE)) {
                response.headers().set(HttpHeaderNames.ACCEPT_ENCODING, ContentEncoding.ACCEPTED);
            }
            HttpUtil.setKeepAlive(response, keep);
            ChannelFuture written = channel.writeAndFlush(response);
            written.addListener(keep ? (ChannelFutureListener) this::sent : ChannelFutureListener.CLOSE);
        }

        /** The loop's thread. */
        private void sent(ChannelFuture written) {
            busy = false;
            if (written.isSuccess()) {
                next(written.channel());
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            // A connection that was lost, or that says nothing for long: its client tries again
            context.close();
        }
    }
}
