package io.millrace.transport.geo;

import java.nio.ByteBuffer;

/** A closed batch until the receiver has it. The sender's thread. */
final class SentBatch {

    final long sequence;
    final ByteBuffer message;
    final int length;
    final int events;

    /** Bytes of all batches up to this one, with it. */
    final long endBytes;

    /** When it was closed. */
    final long closedNanos;

    /** The route by which it went last; null if it waits for one. */
    RoutePipeline route;

    /** Its number on that route. */
    int routeSequence;

    long sentNanos;
    int sends;
    boolean acknowledged;

    SentBatch(long sequence, ByteBuffer message, int length, int events, long endBytes, long closedNanos) {
        this.sequence = sequence;
        this.message = message;
        this.length = length;
        this.events = events;
        this.endBytes = endBytes;
        this.closedNanos = closedNanos;
    }
}
