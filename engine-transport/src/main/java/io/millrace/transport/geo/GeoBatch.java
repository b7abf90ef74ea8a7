// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import io.millrace.transport.InboundMessage;
import java.nio.ByteBuffer;

/**
 * A received batch. Its holder owns it until {@link #release()}; one thread at a time may use it. While it is held, its
 * route gets no credit for its bytes, unless it has waited for an earlier batch.
 */
public final class GeoBatch {

    private InboundMessage message;
    private final long receivedNanos;
    private ByteBuffer events;
    private int at;

    /** The number of events from the present one on; -1 before the first. */
    private int left = -1;

    private int eventAt;

    /** Why the batch was skipped; null if it was not. */
    private LateCause lateCause;

    GeoBatch(InboundMessage message, long receivedNanos) {
        this.message = message;
        this.receivedNanos = receivedNanos;
        this.events = message.buffer();
        this.at = message.offset() + GeoDescriptor.HEAD_BYTES;
    }

    /** Replaces the compressed bytes by the decompressed bytes. */
    void decompressed(ByteBuffer bytes) {
        events = bytes;
        at = 0;
    }

    public long sequence() {
        return GeoDescriptor.sequence(message.buffer(), message.offset());
    }

    /** The number of events. */
    public int events() {
        return GeoDescriptor.events(message.buffer(), message.offset());
    }

    /** The earliest intended time of the batch's events, by the sender's clock in nanoseconds. */
    public long intendedNanos() {
        return GeoDescriptor.intendedNanos(message.buffer(), message.offset());
    }

    /** The number of the route by which the batch came, as its sender counts routes. */
    public int route() {
        return GeoDescriptor.route(message.buffer(), message.offset());
    }

    /**
     * See {@link InboundMessage#senderClockOffsetNanos()}. For a batch that came by a relay this is the offset of the
     * relay's clock.
     */
    public long senderClockOffsetNanos() {
        return message.senderClockOffsetNanos();
    }

    /** Why the batch was skipped before it came; null if it was not. */
    public LateCause lateCause() {
        return lateCause;
    }

    void late(LateCause cause) {
        lateCause = cause;
    }

    public boolean isMarker() {
        return GeoDescriptor.isMarker(message.buffer(), message.offset());
    }

    /** The time at which the batch came, by this end's clock in nanoseconds. */
    public long receivedNanos() {
        return receivedNanos;
    }

    /** The memory that holds the events, little-endian: read it with absolute gets, do not write. */
    public ByteBuffer buffer() {
        return events;
    }

    /** Goes to the next event, or the first one; returns false after the last one. */
    public boolean next() {
        if (left < 0) {
            left = events();
            eventAt = at;
        } else if (left > 0) {
            left--;
            eventAt += GeoDescriptor.eventBytes(length());
        }
        return left > 0;
    }

    /** The offset of the present event in {@link #buffer()}. */
    public int offset() {
        return GeoDescriptor.eventOffset(eventAt);
    }

    /** The length of the present event in bytes. */
    public int length() {
        return GeoDescriptor.eventLength(events, eventAt);
    }

    /** The offset of the first event's head. */
    int begin() {
        return at;
    }

    /**
     * Copies the batch, and gives its memory and credit back to the route: the batch for which this one waits may come
     * behind it on the same connection.
     */
    void keep() {
        message = new HeapMessage(message);
        events = message.buffer();
        at = message.offset() + GeoDescriptor.HEAD_BYTES;
    }

    /** The bytes of memory that the batch takes while it waits. */
    int heldBytes() {
        return message.length();
    }

    /** Gives the batch's memory and credit back. */
    public void release() {
        message.release();
    }
}
