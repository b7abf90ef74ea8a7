// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

/**
 * The parts of the time of a trace from a spout to a sink, in order. {@link #EXECUTE} is work; the other parts are
 * waiting or transport.
 */
public enum TracePart {
    /** The delay of the source: from the intended time of the spout's tuple to its emission. */
    DUE,
    /** The time of waiting for room in the link. */
    OUTBOX,
    /** The time of encoding into the ring or the frame. */
    ENCODE,
    /** The time in the queue or in the ring, until the turn of the target's executor that takes the tuple. */
    TRANSIT,
    /** The time between nodes until the socket took the tuple. */
    QUEUE,
    /** The time between nodes from the socket to the turn of the target's executor that takes the tuple. */
    WIRE,
    /** The time of decoding. */
    DECODE,
    /** The time of waiting for {@code execute} of the target task. */
    INBOX,
    /** The time in {@code execute} until the emission with which the trace goes on, or to the end in a sink. */
    EXECUTE,
    /** The time in calls of other bolts that earlier emissions of the same {@code execute} made by direct hand-over. */
    NESTED,
    /**
     * The remaining time: held by the component after {@code execute}, waiting for another input, or a part of a long
     * trace that was not kept.
     */
    OTHER
}
