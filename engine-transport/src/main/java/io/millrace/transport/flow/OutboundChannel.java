// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.flow;

import io.millrace.transport.CloseCause;
import io.millrace.transport.frame.FrameDescriptor;
import io.millrace.transport.frame.ProtocolViolation;
import io.millrace.transport.frame.SendBuffer;
import io.netty.buffer.ByteBuf;
import java.util.concurrent.atomic.AtomicBoolean;

/** The sending side of one channel: its send buffer, which any thread fills, and its flow control. */
public final class OutboundChannel {

    final int id;
    public final SendBuffer buffer;

    // any thread: whether the event loop was notified
    final AtomicBoolean signalled = new AtomicBoolean();

    // event loop: flow control, reset on each connection; volatile for readers of counters
    private volatile long position;
    private volatile long limit;
    private volatile long consumed;
    private int connection;
    private long toldLimitedAt = -1;
    private long sentMessages;

    // event loop: scheduling, owned by DeficitRoundRobin
    boolean queued;
    boolean inTurn;
    boolean limited;
    int deficit;

    OutboundChannel(int id, SendBuffer buffer) {
        this.id = id;
        this.buffer = buffer;
    }

    /** Resets flow control if this is another connection than before; {@code ordinal} numbers connections from 1. */
    public void enterConnection(int ordinal, long initialLimit) {
        if (connection == ordinal) {
            return;
        }
        connection = ordinal;
        position = 0;
        limit = initialLimit;
        consumed = 0;
        toldLimitedAt = -1;
    }

    long position() {
        return position;
    }

    long credit() {
        return limit - position;
    }

    public long windowBytes() {
        return limit - consumed;
    }

    public long inFlightBytes() {
        return position - consumed;
    }

    /** Takes the receiver's grant. Positions are cumulative, so an older grant changes nothing. */
    public void onCredit(long newConsumed, long newLimit) {
        if (newConsumed < 0 || newConsumed > position || newLimit < newConsumed) {
            throw new ProtocolViolation(
                    CloseCause.GARBAGE,
                    "credit for channel " + id + " with consumed " + newConsumed + " and limit " + newLimit + " of "
                            + position + " sent");
        }
        consumed = Math.max(consumed, newConsumed);
        limit = Math.max(limit, newLimit);
    }

    /** Whether the receiver must still be notified that the channel waits at this position; true once per position. */
    boolean takeLimitedNotice() {
        if (toldLimitedAt == position) {
            return false;
        }
        toldLimitedAt = position;
        return true;
    }

    /** Writes one DATA frame of up to {@code maxBody} bytes of records; the caller has seen that the first one fits. */
    int writeFrame(ByteBuf batch, int maxBody) {
        int start = batch.writerIndex();
        FrameDescriptor.writeHeader(batch, 0, FrameDescriptor.DATA);
        batch.writeIntLE(id).writeIntLE(0).writeLongLE(position);
        long before = buffer.drainedMessages();
        int body = buffer.drainTo(batch, (int) Math.min(maxBody, credit()));
        sentMessages += buffer.drainedMessages() - before;
        position += body;
        batch.setIntLE(start + FrameDescriptor.LENGTH_OFFSET, FrameDescriptor.DATA_HEADER_BYTES + body);
        if (buffer.nextRecordBytes() > credit() && takeLimitedNotice()) {
            batch.setByte(start + FrameDescriptor.FLAGS_OFFSET, FrameDescriptor.FLAG_LIMITED);
            batch.setIntLE(start + FrameDescriptor.DATA_CREDIT_OFFSET, (int) credit());
        }
        return body;
    }

    long takeSentMessages() {
        long sent = sentMessages;
        sentMessages = 0;
        return sent;
    }
}
