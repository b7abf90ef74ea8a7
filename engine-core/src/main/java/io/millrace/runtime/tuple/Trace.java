package io.millrace.runtime.tuple;

/**
 * When a sampled tuple passed each stage, by the clock of this node. Confined to the thread that owns the tuple. For latencies
 * only: it may contain an estimate of clocks.
 */
public final class Trace {

    private final long emitted;
    private long offered;
    private long written;
    private long takenIn;
    private long decoded;
    private final boolean comparable;

    public Trace(long emitted) {
        this.emitted = emitted;
        this.offered = emitted;
        this.comparable = true;
    }

    /**
     * The trace of a tuple that came in a message.
     *
     * @param comparable false if the first three times could not be converted to the clock of this node
     */
    Trace(long emitted, long offered, long written, long takenIn, boolean comparable) {
        this.comparable = comparable;
        this.emitted = emitted;
        this.offered = offered;
        this.written = written;
        this.takenIn = takenIn;
    }

    /**
     * The tuple is offered to the link again: if the link takes it, this is when it left the outbox. Called before
     * each offer but the first.
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

    /** Whether times of the source can be compared with times of the target. */
    public boolean comparable() {
        return comparable;
    }

    /** When the message was complete; only valid if the tuple came in one. */
    public long written() {
        return written;
    }

    public long takenIn() {
        return takenIn;
    }

    /** When the values were read; only valid if the tuple came in a message. */
    public long decoded() {
        return decoded;
    }
}
