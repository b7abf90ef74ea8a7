package io.millrace.api.metrics;

/** The stages of a tuple's way from one task to another, in order. {@link #DUE} comes before it. */
public enum Stage {
    /** From the intended time to the emission, for spouts that tell when their tuples are due. Absent for others. */
    DUE,
    /** Waiting for room in the link. */
    OUTBOX,
    /** Being encoded into the ring or the frame. Absent within a worker. */
    ENCODE,
    /**
     * In the queue or in the ring, until the turn of the target's executor that takes it. Between nodes only for
     * tuples that are too long for one piece.
     */
    TRANSIT,
    /** Between nodes, until the socket took it. */
    QUEUE,
    /** Between nodes, from the socket to the turn of the target's executor that takes it. */
    WIRE,
    /** Being decoded. Absent within a worker. */
    DECODE,
    /** Waiting for {@code execute} of the target task. */
    INBOX,
    /** In {@code execute} of the target task. */
    EXECUTE
}
