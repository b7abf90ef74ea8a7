// SPDX-License-Identifier: Apache-2.0
package io.millrace.http;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;

/**
 * A request body that a handler reads while it arrives. The event loop adds parts, and stops reading from the socket
 * while the handler is behind.
 */
final class BodyStream extends InputStream implements BodySink {

    private static final int MOST_PARTS = 4;

    private final Runnable room;
    private final ArrayDeque<byte[]> parts = new ArrayDeque<>();
    private boolean full;
    private boolean ended;
    private String failure;

    /** The present part. Owned by the handler. */
    private byte[] current = new byte[0];

    private int position;

    /** @param room called by the handler's thread when there is room again after {@link #add} returned false */
    BodyStream(Runnable room) {
        this.room = room;
    }

    @Override
    public synchronized boolean add(ByteBuf part) {
        byte[] bytes = new byte[part.readableBytes()];
        part.readBytes(bytes);
        parts.add(bytes);
        full = parts.size() >= MOST_PARTS;
        notifyAll();
        return !full;
    }

    @Override
    public synchronized void end() {
        ended = true;
        notifyAll();
    }

    /** Makes the handler's reads fail, unless the body is complete. */
    @Override
    public synchronized void fail(String why) {
        if (!ended) {
            failure = why;
            notifyAll();
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (position == current.length) {
            byte[] next = next();
            if (next == null) {
                return -1;
            }
            current = next;
            position = 0;
        }
        int count = Math.min(length, current.length - position);
        System.arraycopy(current, position, bytes, offset, count);
        position += count;
        return count;
    }

    /** Returns the next part, which is not empty; null at the end. */
    private byte[] next() throws IOException {
        byte[] next;
        boolean wasFull;
        synchronized (this) {
            while (parts.isEmpty() && !ended && failure == null) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new InterruptedIOException("interrupted");
                }
            }
            if (failure != null) {
                throw new IOException(failure);
            }
            next = parts.poll();
            wasFull = full;
            full = false;
        }
        if (wasFull) {
            room.run();
        }
        return next;
    }
}
