// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.http;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.IOException;

/**
 * Writes one reply: each part when the client has taken the last one, so that at most one part is in memory. The event
 * loop calls.
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
    private final OutgoingReply reply;
    private final Progress progress;

    /** Whether parts of a file go through memory, as they are encrypted there. */
    private final boolean inMemory;

    private boolean closed;

    ReplyWriter(ChannelHandlerContext context, OutgoingReply reply, Progress progress) {
        this.context = context;
        this.reply = reply;
        this.progress = progress;
        this.inMemory = TlsOrPlain.isEncrypted(context);
    }

    /** Returns the bytes of the reply that are in memory. */
    long heldBytes() {
        return reply.heldBytes(inMemory);
    }

    void write(HttpResponse header, boolean withBody) {
        context.write(header);
        if (!withBody || reply.isComplete()) {
            writeLast();
        } else {
            writeNext();
        }
    }

    private void writeNext() {
        Object part;
        try {
            part = reply.next(HttpLimits.REPLY_STEP_BYTES, inMemory);
        } catch (IOException e) {
            progress.broken(e);
            return;
        }
        if (reply.isComplete()) {
            context.write(part);
            writeLast();
        } else {
            whenTaken(context.writeAndFlush(part), this::writeNext);
        }
    }

    private void writeLast() {
        whenTaken(context.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT), progress::allTaken);
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
