// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.flow;

import io.millrace.transport.MessageSource;
import io.millrace.transport.Peer;
import io.millrace.transport.TransportConfig;
import io.millrace.transport.frame.ChunkPool;
import io.millrace.transport.frame.FrameDescriptor;
import io.millrace.transport.frame.SendBuffer;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.agrona.collections.Int2ObjectHashMap;
import org.jctools.queues.varhandle.MpscUnboundedVarHandleArrayQueue;

/**
 * The send buffers of one peer: one for each channel and one for the priority lane. They outlive connections. Any
 * thread offers. The peer's event loop takes the channels that have something new, and drains them.
 */
public final class SendBuffers {

    private static final int LEAST_SLOTS = 8;
    private static final float LOAD_FACTOR = 0.5f;

    private final TransportConfig config;
    private final ChunkPool pool;
    private final LongSupplier clock;
    private final Runnable wake;

    // any thread

    /**
     * The channels by their tasks. A map that was published does not change: a further channel makes the next one. It
     * keeps no iterator for the next caller, who may be another thread.
     */
    private volatile Int2ObjectHashMap<OutboundChannel> channels =
            new Int2ObjectHashMap<>(LEAST_SLOTS, LOAD_FACTOR, false);

    private final SendBuffer control;
    private final MpscUnboundedVarHandleArrayQueue<OutboundChannel> signalled =
            new MpscUnboundedVarHandleArrayQueue<>(64);
    private final LongAdder refusedOffers = new LongAdder();
    private volatile boolean closed;

    /** @param wake called by threads that offered, when the event loop must look */
    public SendBuffers(Endpoint endpoint, Runnable wake) {
        this.config = endpoint.config;
        this.pool = endpoint.pool;
        this.clock = endpoint.clock;
        this.wake = wake;
        this.control = new SendBuffer(pool, config.memory().controlBufferBytes(), true, endpoint.clock);
    }

    // ---- any thread ----

    /** See {@link Peer#offer}. */
    public boolean offer(int targetTask, ByteBuffer source, int offset, int length) {
        return offer(targetTask, source, offset, length, false);
    }

    /** See {@link Peer#offerTimed}. */
    public boolean offerTimed(int targetTask, ByteBuffer source, int offset, int length) {
        return offer(targetTask, source, offset, length, true);
    }

    /** See {@link Peer#offer(int, MessageSource, int)}. */
    public boolean offer(int targetTask, MessageSource source, int length) {
        OutboundChannel channel = channel(targetTask, length);
        if (channel == null) {
            return false;
        }
        boolean done = false;
        try {
            boolean taken = offered(channel, channel.buffer.offer(source, length));
            done = true;
            return taken;
        } finally {
            if (!done) {
                // The record without effect that stays must be drained
                signal(channel);
            }
        }
    }

    /** See {@link Peer#mostInOnePart}. */
    public int mostInOnePart() {
        return config.chunkBytes() - FrameDescriptor.RECORD_HEADER_BYTES - Integer.BYTES;
    }

    private boolean offer(int targetTask, ByteBuffer source, int offset, int length, boolean timed) {
        Objects.checkFromIndexSize(offset, length, source.limit());
        OutboundChannel channel = channel(targetTask, length);
        return channel != null && offered(channel, channel.buffer.offer(targetTask, source, offset, length, timed));
    }

    /** The channel to offer to; null if this is closed. */
    private OutboundChannel channel(int targetTask, int length) {
        if (length > config.messages().messageMaxBytes()) {
            throw tooLong("message", length, config.messages().messageMaxBytes(), "transport.message.max.bytes");
        }
        if (closed) {
            return null;
        }
        OutboundChannel channel = channels.get(targetTask);
        return channel == null ? open(targetTask) : channel;
    }

    private boolean offered(OutboundChannel channel, boolean taken) {
        if (!taken) {
            refusedOffers.increment();
        }
        if (taken || channel.buffer.queuedBytes() == 0) {
            signal(channel);
        }
        return taken;
    }

    /** See {@link Peer#offerControl}. */
    public boolean offerControl(int targetTask, ByteBuffer source, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, source.limit());
        if (length > config.controlMaxBytes()) {
            throw tooLong("control message", length, config.controlMaxBytes(), "transport.frame.bytes");
        }
        if (closed) {
            return false;
        }
        boolean taken = control.offer(targetTask, source, offset, length);
        if (!taken) {
            refusedOffers.increment();
        }
        if (taken || control.queuedBytes() == 0) {
            wake.run();
        }
        return taken;
    }

    private static IllegalArgumentException tooLong(String what, int length, int bound, String key) {
        return new IllegalArgumentException(
                what + " is " + length + " bytes, the bound is " + bound + ": send less or raise " + key);
    }

    private synchronized OutboundChannel open(int targetTask) {
        OutboundChannel channel = channels.get(targetTask);
        if (channel == null) {
            if (targetTask < 0) {
                throw new IllegalArgumentException("target task " + targetTask + " is negative");
            }
            channel = new OutboundChannel(
                    targetTask, new SendBuffer(pool, config.memory().channelBufferBytes(), false, clock));
            Int2ObjectHashMap<OutboundChannel> next = new Int2ObjectHashMap<>(channels);
            next.put(targetTask, channel);
            channels = next;
        }
        return channel;
    }

    private void signal(OutboundChannel channel) {
        // Signal after the commit. The loop clears the flag before it looks: either it sees the record, or it is woken
        // here.
        if (channel.signalled.compareAndSet(false, true)) {
            signalled.offer(channel);
            wake.run();
        }
    }

    public boolean isHalfFull(int targetTask) {
        OutboundChannel channel = channels.get(targetTask);
        return channel != null && channel.buffer.isHalfFull();
    }

    public long offeredControls() {
        return control.offered();
    }

    public boolean isControlWritten(long position) {
        return control.isDrained(position);
    }

    public boolean isEmpty(int targetTask) {
        OutboundChannel channel = channels.get(targetTask);
        return channel == null || channel.buffer.queuedBytes() == 0;
    }

    /** Takes no more messages; false if it was closed already. */
    public synchronized boolean close() {
        boolean first = !closed;
        closed = true;
        return first;
    }

    public boolean isClosed() {
        return closed;
    }

    public long refusedOffers() {
        return refusedOffers.sum();
    }

    public long queuedControlBytes() {
        return control.queuedBytes();
    }

    public Collection<OutboundChannel> channels() {
        return channels.values();
    }

    // ---- event loop ----

    /** The channel, or null. */
    public OutboundChannel channel(int id) {
        return channels.get(id);
    }

    public void forEach(Consumer<OutboundChannel> action) {
        channels().forEach(action);
    }

    /** A channel to which something was offered since it was last taken; null if there is none. */
    public OutboundChannel takeSignalled() {
        OutboundChannel channel = signalled.poll();
        if (channel != null) {
            channel.signalled.set(false);
        }
        return channel;
    }

    public boolean hasControls() {
        return control.nextRecordBytes() != 0;
    }

    /** Whether the priority lane had refused a message and has room again; true once. */
    public boolean takeControlRoom() {
        return control.takeRoomSignal();
    }

    /** Control messages written so far. */
    public long sentControls() {
        return control.drainedMessages();
    }

    public void writeControls(ByteBuf batch) {
        int maxBody = config.messages().frameBytes() - FrameDescriptor.CONTROL_HEADER_BYTES;
        while (true) {
            int next = control.nextRecordBytes();
            int room = Math.min(maxBody, batch.writableBytes() - FrameDescriptor.CONTROL_HEADER_BYTES);
            if (next == 0 || next > room) {
                return;
            }
            int start = batch.writerIndex();
            FrameDescriptor.writeHeader(batch, 0, FrameDescriptor.CONTROL);
            int body = control.drainTo(batch, room);
            batch.setIntLE(start + FrameDescriptor.LENGTH_OFFSET, FrameDescriptor.CONTROL_HEADER_BYTES + body);
        }
    }

    /** Discards all that waits and frees its memory; returns the number of messages. */
    public long discardAll() {
        long dropped = control.discardAll();
        for (OutboundChannel channel : channels()) {
            dropped += channel.buffer.discardAll();
        }
        trim();
        return dropped;
    }

    /** Frees memory that is not in use. */
    public void trim() {
        control.trim();
        forEach(channel -> channel.buffer.trim());
    }
}
