// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.frame;

import io.millrace.transport.CloseCause;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * Splits a stream of bytes into frames; one per connection, on its event loop. A frame that lies within one read is
 * delivered in place. A frame that straddles reads is first collected in a buffer of its own length, so that at most
 * one frame is held.
 */
public final class FrameDecoder {

    /** Takes one frame; the bytes are valid during the call. */
    public interface Sink {
        void onFrame(int type, int flags, ByteBuf in, int index, int length);
    }

    private final ByteBufAllocator allocator;
    private final Sink sink;
    private int maxFrameBytes;
    private ByteBuf partial;
    private boolean closed;

    public FrameDecoder(ByteBufAllocator allocator, int maxFrameBytes, Sink sink) {
        this.allocator = allocator;
        this.maxFrameBytes = maxFrameBytes;
        this.sink = sink;
    }

    public void maxFrameBytes(int bytes) {
        maxFrameBytes = bytes;
    }

    /**
     * Consumes all of {@code in}. Decoding stops silently once {@link #close()} was called, also from within the sink.
     */
    public void decode(ByteBuf in) {
        while (!closed && in.isReadable()) {
            if (partial != null) {
                collect(in);
            } else if (in.readableBytes() < FrameDescriptor.HEADER_BYTES) {
                partial = allocator.buffer(maxFrameBytes);
                partial.writeBytes(in);
            } else {
                int index = in.readerIndex();
                int length = checkedLength(in, index);
                if (in.readableBytes() < length) {
                    partial = allocator.buffer(length);
                    partial.writeBytes(in);
                } else {
                    in.skipBytes(length);
                    deliver(in, index, length);
                }
            }
        }
    }

    private void collect(ByteBuf in) {
        int have = partial.readableBytes();
        int length = have < FrameDescriptor.HEADER_BYTES ? FrameDescriptor.HEADER_BYTES : checkedLength(partial, 0);
        int more = Math.min(length - have, in.readableBytes());
        partial.writeBytes(in, more);
        if (partial.readableBytes() < FrameDescriptor.HEADER_BYTES) {
            return;
        }
        length = checkedLength(partial, 0);
        if (partial.readableBytes() < length) {
            return;
        }
        ByteBuf whole = partial;
        partial = null;
        try {
            deliver(whole, 0, length);
        } finally {
            whole.release();
        }
    }

    private void deliver(ByteBuf in, int index, int length) {
        sink.onFrame(
                in.getUnsignedByte(index + FrameDescriptor.TYPE_OFFSET),
                in.getUnsignedByte(index + FrameDescriptor.FLAGS_OFFSET),
                in,
                index,
                length);
    }

    private int checkedLength(ByteBuf in, int index) {
        int length = in.getIntLE(index + FrameDescriptor.LENGTH_OFFSET);
        if (length < FrameDescriptor.HEADER_BYTES) {
            throw new ProtocolViolation(
                    CloseCause.GARBAGE, "a frame of " + length + " bytes is shorter than its header");
        }
        if (length > maxFrameBytes) {
            if (maxFrameBytes == FrameDescriptor.MAX_HANDSHAKE_BYTES && FrameDescriptor.looksLikeTls(length)) {
                throw new ProtocolViolation(
                        CloseCause.ENCRYPTION,
                        "it speaks TLS, which this end does not: set transport.tls.* on all nodes or on none");
            }
            throw new ProtocolViolation(
                    CloseCause.OVERSIZED, "a frame of " + length + " bytes is above the bound of " + maxFrameBytes);
        }
        return length;
    }

    public void close() {
        closed = true;
        if (partial != null) {
            partial.release();
            partial = null;
        }
    }
}
