// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.tuple;

import io.millrace.runtime.metrics.LinkKind;

/**
 * The times when a sampled tuple passed each stage, by the clock of this node. Confined to the thread that owns the
 * tuple. They are for latencies only, as they may contain an estimate of clocks.
 */
public final class StageTimes {

    /** A time that is not known, or has not come. */
    static final long NOT_YET = Long.MIN_VALUE;

    private final long emitted;
    private long offered;
    private long written;
    private final long sent;
    private long takenIn;
    private long decoded;
    private final boolean comparable;

    /** The trace; null if only the link is followed. */
    private final Trace trace;

    private long begun;
    private long ended = NOT_YET;
    private long executeNanos;

    /** Makes the stage times of a tuple of which only the link is followed. */
    public StageTimes(long emitted) {
        this(emitted, null);
    }

    public StageTimes(long emitted, Trace trace) {
        this.emitted = emitted;
        this.offered = emitted;
        this.sent = NOT_YET;
        this.comparable = true;
        this.trace = trace;
    }

    /**
     * Makes the stage times of a tuple that came in a message.
     *
     * @param sent time when the sender's socket took it; {@link #NOT_YET} if that is not known
     * @param comparable false if the times of the sender could not be converted to the clock of this node
     */
    StageTimes(long emitted, long offered, long written, long sent, long takenIn, boolean comparable, Trace trace) {
        this.comparable = comparable;
        this.emitted = emitted;
        this.offered = offered;
        this.written = written;
        this.sent = sent;
        this.takenIn = takenIn;
        this.trace = trace;
    }

    /** Returns the trace up to the emission; null if it is not followed. */
    public Trace trace() {
        return trace;
    }

    /** The {@code execute} of the tuple begins. */
    public void begin(long now) {
        begun = now;
    }

    /**
     * The {@code execute} of the tuple has ended.
     *
     * @param ownNanos time without the calls of other bolts within it
     */
    public void end(long now, long ownNanos) {
        ended = now;
        executeNanos = ownNanos;
    }

    public long begun() {
        return begun;
    }

    long ended() {
        return ended;
    }

    public long executeNanos() {
        return executeNanos;
    }

    /** Returns the time when the tuple reached the inbox of its task. */
    public long arrived(LinkKind link) {
        return switch (link) {
            case DIRECT -> offered;
            case QUEUE -> takenIn;
            case RING, NET -> decoded;
        };
    }

    /**
     * Sets the time when the tuple is offered to the link again: if the link takes it, this is when it left the outbox.
     * Called before each offer but the first.
     */
    public void offer(long now) {
        offered = now;
    }

    /** The tuple left the link. */
    public void takeIn(long now) {
        takenIn = now;
    }

    /** The values of the tuple were read. */
    void decode(long now) {
        decoded = now;
    }

    public long emitted() {
        return emitted;
    }

    public long offered() {
        return offered;
    }

    /** Returns whether times of the source can be compared with times of the target. */
    public boolean comparable() {
        return comparable;
    }

    /** Returns whether the time when the socket took it is known. */
    public boolean isSentKnown() {
        return sent != NOT_YET;
    }

    /** Returns the time when the sender's socket took it, by the clock of this node. */
    public long sent() {
        return sent;
    }

    /** Returns the time when the message was complete; only valid if the tuple came in one. */
    public long written() {
        return written;
    }

    public long takenIn() {
        return takenIn;
    }

    /** Returns the time when the values were read; only valid if the tuple came in a message. */
    public long decoded() {
        return decoded;
    }
}
