// SPDX-License-Identifier: Apache-2.0
package io.millrace.http;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * A body that its handler gets when it is complete. A body with a length is copied once, into an array of this length,
 * unless it is long: as it may be announced and not sent, its array grows then. The event loop calls.
 */
final class WholeBody implements BodySink {

    static final int AT_ONCE_BYTES = 1 << 20;

    private static final int GROWTH_IF_ANNOUNCED = 4;
    private static final int GROWTH_IN_CHUNKS = 2;

    private final int announcedBytes;
    private final int mostBytes;
    private final LongConsumer held;
    private final Consumer<byte[]> handler;

    private byte[] bytes = new byte[0];
    private int count;

    /**
     * @param announcedBytes the length, at most {@code mostBytes}; 0 if the body comes in chunks
     * @param mostBytes the maximum length, which the caller holds
     * @param held is told of bytes that are kept from now on
     */
    WholeBody(int announcedBytes, int mostBytes, LongConsumer held, Consumer<byte[]> handler) {
        this.announcedBytes = announcedBytes;
        this.mostBytes = mostBytes;
        this.held = held;
        this.handler = handler;
    }

    @Override
    public boolean add(ByteBuf part) {
        int length = part.readableBytes();
        if (count + length > bytes.length) {
            int before = bytes.length;
            bytes = Arrays.copyOf(bytes, capacity(count + length));
            held.accept(bytes.length - before);
        }
        part.readBytes(bytes, count, length);
        count += length;
        return true;
    }

    private int capacity(int needed) {
        if (announcedBytes > 0) {
            return (int) Math.min(announcedBytes, Math.max(AT_ONCE_BYTES, (long) GROWTH_IF_ANNOUNCED * needed));
        }
        return count == 0 ? needed : (int) Math.min(mostBytes, (long) GROWTH_IN_CHUNKS * needed);
    }

    @Override
    public void end() {
        handler.accept(count == bytes.length ? bytes : Arrays.copyOf(bytes, count));
    }

    @Override
    public void fail(String why) {
        // The handler has not seen it yet
    }
}
