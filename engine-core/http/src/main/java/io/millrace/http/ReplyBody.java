// SPDX-License-Identifier: Apache-2.0
package io.millrace.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.DefaultFileRegion;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.HttpContent;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The body of one reply: bytes, or a file that is never in memory as a whole. */
public abstract class ReplyBody implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ReplyBody.class);

    private final long length;
    private long position;

    private ReplyBody(long length) {
        this.length = length;
    }

    /** @param bytes which do not change any more */
    public static ReplyBody of(byte[] bytes) {
        return new Bytes(bytes);
    }

    /**
     * Returns the bytes of a file, which is open until the reply is closed.
     *
     * @throws IOException if it cannot be read
     */
    public static ReplyBody file(Path path) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
        try {
            return new Content(channel, channel.size());
        } catch (IOException e) {
            close(channel);
            throw e;
        }
    }

    final long length() {
        return length;
    }

    final boolean isComplete() {
        return position == length;
    }

    /**
     * Returns the next part for Netty's encoder.
     *
     * @param inMemory whether a part of a file is read into memory; else the kernel sends it
     */
    final Object next(int mostBytes, boolean inMemory) throws IOException {
        int count = (int) Math.min(mostBytes, length - position);
        Object part = part(position, count, inMemory);
        position += count;
        return part;
    }

    abstract Object part(long from, int count, boolean inMemory) throws IOException;

    /**
     * Returns the bytes that are in memory.
     *
     * @param inMemory whether parts of a file are read into memory
     */
    abstract long heldBytes(boolean inMemory);

    @Override
    public void close() {
        // Bytes need not be closed
    }

    private static void close(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.debug("cannot close a file: {}", e.toString());
        }
    }

    private static final class Bytes extends ReplyBody {

        private final byte[] bytes;

        Bytes(byte[] bytes) {
            super(bytes.length);
            this.bytes = bytes;
        }

        @Override
        Object part(long from, int count, boolean inMemory) {
            return new DefaultHttpContent(Unpooled.wrappedBuffer(bytes, (int) from, count));
        }

        @Override
        long heldBytes(boolean inMemory) {
            return bytes.length;
        }
    }

    private static final class Content extends ReplyBody {

        private final FileChannel file;

        Content(FileChannel file, long length) {
            super(length);
            this.file = file;
        }

        @Override
        Object part(long from, int count, boolean inMemory) throws IOException {
            return inMemory ? read(from, count) : new Region(file, from, count);
        }

        private HttpContent read(long from, int count) throws IOException {
            ByteBuffer bytes = ByteBuffer.allocate(count);
            while (bytes.hasRemaining()) {
                if (file.read(bytes, from + bytes.position()) < 0) {
                    throw new EOFException("the file was cut off while it was sent");
                }
            }
            return new DefaultHttpContent(Unpooled.wrappedBuffer(bytes.flip()));
        }

        @Override
        long heldBytes(boolean inMemory) {
            return inMemory ? Math.min(length(), HttpLimits.REPLY_STEP_BYTES) : 0;
        }

        @Override
        public void close() {
            ReplyBody.close(file);
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
