package io.millrace.runtime.task;

/** When what a spout emits was due, and when it has something again, as far as the spout says so. Confined to the task's thread. */
final class DueTimes {

    private static final long NONE = Long.MAX_VALUE;

    private final SpoutPacer pacer;

    // State of one call
    private boolean idleSet;
    private long idleUntil;
    private boolean known;
    private long due;

    /** When the spout said that it will have something; {@link #NONE} if it did not, or has been called since. */
    private long announced = NONE;

    DueTimes(SpoutPacer pacer) {
        this.pacer = pacer;
    }

    /** The spout is about to be called for its next tuple. */
    void begin(long now) {
        idleSet = false;
        if (announced <= now) {
            known = true;
            due = announced;
            announced = NONE;
        }
    }

    /** A call has ended. */
    void end() {
        known = false;
    }

    /** What was announced is void. */
    void forget() {
        announced = NONE;
    }

    void idleUntil(long nanoTime) {
        idleSet = true;
        idleUntil = nanoTime;
    }

    void intendedAt(long nanoTime) {
        known = true;
        due = nanoTime;
    }

    /** Whether the last call has said until when the spout has nothing. */
    boolean isIdleSet() {
        return idleSet;
    }

    /** Lets the pacer know what the last call has said. */
    void tellPacer(long now) {
        if (idleSet) {
            pacer.idleUntil(idleUntil, now);
            announced = idleUntil > now ? idleUntil : NONE;
        }
    }

    /** Whether the spout has said when what it emits now was due. */
    boolean isKnown() {
        return known;
    }

    /** Returns when what is emitted now was due. */
    long intended(long now) {
        return known ? due : now;
    }
}
