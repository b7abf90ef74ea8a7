// SPDX-License-Identifier: Apache-2.0
package io.millrace.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of an {@link HttpServer}: reads a request, has it handled, writes the reply, and reads the next. It
 * reads from the socket only if it wants more. The event loop calls.
 *
 * <pre>
 *   HEADER ──► BODY ──► HANDLED ──► REPLY ──► HEADER   keep-alive
 *     │         │                     ▲ │
 *     └─────────┴──── refused ────────┘ └──► LINGER    the client still sends: discard, so that it sees the reply
 * </pre>
 *
 * A streamed body goes to its handler while it arrives; the reply may come before its end.
 */
final class HttpConnection extends ChannelInboundHandlerAdapter implements Connections.Member, ReplyWriter.Progress {

    private static final Logger LOG = LoggerFactory.getLogger(HttpConnection.class);
    private static final Runnable NOTHING = () -> {};

    private enum State {
        HEADER,
        BODY,
        HANDLED,
        REPLY,
        LINGER,
        CLOSED
    }

    private final HttpHandler handler;
    private final Connections connections;
    private final HttpLimits limits;
    private final WantedMessages messages = new WantedMessages(this::handleOrRefuse);

    private ChannelHandlerContext context;
    private InetAddress address;
    private State state = State.HEADER;
    private long deadlineNanos;
    private long heldBytes;

    /** The current request, or the last one. */
    private Exchange exchange = new Exchange(this, RequestHead.NONE);

    /** Ends the reply that is being written. */
    private Runnable endReply = NOTHING;

    /** Whether the client sends no more data. It may still want the reply, or be gone. */
    private boolean inputEnded;

    HttpConnection(HttpHandler handler, Connections connections, HttpLimits limits) {
        this.handler = handler;
        this.connections = connections;
        this.limits = limits;
    }

    @Override
    public InetAddress address() {
        return address;
    }

    @Override
    public boolean isIdle() {
        return state == State.HEADER || state == State.LINGER;
    }

    @Override
    public long deadlineNanos() {
        return deadlineNanos;
    }

    @Override
    public long heldBytes() {
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
        if (state == State.CLOSED) {
            ReferenceCountUtil.release(message);
            return;
        }
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
        } catch (Refused e) {
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
            } else if (state == State.HANDLED) {
                probe(exchange);
            }
        }
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
    @Override
    public void close() {
        if (state == State.CLOSED) {
            return;
        }
        state = State.CLOSED;
        connections.remove(this);
        endRequest("the connection of the client is closed");
        messages.drop();
        context.close();
    }

    @Override
    public void timedOut() {
        if (state == State.HEADER && exchange.head() == RequestHead.NONE) {
            refuse(Refused.lateHeader(limits.waits().headerNanos()));
        } else if (state == State.BODY) {
            refuse(Refused.lateBody(limits.waits().bodyNanos()));
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
        exchange = new Exchange(this, RequestHead.of(request));
        RequestHead.check(request);
        Admission admission = handler.begin(request, TlsOrPlain.isEncrypted(context));
        if (admission instanceof Admission.Answered answered) {
            answered(exchange, answered.reply());
        } else if (admission instanceof Admission.Taken body) {
            takeBody(body, HttpUtil.is100ContinueExpected(request));
        }
    }

    private void takeBody(Admission.Taken body, boolean asksFirst) {
        if (exchange.head().announcedBytes() > body.mostBytes()) {
            throw Refused.tooLong(body.mostBytes());
        }
        if (asksFirst && !exchange.isBodyComplete()) {
            context.writeAndFlush(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE));
        }
        state = State.BODY;
        exchange.take(body);
        if (state == State.BODY) {
            awaitBody();
        }
    }

    private void awaitBody() {
        deadlineNanos = connections.waits(this, limits.waits().bodyNanos());
        read();
    }

    private void onContent(HttpContent content) {
        exchange.count(content);
        if (state == State.HEADER) {
            // This is the end of a request without a body that was answered for its header
            read();
        } else if (state == State.LINGER) {
            if (exchange.isBodyComplete()) {
                close();
            } else {
                read();
            }
        } else if (state == State.BODY) {
            onBody(content);
        }
    }

    private void onBody(HttpContent part) {
        boolean room = exchange.add(part);
        if (exchange.isBodyComplete()) {
            state = State.HANDLED;
            connections.works(this);
            exchange.endBody();
            if (state == State.HANDLED) {
                awaitReply();
            }
        } else if (!room) {
            connections.works(this);
            exchange.beginStep();
        } else if (exchange.isStepComplete()) {
            awaitBody();
        } else {
            read();
        }
    }

    /** Reads more for the handler of a streamed body, which has room again. Any thread. */
    void readMore(Exchange reader) {
        onLoop(() -> {
            if (reader.isAwaited() && state == State.BODY) {
                awaitBody();
            }
        });
    }

    /**
     * Reads from the socket until the reply is ready, as the client may close it, and then wants no reply. Data that
     * comes instead is the next request.
     */
    private void awaitReply() {
        if (inputEnded) {
            probe(exchange);
        } else {
            context.read();
        }
    }

    private void probe(Exchange awaited) {
        GoneClientProbe.start(
                context,
                () -> awaited.isAwaited() && awaited.head().version().compareTo(HttpVersion.HTTP_1_1) >= 0,
                this::close);
    }

    /** Sends the reply of a handler, if it is awaited. */
    void answered(Exchange request, HttpReply reply) {
        if (request.answer()) {
            send(reply);
        } else {
            reply.close();
        }
    }

    private void refuse(Refused refused) {
        if (state != State.CLOSED) {
            send(handler.refused(refused.fault(), refused.getMessage()));
        }
    }

    private void send(HttpReply reply) {
        state = State.REPLY;
        endRequest("the request is answered already");
        ReplyWriter writer = new ReplyWriter(context, reply, this);
        endReply = writer::close;
        hold(writer.heldBytes());
        writer.write(exchange.head(), exchange.keepsAlive());
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
        endRequest("the request is answered already");
        if (exchange.keepsAlive()) {
            awaitHeader(limits.waits().idleNanos());
        } else if (exchange.isBodyComplete()) {
            close();
        } else {
            // A close with unread bytes would reset the connection, and the client could lose the reply.
            state = State.LINGER;
            deadlineNanos = connections.waits(this, limits.waits().lingerNanos());
            TlsOrPlain.endOutput(context);
            read();
        }
    }

    /** Forgets what the current request needs: its body, and then its reply. */
    private void endRequest(String why) {
        exchange.end(why);
        endReply.run();
        endReply = NOTHING;
        hold(-heldBytes);
    }

    /** Counts bytes that are kept for the current request. */
    void hold(long bytes) {
        heldBytes += bytes;
        connections.hold(this, bytes);
    }

    /** Runs a step on the event loop. Any thread. Returns false if the loop has ended. */
    boolean onLoop(Runnable step) {
        if (context.executor().inEventLoop()) {
            step.run();
            return true;
        }
        try {
            context.executor().execute(step);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }
}
