package io.millrace.api.metrics;

/** The parts of a tuple's way from one task to another, in order. */
public enum Stage {
    /** Emitted, but the link had no room. */
    OUTBOX,
    /** Being written into the ring or the frame; 0 within a worker. */
    ENCODE,
    /** In the queue, in the ring or on the wire, up to the turn that takes it in. */
    TRANSIT,
    /** Being read; 0 within a worker. */
    DECODE,
    /** In front of the target task. */
    INBOX,
    /** In the target's {@code execute}. */
    EXECUTE
}
