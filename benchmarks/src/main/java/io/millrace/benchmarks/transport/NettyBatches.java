// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.transport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Writes to a Netty channel as engine-transport does, so that no more than the credit and the channels differ: the
 * sending thread copies into a buffer, and the event loop hands all that has gathered, up to a batch, to the socket
 * whenever it takes something. One sending thread.
 */
final class NettyBatches extends ChannelInboundHandlerAdapter {

    private static final int BATCH_BYTES = 128 << 10;
    private static final int LEAST_BUFFER_BYTES = 1 << 20;
    private static final int MAX_BATCHES_IN_A_ROW = 8;

    private final ByteBuffer ring;
    private final int batch;
    private final AtomicBoolean woken = new AtomicBoolean();
    private volatile ChannelHandlerContext context;

    // sending thread
    private volatile long tail;
    private int gathered;

    // event loop
    private volatile long head;
    private volatile long writes;

    /** {@code batch}: messages that have to be there until the event loop is woken. */
    NettyBatches(int maxLength, int batch) {
        this.batch = batch;
        ring = ByteBuffer.allocateDirect(
                Integer.highestOneBit(Math.max(LEAST_BUFFER_BYTES, 2 * (maxLength + NettyMedium.LENGTH_BYTES) - 1)));
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
    }

    boolean offer(ByteBuffer message, int length) {
        int bytes = NettyMedium.LENGTH_BYTES + length;
        long end = tail;
        if (ring.capacity() - (end - head) < bytes) {
            return false;
        }
        for (int i = 0; i < NettyMedium.LENGTH_BYTES; i++) {
            ring.put(index(end + i), (byte) (length >>> 8 * (NettyMedium.LENGTH_BYTES - 1 - i)));
        }
        int at = index(end + NettyMedium.LENGTH_BYTES);
        int first = Math.min(length, ring.capacity() - at);
        ring.put(at, message, 0, first);
        ring.put(0, message, first, length - first);
        tail = end + bytes;
        if (++gathered >= batch) {
            flush();
        }
        return true;
    }

    /** Sending thread: what is there is to be written. */
    void flush() {
        gathered = 0;
        if (woken.compareAndSet(false, true)) {
            context.channel().eventLoop().execute(this::onWake);
        }
    }

    private int index(long position) {
        return (int) position & ring.capacity() - 1;
    }

    private void onWake() {
        // Before the look at what is there, so that a message is either seen now or wakes again
        woken.set(false);
        pump();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext changed) {
        pump();
    }

    private void pump() {
        Channel channel = context.channel();
        for (int batches = 0; channel.isActive() && channel.isWritable() && head != tail; batches++) {
            if (batches == MAX_BATCHES_IN_A_ROW) {
                channel.eventLoop().execute(this::pump);
                return;
            }
            long from = head;
            int bytes = (int) Math.min(BATCH_BYTES, tail - from);
            ByteBuf batch = context.alloc().directBuffer(bytes);
            int at = index(from);
            int first = Math.min(bytes, ring.capacity() - at);
            batch.writeBytes(ring.duplicate().position(at).limit(at + first));
            batch.writeBytes(ring.duplicate().position(0).limit(bytes - first));
            head = from + bytes;
            writes = writes + 1;
            context.writeAndFlush(batch, context.voidPromise());
        }
    }

    long writes() {
        return writes;
    }

    long writtenBytes() {
        return head;
    }
}
