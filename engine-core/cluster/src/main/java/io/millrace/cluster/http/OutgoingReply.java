// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.http;

import io.millrace.cluster.model.ClusterException.Reason;
import io.netty.buffer.Unpooled;
import io.netty.channel.DefaultFileRegion;
import io.netty.handler.codec.DateFormatter;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.Date;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A reply on its way to the client. Its file is open from here on, and is never in memory as a whole. */
final class OutgoingReply implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(OutgoingReply.class);

    private final Reply reply;
    private final FileChannel file;
    private final long length;
    private long position;

    private OutgoingReply(Reply reply, FileChannel file, long length) {
        this.reply = reply;
        this.file = file;
        this.length = length;
    }

    static OutgoingReply of(Reply reply) {
        if (reply.file() == null) {
            return new OutgoingReply(reply, null, reply.body().length);
        }
        FileChannel file = null;
        try {
            file = FileChannel.open(reply.file(), StandardOpenOption.READ);
            return new OutgoingReply(reply, file, file.size());
        } catch (IOException e) {
            close(file);
            LOG.warn("cannot read {}: {}", reply.file(), e.toString());
            return of(Reply.error(500, new Problem(Reason.FAILED, "the file cannot be read here"), Map.of()));
        }
    }

    HttpResponse header() {
        HttpResponse header = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(reply.status()));
        header.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, reply.contentType())
                .set(HttpHeaderNames.CONTENT_LENGTH, length)
                .set(HttpHeaderNames.DATE, DateFormatter.format(new Date()))
                .set("X-Content-Type-Options", "nosniff");
        reply.headers().forEach(header.headers()::set);
        return header;
    }

    /**
     * Returns the bytes of the reply that are in memory.
     *
     * @param inMemory whether parts of its file are read into memory
     */
    long heldBytes(boolean inMemory) {
        if (file == null) {
            return length;
        }
        return inMemory ? Math.min(length, HttpLimits.REPLY_STEP_BYTES) : 0;
    }

    boolean isComplete() {
        return position == length;
    }

    /**
     * Returns the next part of the body for Netty's encoder.
     *
     * @param inMemory whether a part of a file is read into memory; else the kernel sends it
     */
    Object next(int mostBytes, boolean inMemory) throws IOException {
        int count = (int) Math.min(mostBytes, length - position);
        Object part;
        if (file == null) {
            part = new DefaultHttpContent(Unpooled.wrappedBuffer(reply.body(), (int) position, count));
        } else {
            part = inMemory ? read(count) : new Region(file, position, count);
        }
        position += count;
        return part;
    }

    private HttpContent read(int count) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(count);
        while (bytes.hasRemaining()) {
            if (file.read(bytes, position + bytes.position()) < 0) {
                throw new EOFException("the file was cut off while it was sent");
            }
        }
        return new DefaultHttpContent(Unpooled.wrappedBuffer(bytes.flip()));
    }

    @Override
    public void close() {
        close(file);
    }

    private static void close(FileChannel file) {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            LOG.debug("cannot close a file: {}", e.toString());
        }
    }

    /** A part of a file, which stays open after it. */
    private static final class Region extends DefaultFileRegion {

        Region(FileChannel file, long position, long count) {
            super(file, position, count);
        }

        @Override
        protected void deallocate() {
            // The reply closes the file.
        }
    }
}
