package io.millrace.transport.geo;

import io.millrace.transport.InboundMessage;
import java.nio.ByteBuffer;

/**
 * A received batch. Its holder owns it until {@link #release()}; one thread at a time may use it. While it is held its
 * route gets no credit for its bytes, unless it has waited for an earlier one.
 */
public final class GeoBatch {

    private InboundMessage message;
    private final long receivedNanos;
    private ByteBuffer events;
    private int at;

    /** Events from the present one on; -1 before the first. */
    private int left = -1;

    private int eventAt;

    /** Null unless it was skipped. */
    private LateCause lateCause;

    GeoBatch(InboundMessage message, long receivedNanos) {
        this.message = message;
        this.receivedNanos = receivedNanos;
        this.events = message.buffer();
        this.at = message.offset() + GeoDescriptor.HEAD_BYTES;
    }

    /** Replaces the bytes that came by what they mean. */
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

    /** The earliest intended time of its events, by the sender's clock in nanoseconds. */
    public long intendedNanos() {
        return GeoDescriptor.intendedNanos(message.buffer(), message.offset());
    }

    /** The number of the route by which it came, as its sender counts. */
    public int route() {
        return GeoDescriptor.route(message.buffer(), message.offset());
    }

    /** See {@link InboundMessage#senderClockOffsetNanos()}; of a batch that came by a relay it is that of the relay's clock. */
    public long senderClockOffsetNanos() {
        return message.senderClockOffsetNanos();
    }

    /** Why it was skipped before it came; null if it was not. */
    public LateCause lateCause() {
        return lateCause;
    }

    void late(LateCause cause) {
        lateCause = cause;
    }

    public boolean isMarker() {
        return GeoDescriptor.isMarker(message.buffer(), message.offset());
    }

    /** When it came, by this end's clock in nanoseconds. */
    public long receivedNanos() {
        return receivedNanos;
    }

    /** The memory that holds the events, little-endian: read it with absolute gets, do not write. */
    public ByteBuffer buffer() {
        return events;
    }

    /** Goes to the next event, or the first one; returns false behind the last one. */
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

    /** Where the event begins in {@link #buffer()}. */
    public int offset() {
        return GeoDescriptor.eventOffset(eventAt);
    }

    /** The event's bytes. */
    public int length() {
        return GeoDescriptor.eventLength(events, eventAt);
    }

    /** Where the first event begins, with its head. */
    int begin() {
        return at;
    }

    /**
     * Copies what came, and gives its memory and credit back to the route: the batch for which this one waits may come behind it on the same
     * connection.
     */
    void keep() {
        message = new KeptMessage(message);
        events = message.buffer();
        at = message.offset() + GeoDescriptor.HEAD_BYTES;
    }

    /** The bytes that it takes while it waits. */
    int heldBytes() {
        return message.length();
    }

    /** Gives memory and credit back. */
    public void release() {
        message.release();
    }
}
