// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.flow;

import io.millrace.transport.frame.FrameDescriptor;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jctools.queues.varhandle.MpscUnboundedVarHandleArrayQueue;

/**
 * Sends the credit of one inbound connection: knows which of its channels may have something to grant, and when to
 * grant it. All methods run on the connection's event loop, except for {@link #queue}, which any thread that releases a
 * message may call.
 */
public final class CreditGrants {

    private final Endpoint endpoint;
    private final Runnable wake;

    // any thread
    private final MpscUnboundedVarHandleArrayQueue<InboundChannel> queued = new MpscUnboundedVarHandleArrayQueue<>(64);

    // event loop
    private final DelayProbe probe = new DelayProbe();
    private final List<InboundChannel> retries = new ArrayList<>();
    private final Set<InboundChannel> withheld = new HashSet<>();

    /** {@code wake}: called by threads that released something, when the event loop is to look. */
    public CreditGrants(Endpoint endpoint, Runnable wake) {
        this.endpoint = endpoint;
        this.wake = wake;
    }

    /** Any thread: this channel may have something to grant. */
    void queue(InboundChannel channel) {
        queued.offer(channel);
        wake.run();
    }

    /** Tries again to grant credit to this channel, for which there was no memory. */
    void retry(InboundChannel channel) {
        if (!retries.contains(channel)) {
            retries.add(channel);
        }
    }

    /** Tries again the grants that waited for memory; all other grants are made when something is released. */
    public void tick() {
        retries.forEach(queued::offer);
        retries.clear();
    }

    /** The path's round trip without queues, 0 if unknown. */
    public long rttNanos() {
        return probe.minNanos();
    }

    public void onRoundTrip(long nowNanos, long rttNanos) {
        probe.sample(nowNanos, rttNanos);
    }

    /** Whether a sender that has waited since this time may have waited for credit that a probe withheld. */
    boolean disturbed(long sinceNanos) {
        return probe.disturbed(sinceNanos);
    }

    /**
     * Whether the ping of a probe is due; true once per probe. The ping must leave before the credit that was withheld
     * for it.
     */
    public boolean takePing() {
        return probe.takePing(endpoint.clock.getAsLong());
    }

    public boolean hasWork() {
        return !queued.isEmpty() || !withheld.isEmpty();
    }

    /** Writes a CREDIT frame, if anything is granted. */
    public void write(ByteBuf batch, long receivedMessages) {
        long now = endpoint.clock.getAsLong();
        boolean withhold = probe.withholds(now);
        if (!withhold) {
            withheld.forEach(queued::offer);
            withheld.clear();
        }
        int room = Math.min(batch.writableBytes(), endpoint.config.messages().frameBytes())
                - FrameDescriptor.CREDIT_HEADER_BYTES;
        int start = batch.writerIndex();
        FrameDescriptor.writeHeader(batch, 0, FrameDescriptor.CREDIT);
        batch.writeLongLE(receivedMessages);
        boolean any = false;
        InboundChannel channel;
        while (room >= FrameDescriptor.CREDIT_ENTRY_BYTES && (channel = queued.poll()) != null) {
            if (channel.takeGrant(now, rttNanos(), withhold)) {
                any = true;
                room -= FrameDescriptor.CREDIT_ENTRY_BYTES;
                batch.writeIntLE(channel.id())
                        .writeIntLE(0)
                        .writeLongLE(channel.consumed())
                        .writeLongLE(channel.limit());
            } else if (withhold) {
                withheld.add(channel);
            }
        }
        if (any) {
            batch.setIntLE(start + FrameDescriptor.LENGTH_OFFSET, batch.writerIndex() - start);
        } else {
            batch.writerIndex(start);
        }
    }
}
