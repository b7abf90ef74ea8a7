// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

/** The stages of a tuple's way from one task to another, in order. {@link #DUE} comes before it. */
public enum Stage {
    /** The time from the intended time to the emission, for spouts that set when tuples are due; absent for others. */
    DUE,
    /** The time of waiting for room in the link. */
    OUTBOX,
    /** The time of encoding into the ring or the frame. Absent within a worker. */
    ENCODE,
    /**
     * The time in the queue or in the ring, until the turn of the target's executor that takes the tuple. Between nodes
     * it exists only for tuples that are too long for one piece.
     */
    TRANSIT,
    /** The time between nodes until the socket took the tuple. */
    QUEUE,
    /** The time between nodes from the socket to the turn of the target's executor that takes the tuple. */
    WIRE,
    /** The time of decoding. Absent within a worker. */
    DECODE,
    /** The time of waiting for {@code execute} of the target task. */
    INBOX,
    /** The time in {@code execute} of the target task. */
    EXECUTE
}
