// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of an {@link HttpDaemon}: reads a request, has a thread handle it, writes the reply, and reads the
 * next. It reads from the socket only if it wants more. The event loop calls.
 *
 * <pre>
 *   HEADER ──► BODY ──► HANDLED ──► REPLY ──► HEADER   keep-alive
 *     │         │                     ▲ │
 *     └─────────┴──── refused ────────┘ └──► LINGER    the client still sends: discard, so that it sees the reply
 * </pre>
 *
 * The body of an upload goes to its handler while it arrives; the reply may come before its end.
 */
final class HttpConnection extends ChannelInboundHandlerAdapter implements ReplyWriter.Progress {

    private static final Logger LOG = LoggerFactory.getLogger(HttpConnection.class);

    /** The routes, and the threads that run their handlers. */
    record Handlers(Routes routes, Executor threads, Executor uploads) {}

    private enum State {
        HEADER,
        BODY,
        HANDLED,
        REPLY,
        LINGER,
        CLOSED
    }

    private final Handlers handlers;
    private final Connections connections;
    private final HttpLimits limits;

    private ChannelHandlerContext context;
    private InetAddress address;
    private State state = State.HEADER;
    private long deadlineNanos;
    private long heldBytes;

    /** The number of requests so far. */
    private long requests;

    /** The current request. */
    private HttpMethod method = HttpMethod.GET;

    private HttpVersion version = HttpVersion.HTTP_1_1;
    private boolean keepAlive;
    private boolean bodyComplete;

    /** Whether the codec finds the end of the body; otherwise the connection ends with the request. */
    private boolean framed = true;

    private long bodyBytes;
    private long stepBytes;
    private Routes.Call call;

    /** The body, if it is small; null for an upload. */
    private ByteArrayOutputStream buffer;

    /** The body of an upload; null for others. */
    private BodyStream stream;

    private ReplyWriter reply;

    /** The stage of a reply that comes later; null if no request waits for one. */
    private CompletionStage<Reply> awaited;

    private final WantedMessages messages = new WantedMessages(this::handleOrRefuse);

    /** Whether the client sends no more data. It may still want the reply, or be gone. */
    private boolean inputEnded;

    HttpConnection(Handlers handlers, Connections connections, HttpLimits limits) {
        this.handlers = handlers;
        this.connections = connections;
        this.limits = limits;
    }

    InetAddress address() {
        return address;
    }

    long deadlineNanos() {
        return deadlineNanos;
    }

    long heldBytes() {
        return heldBytes;
    }

    @Override
    public void channelActive(ChannelHandlerContext active) {
        context = active;
        InetSocketAddress client = ((SocketChannel) active.channel()).remoteAddress();
        if (client == null) {
            close();
            return;
        }
        address = client.getAddress();
        connections.add(this);
        awaitHeader(limits.waits().headerNanos());
    }

    @Override
    public void channelRead(ChannelHandlerContext from, Object message) {
        messages.add(message);
        handleMessages();
    }

    /** Requests one more message. */
    private void read() {
        messages.want();
        handleMessages();
    }

    private void handleMessages() {
        if (messages.handle() && state != State.CLOSED) {
            if (inputEnded) {
                close();
            } else {
                context.read();
            }
        }
    }

    private void handleOrRefuse(Object message) {
        try {
            handle(message);
        } catch (Refusal e) {
            refuse(e);
        }
    }

    private void handle(Object message) {
        if (message instanceof HttpRequest request && state == State.HEADER) {
            onHeader(request);
        } else if (message instanceof HttpContent content) {
            onContent(content);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext from, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            inputEnded = true;
            if (messages.isOneWanted()) {
                close();
            } else if (awaited != null) {
                probeLater(requests);
            }
        }
    }

    private void probeLater(long request) {
        GoneClientProbe.start(
                context,
                () -> request == requests && awaited != null && version.compareTo(HttpVersion.HTTP_1_1) >= 0,
                this::close);
    }

    @Override
    public void channelInactive(ChannelHandlerContext from) {
        close();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext from, Throwable cause) {
        if (cause instanceof IOException || cause.getCause() instanceof IOException) {
            LOG.debug("connection of {} broke: {}", address, cause.getMessage());
        } else {
            LOG.warn("connection of {}", address, cause);
        }
        close();
    }

    /** Ends this connection, and tells a handler that still reads its body. */
    void close() {
        if (state == State.CLOSED) {
            return;
        }
        state = State.CLOSED;
        connections.remove(this);
        forgetRequest("the connection of the client is closed");
        messages.drop();
        context.close();
    }

    /** The client took too long. */
    void timedOut() {
        if (state == State.HEADER && requests == 0) {
            refuse(Refusal.lateHeader(limits.waits().headerNanos()));
        } else if (state == State.BODY) {
            refuse(Refusal.lateBody(limits.waits().bodyNanos()));
        } else {
            // A client could take an error here for the reply to its next request.
            close();
        }
    }

    private void awaitHeader(long nanos) {
        if (state != State.CLOSED) {
            state = State.HEADER;
            deadlineNanos = connections.waits(this, nanos);
            read();
        }
    }

    private void onHeader(HttpRequest request) {
        requests++;
        boolean chunked = HttpUtil.isTransferEncodingChunked(request);
        long announced = request.decoderResult().isFailure() ? 0 : HttpUtil.getContentLength(request, 0L);
        bodyComplete = announced == 0 && !chunked && request.decoderResult().isSuccess();
        bodyBytes = 0;
        stepBytes = 0;
        method = request.method();
        version = request.protocolVersion();
        keepAlive = HttpUtil.isKeepAlive(request);
        if (request.decoderResult().isFailure()) {
            keepAlive = false;
            throw Refusal.notUnderstood(request.decoderResult().cause());
        }
        checkFraming(request);
        String expected = request.headers().get(HttpHeaderNames.EXPECT);
        if (expected != null && !HttpUtil.is100ContinueExpected(request)) {
            throw Refusal.of(417, "Expect: " + expected + " is not supported");
        }
        call = handlers.routes().find(request, TlsOrPlain.isEncrypted(context));
        long most = call.route().mostBytes();
        if (announced > most) {
            throw Refusal.tooLong(most);
        }
        if (expected != null && !bodyComplete) {
            context.writeAndFlush(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE));
        }
        state = State.BODY;
        if (most > HttpLimits.BUFFERED_BODY_BYTES) {
            long upload = requests;
            stream = new BodyStream(() -> readMore(upload));
            handle(handlers.uploads(), stream);
        } else {
            buffer = new ByteArrayOutputStream(0);
        }
        if (state == State.BODY) {
            awaitBody();
        }
    }

    /**
     * Checks the framing: the codec knows the end of a body that is sent in chunks or has a length. Data after any
     * other body is never read as a request.
     */
    private void checkFraming(HttpRequest request) {
        String coding = String.join(", ", request.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING));
        if (!coding.isEmpty() && !HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(coding.strip())) {
            keepAlive = false;
            bodyComplete = false;
            framed = false;
            throw Refusal.unknownCoding(coding);
        }
    }

    private void awaitBody() {
        deadlineNanos = connections.waits(this, limits.waits().bodyNanos());
        read();
    }

    private void onContent(HttpContent content) {
        int count = content.content().readableBytes();
        bodyBytes += count;
        bodyComplete |= framed && content instanceof LastHttpContent;
        if (state == State.HEADER) {
            // This is the end of a request without a body that was refused for its header
            read();
        } else if (state == State.LINGER) {
            if (bodyComplete || bodyBytes > HttpLimits.DISCARDED_BYTES) {
                close();
            } else {
                read();
            }
        } else if (state == State.BODY) {
            if (content.decoderResult().isFailure()) {
                keepAlive = false;
                throw Refusal.notUnderstood(content.decoderResult().cause());
            }
            if (bodyBytes > call.route().mostBytes()) {
                throw Refusal.tooLong(call.route().mostBytes());
            }
            byte[] bytes = new byte[count];
            content.content().readBytes(bytes);
            if (stream != null) {
                onUploadPart(bytes);
            } else {
                onBodyPart(bytes);
            }
        }
    }

    private void onBodyPart(byte[] bytes) {
        buffer.writeBytes(bytes);
        hold(bytes.length);
        if (bodyComplete) {
            state = State.HANDLED;
            connections.works(this);
            handle(handlers.threads(), new ByteArrayInputStream(buffer.toByteArray()));
        } else {
            continueBody(bytes.length);
        }
    }

    private void onUploadPart(byte[] bytes) {
        boolean room = bytes.length == 0 || stream.add(bytes);
        if (bodyComplete) {
            stream.end();
            state = State.HANDLED;
            connections.works(this);
        } else if (room) {
            continueBody(bytes.length);
        } else {
            connections.works(this);
            stepBytes = 0;
        }
    }

    private void continueBody(int count) {
        stepBytes += count;
        if (stepBytes >= HttpLimits.BODY_STEP_BYTES) {
            stepBytes = 0;
            awaitBody();
        } else {
            read();
        }
    }

    /** Reads more for the handler of an upload, which has room again; its thread calls. */
    private void readMore(long request) {
        onLoop(() -> {
            if (request == requests && state == State.BODY) {
                awaitBody();
            }
        });
    }

    /** Has a thread answer the current request. */
    private void handle(Executor threads, InputStream body) {
        long request = requests;
        Routes.Call answering = call;
        try {
            threads.execute(() -> {
                CompletionStage<Reply> later =
                        answering.answer(body, reply -> answered(request, OutgoingReply.of(reply)));
                if (!later.toCompletableFuture().isDone()) {
                    onLoop(() -> await(request, later));
                }
            });
        } catch (RejectedExecutionException e) {
            throw Refusal.busy();
        }
    }

    /**
     * Reads from the socket until the reply is ready, as the client may close it, and then wants no reply. Data that
     * comes instead is the next request.
     */
    private void await(long request, CompletionStage<Reply> later) {
        if (state == State.CLOSED) {
            later.toCompletableFuture().cancel(false);
        } else if (request == requests && state == State.HANDLED) {
            awaited = later;
            if (inputEnded) {
                probeLater(request);
            } else {
                context.read();
            }
        }
    }

    /** Takes the reply of a request. Any thread. */
    private void answered(long request, OutgoingReply answer) {
        boolean loops = onLoop(() -> {
            if (request == requests && (state == State.BODY || state == State.HANDLED)) {
                send(answer);
            } else {
                answer.close();
            }
        });
        if (!loops) {
            answer.close();
        }
    }

    /** Runs a step on the event loop. Returns false if the loop has ended. */
    private boolean onLoop(Runnable step) {
        try {
            context.executor().execute(step);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    private void refuse(Refusal refusal) {
        if (state != State.CLOSED) {
            send(OutgoingReply.of(refusal.reply()));
        }
    }

    private void send(OutgoingReply answer) {
        forgetRequest("the request is answered already");
        state = State.REPLY;
        reply = new ReplyWriter(context, answer, this);
        keepAlive &= bodyComplete;
        hold(reply.heldBytes());
        HttpResponse header = answer.header();
        if (keepAlive) {
            HttpUtil.setKeepAlive(header.headers(), version, true);
        } else {
            header.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        }
        reply.write(header, !method.equals(HttpMethod.HEAD));
    }

    @Override
    public void partWritten() {
        deadlineNanos = connections.waits(this, limits.waits().replyNanos());
    }

    @Override
    public void broken(Throwable cause) {
        LOG.debug("connection of {} broke: {}", address, String.valueOf(cause));
        close();
    }

    @Override
    public void allTaken() {
        forgetRequest("");
        if (keepAlive) {
            awaitHeader(limits.waits().idleNanos());
        } else if (bodyComplete) {
            close();
        } else {
            // A close with unread bytes would reset the connection, and the client could lose the reply.
            state = State.LINGER;
            bodyBytes = 0;
            deadlineNanos = connections.waits(this, limits.waits().lingerNanos());
            TlsOrPlain.endOutput(context);
            read();
        }
    }

    private void forgetRequest(String why) {
        if (stream != null) {
            stream.fail(why);
        }
        if (reply != null) {
            reply.close();
        }
        if (awaited != null) {
            awaited.toCompletableFuture().cancel(false);
        }
        awaited = null;
        stream = null;
        buffer = null;
        reply = null;
        call = null;
        hold(-heldBytes);
    }

    private void hold(long bytes) {
        heldBytes += bytes;
        connections.hold(this, bytes);
    }
}
