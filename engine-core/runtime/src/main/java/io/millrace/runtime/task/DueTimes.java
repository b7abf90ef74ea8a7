// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

/**
 * The times when emissions of a spout were due, and when it has something to emit again, as far as the spout says so.
 * Confined to the task's thread.
 */
final class DueTimes {

    private static final long NONE = Long.MAX_VALUE;

    private final SpoutPacer pacer;

    // State of one call
    private boolean idleSet;
    private long idleUntil;
    private boolean known;
    private long due;

    /**
     * The announced time of the spout's next emission; {@link #NONE} if there is none, or the spout was called since.
     */
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

    /** Drops the announced time. */
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

    /** Returns whether the last call has set a time until which the spout has nothing. */
    boolean isIdleSet() {
        return idleSet;
    }

    /** Returns whether the last call has set a time that has come. */
    boolean hasCome(long now) {
        return idleSet && idleUntil <= now;
    }

    /** Gives the pacer the time that the last call has set. */
    void tellPacer(long now) {
        if (idleSet) {
            pacer.idleUntil(idleUntil, now);
            announced = idleUntil > now ? idleUntil : NONE;
        }
    }

    /** Returns whether the spout has set the due time of its present emission. */
    boolean isKnown() {
        return known;
    }

    /** Returns the time when the present emission was due. */
    long intended(long now) {
        return known ? due : now;
    }
}
