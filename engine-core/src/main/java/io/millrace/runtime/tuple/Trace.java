package io.millrace.runtime.tuple;

/**
 * When a sampled tuple passed each stage. Confined to the thread that owns the tuple. The fields before {@link
 * #takenIn} were read from the clock of the source's node, the others from the target's.
 */
public final class Trace {

    private final long emitted;
    private long offered;
    private long written;
    private long takenIn;
    private long decoded;

    public Trace(long emitted) {
        this.emitted = emitted;
        this.offered = emitted;
    }

    /** The trace of a tuple that came in a message. */
    Trace(long emitted, long offered, long written, long takenIn) {
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
