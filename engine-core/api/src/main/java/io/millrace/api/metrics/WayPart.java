package io.millrace.api.metrics;

/**
 * What the time of a way from a spout to a sink is made of, in order. {@link #EXECUTE} is work; all else is waiting or
 * transport.
 */
public enum WayPart {
    /** The source was late: from the intended time of the spout's tuple to its emission. */
    DUE,
    /** Waiting for room in the link. */
    OUTBOX,
    /** Being encoded into the ring or the frame. */
    ENCODE,
    /** In the queue or in the ring, until the turn of the target's executor that takes it. */
    TRANSIT,
    /** Between nodes: until the socket took it. */
    QUEUE,
    /** Between nodes: from the socket to the turn of the target's executor that takes it. */
    WIRE,
    /** Being decoded. */
    DECODE,
    /** Waiting for {@code execute} of the target task. */
    INBOX,
    /** In {@code execute}: until the emission that the way goes on with, or to the end in a sink. */
    EXECUTE,
    /** In calls of other bolts that earlier emissions of the same {@code execute} made by direct hand-over. */
    NESTED,
    /** The rest: held by the component after {@code execute}, waiting for another input, or a part of a long way that was not kept. */
    OTHER
}
