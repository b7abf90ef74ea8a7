// SPDX-License-Identifier: Apache-2.0
package io.millrace.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.IOException;

/**
 * Writes one reply: each part when the client has taken the last one, so that at most one part is in memory. A reply of
 * one part is written at once. The event loop calls.
 */
final class ReplyWriter implements AutoCloseable {

    /** A listener to the progress of the reply. */
    interface Progress {

        /** A part was written, which the client has to take. */
        void partWritten();

        /** The client has taken the whole reply. */
        void allTaken();

        /** The client takes no more. */
        void broken(Throwable cause);
    }

    private final ChannelHandlerContext context;
    private final HttpReply reply;
    private final Progress progress;

    /** Whether parts of a file go through memory, as they are encrypted there. */
    private final boolean inMemory;

    private boolean closed;

    ReplyWriter(ChannelHandlerContext context, HttpReply reply, Progress progress) {
        this.context = context;
        this.reply = reply;
        this.progress = progress;
        this.inMemory = TlsOrPlain.isEncrypted(context);
    }

    /** Returns the bytes of the reply that are in memory. */
    long heldBytes() {
        return reply.body().heldBytes(inMemory);
    }

    /**
     * Writes the reply to a request.
     *
     * @param keepsAlive whether another request may follow
     */
    void write(RequestHead request, boolean keepsAlive) {
        HttpHeaders headers =
                reply.headers().set(HttpHeaderNames.CONTENT_LENGTH, reply.body().length());
        if (keepsAlive) {
            HttpUtil.setKeepAlive(headers, request.version(), true);
        } else {
            headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        }
        HttpResponseStatus status = HttpResponseStatus.valueOf(reply.status());
        if (request.method().equals(HttpMethod.HEAD) || reply.body().isComplete()) {
            writeWhole(status, headers, Unpooled.EMPTY_BUFFER);
            return;
        }
        Object first;
        try {
            first = next();
        } catch (IOException e) {
            progress.broken(e);
            return;
        }
        if (reply.body().isComplete() && first instanceof HttpContent content) {
            writeWhole(status, headers, content.content());
        } else {
            context.write(new DefaultHttpResponse(HttpVersion.HTTP_1_1, status, headers));
            writePart(first);
        }
    }

    private void writeWhole(HttpResponseStatus status, HttpHeaders headers, ByteBuf content) {
        whenTaken(
                context.writeAndFlush(new DefaultFullHttpResponse(
                        HttpVersion.HTTP_1_1, status, content, headers, EmptyHttpHeaders.INSTANCE)),
                progress::allTaken);
    }

    private Object next() throws IOException {
        return reply.body().next(HttpLimits.REPLY_STEP_BYTES, inMemory);
    }

    private void writePart(Object part) {
        if (reply.body().isComplete()) {
            context.write(part);
            whenTaken(context.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT), progress::allTaken);
        } else {
            whenTaken(context.writeAndFlush(part), this::writeNext);
        }
    }

    private void writeNext() {
        Object part;
        try {
            part = next();
        } catch (IOException e) {
            progress.broken(e);
            return;
        }
        writePart(part);
    }

    private void whenTaken(ChannelFuture written, Runnable next) {
        progress.partWritten();
        written.addListener(done -> {
            if (closed) {
                return;
            }
            if (done.isSuccess()) {
                next.run();
            } else {
                progress.broken(done.cause());
            }
        });
    }

    /** Closes the reply's file, and ends the writing. */
    @Override
    public void close() {
        closed = true;
        reply.close();
    }
}
