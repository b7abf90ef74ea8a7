// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import java.nio.ByteBuffer;

/** A closed batch until the receiver has it. Used on the sender's thread. */
final class SentBatch {

    final long sequence;
    final ByteBuffer message;
    final int length;
    final int events;

    /** The bytes of all batches up to this one, itself included. */
    final long endBytes;

    /** The time at which the batch was closed. */
    final long closedNanos;

    /** The route by which the batch went last; null if it waits for one. */
    RoutePipeline route;

    /** The batch's number on that route. */
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
