// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.flow;

import io.millrace.transport.frame.FrameDescriptor;
import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;

/**
 * Deficit round robin (Shreedhar and Varghese, 1995) over the channels that have something to send and credit for it.
 * One per peer, on its event loop. A channel that is alone is not limited to its quantum.
 */
public final class DeficitRoundRobin {

    private final int quantumBytes;
    private final int maxBodyBytes;
    private final ArrayDeque<OutboundChannel> waiting = new ArrayDeque<>();
    private final ArrayDeque<OutboundChannel> limitedNotices = new ArrayDeque<>();
    private int limitedChannels;
    private long sentMessages;
    private boolean room;

    public DeficitRoundRobin(int quantumBytes, int frameBytes) {
        this.quantumBytes = quantumBytes;
        this.maxBodyBytes = frameBytes - FrameDescriptor.DATA_HEADER_BYTES;
    }

    /** The channel may have something to send, or new credit. */
    public void offer(OutboundChannel channel) {
        if (channel.queued) {
            return;
        }
        int next = channel.buffer.nextRecordBytes();
        if (next == 0) {
            unlimit(channel);
        } else if (next > channel.credit()) {
            limit(channel);
        } else {
            unlimit(channel);
            channel.queued = true;
            waiting.addLast(channel);
        }
    }

    private void limit(OutboundChannel channel) {
        if (!channel.limited) {
            channel.limited = true;
            limitedChannels++;
        }
        if (channel.takeLimitedNotice()) {
            limitedNotices.addLast(channel);
        }
    }

    private void unlimit(OutboundChannel channel) {
        if (channel.limited) {
            channel.limited = false;
            limitedChannels--;
        }
    }

    public boolean hasWork() {
        return !waiting.isEmpty() || !limitedNotices.isEmpty();
    }

    /** Channels with something to send and no credit. */
    public int limitedChannels() {
        return limitedChannels;
    }

    /** Messages whose last byte was written, so far. */
    public long sentMessages() {
        return sentMessages;
    }

    /** Whether a channel that had refused a message has room again; true once. */
    public boolean takeRoom() {
        boolean taken = room;
        room = false;
        return taken;
    }

    /** The connection is gone: no channel is scheduled any more. */
    public void clear() {
        for (OutboundChannel channel : waiting) {
            leave(channel);
        }
        waiting.clear();
        limitedNotices.clear();
    }

    /** The channel's connection is gone: it waits for no credit. */
    public void forget(OutboundChannel channel) {
        unlimit(channel);
    }

    private static void leave(OutboundChannel channel) {
        channel.queued = false;
        channel.inTurn = false;
        channel.deficit = 0;
    }

    /** Writes a LIMITED frame for the channels that wait for credit. */
    public void writeNotices(ByteBuf batch) {
        if (limitedNotices.isEmpty()) {
            return;
        }
        int room = Math.min(batch.writableBytes(), maxBodyBytes) - FrameDescriptor.HEADER_BYTES;
        int start = batch.writerIndex();
        FrameDescriptor.writeHeader(batch, 0, FrameDescriptor.LIMITED);
        for (int entries = room / FrameDescriptor.LIMITED_ENTRY_BYTES;
                entries > 0 && !limitedNotices.isEmpty();
                entries--) {
            OutboundChannel channel = limitedNotices.pollFirst();
            if (channel.limited) {
                batch.writeIntLE(channel.id).writeIntLE((int) channel.credit()).writeLongLE(channel.position());
            }
        }
        batch.setIntLE(start + FrameDescriptor.LENGTH_OFFSET, batch.writerIndex() - start);
    }

    /**
     * Fills the batch with DATA frames, channel by channel; a channel's turn goes on in the next batch if this one is
     * full.
     */
    public void writeFrames(ByteBuf batch) {
        OutboundChannel channel;
        while ((channel = waiting.peekFirst()) != null) {
            if (!channel.inTurn) {
                channel.inTurn = true;
                channel.deficit += quantumBytes;
            }
            int next = channel.buffer.nextRecordBytes();
            if (next == 0 || next > channel.credit()) {
                waiting.pollFirst();
                leave(channel);
                if (next != 0) {
                    limit(channel);
                }
                continue;
            }
            int space = Math.min(maxBodyBytes, batch.writableBytes() - FrameDescriptor.DATA_HEADER_BYTES);
            if (next > space) {
                return;
            }
            boolean alone = waiting.size() == 1;
            if (!alone && next > channel.deficit) {
                waiting.addLast(waiting.pollFirst());
                channel.inTurn = false;
                continue;
            }
            int body = channel.writeFrame(batch, alone ? space : Math.min(space, channel.deficit));
            channel.deficit = Math.max(0, channel.deficit - body);
            sentMessages += channel.takeSentMessages();
            room |= channel.buffer.takeRoomSignal();
        }
    }
}
