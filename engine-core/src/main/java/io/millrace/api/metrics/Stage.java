package io.millrace.api.metrics;

/** The stages of a tuple's way from one task to another, in order. */
public enum Stage {
    /** Waiting for room in the link. */
    OUTBOX,
    /** Being encoded into the ring or the frame. Absent within a worker. */
    ENCODE,
    /** In the queue, in the ring or between nodes, until the turn of the target's executor that takes it. */
    TRANSIT,
    /** Being decoded. Absent within a worker. */
    DECODE,
    /** Waiting for {@code execute} of the target task. */
    INBOX,
    /** In {@code execute} of the target task. */
    EXECUTE
}
