package io.millrace.transport.geo;

import java.nio.ByteBuffer;

/** The batch that is being filled. Its events begin behind the head, so that it is sent from where they are. One thread. */
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

    void add(ByteBuffer source, int offset, int length, long intended, long nowNanos) {
        if (events == 0) {
            message = pool.take(GeoDescriptor.HEAD_BYTES + GeoDescriptor.eventBytes(length));
            end = GeoDescriptor.HEAD_BYTES;
            intendedNanos = intended;
            openedNanos = nowNanos;
        }
        int needed = end + GeoDescriptor.eventBytes(length);
        if (message.capacity() < needed) {
            ByteBuffer larger = pool.take(Math.max(needed, 2 * message.capacity()));
            larger.put(0, message, 0, end);
            pool.give(message);
            message = larger;
        }
        end = GeoDescriptor.putEvent(message, end, source, offset, length);
        events++;
        intendedNanos = Math.min(intendedNanos, intended);
    }

    boolean isEmpty() {
        return events == 0;
    }

    int events() {
        return events;
    }

    /** Of its events. */
    int bytes() {
        return events == 0 ? 0 : end - GeoDescriptor.HEAD_BYTES;
    }

    long intendedNanos() {
        return intendedNanos;
    }

    /** When its first event came. */
    long openedNanos() {
        return openedNanos;
    }

    ByteBuffer message() {
        return message;
    }

    /** Its memory belongs to the caller now, and it is empty. */
    void handedOver() {
        message = null;
        events = 0;
        end = 0;
    }
}
