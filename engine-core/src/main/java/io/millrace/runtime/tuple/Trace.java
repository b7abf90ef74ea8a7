package io.millrace.runtime.tuple;

/**
 * When a sampled tuple passed the stations of its way; of the thread that owns the tuple. What stands before
 * {@link #takenIn} was read from the clock of the source's node, the rest from the target's.
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

    /** One that came in a message. */
    Trace(long emitted, long offered, long written, long takenIn) {
        this.emitted = emitted;
        this.offered = offered;
        this.written = written;
        this.takenIn = takenIn;
    }

    /** The link is tried: if it takes the tuple, this is when it left the outbox. Before each try but the first. */
    public void offer(long now) {
        offered = now;
    }

    /** It left the link. */
    public void takeIn(long now) {
        takenIn = now;
    }

    /** Its values were read. */
    void decode(long now) {
        decoded = now;
    }

    public long emitted() {
        return emitted;
    }

    public long offered() {
        return offered;
    }

    /** When its message was complete; only if it came as one. */
    public long written() {
        return written;
    }

    public long takenIn() {
        return takenIn;
    }

    /** Only if it came as a message. */
    public long decoded() {
        return decoded;
    }
}
