// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import java.nio.ByteBuffer;

/** The batch that is being filled. Its events begin after the head, so that it is sent in place. Used by one thread. */
final class OpenBatch {

    private final MessagePool pool;
    private ByteBuffer message;
    private int end;
    private int events;
    private long intendedNanos;
    private long openedNanos;

    OpenBatch(MessagePool pool) {
        this.pool = pool;
    }

    /**
     * Makes room for an event, and returns the offset in {@link #message()} at which its bytes go. The event is part of
     * the batch once it is added.
     */
    int begin(int length) {
        int needed = (events == 0 ? GeoDescriptor.HEAD_BYTES : end) + GeoDescriptor.eventBytes(length);
        if (message == null) {
            message = pool.take(needed);
        } else if (message.capacity() < needed) {
            ByteBuffer larger = pool.take(Math.max(needed, 2 * message.capacity()));
            larger.put(0, message, 0, end);
            pool.give(message);
            message = larger;
        }
        if (events == 0) {
            end = GeoDescriptor.HEAD_BYTES;
        }
        return GeoDescriptor.beginEvent(message, end, length);
    }

    /** Adds the event for which room was made last. */
    void add(long intended, long nowNanos) {
        if (events == 0) {
            intendedNanos = intended;
            openedNanos = nowNanos;
        }
        end += GeoDescriptor.eventBytes(GeoDescriptor.eventLength(message, end));
        events++;
        intendedNanos = Math.min(intendedNanos, intended);
    }

    boolean isEmpty() {
        return events == 0;
    }

    int events() {
        return events;
    }

    /** The bytes of the events. */
    int bytes() {
        return events == 0 ? 0 : end - GeoDescriptor.HEAD_BYTES;
    }

    long intendedNanos() {
        return intendedNanos;
    }

    /** The time at which the first event came. */
    long openedNanos() {
        return openedNanos;
    }

    ByteBuffer message() {
        return message;
    }

    /** Empties the batch: its memory belongs to the caller now. */
    void handedOver() {
        message = null;
        events = 0;
        end = 0;
    }
}
