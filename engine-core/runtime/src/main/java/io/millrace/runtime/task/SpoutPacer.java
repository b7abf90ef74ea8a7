// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

/**
 * Decides when a spout that had nothing to emit is called again: at the time that it has set, or else after a quarter
 * of the time for which it has had nothing, from an eighth of {@code topology.spout.poll} to all of it. So what it finds
 * is late by a part of the time between its tuples, and a spout that has long had nothing wakes its thread seldom. A
 * spout that has finished, and only repeats what fails, is called once a second. Acks, failures and commands reset it,
 * so that the spout is called at once. Confined to the task's thread.
 */
final class SpoutPacer {

    private static final long FINISHED_PAUSE_NANOS = 1_000_000_000;

    /** The shortest pause is this part of the longest one. */
    private static final int SHORTEST = 8;

    /** A pause is this part of the time for which there has been nothing. */
    private static final int PART = 4;

    private final long pollNanos;
    private boolean quiet;
    private long nextCall;

    /** Whether the last call has emitted; otherwise the spout has had nothing from a time on. */
    private boolean emitted = true;

    private long nothingSince;

    /** @param pollNanos the longest time from a call that found nothing to the next one */
    SpoutPacer(long pollNanos) {
        this.pollNanos = pollNanos;
    }

    void reset() {
        quiet = false;
    }

    /** A call has emitted. */
    void emitted() {
        quiet = false;
        emitted = true;
    }

    /** A call emitted nothing. */
    void emittedNothing(long now, boolean finished) {
        if (emitted) {
            emitted = false;
            nothingSince = now;
        }
        quiet = true;
        nextCall = now + (finished ? Math.max(pollNanos, FINISHED_PAUSE_NANOS) : pause(now - nothingSince));
    }

    private long pause(long nothingNanos) {
        return Math.min(Math.max(nothingNanos / PART, pollNanos / SHORTEST), pollNanos);
    }

    /** Sets a time before which the spout has nothing. The next call replaces it. A time in the past has no effect. */
    void idleUntil(long time, long now) {
        if (time > now) {
            quiet = true;
            nextCall = time;
        }
    }

    /** Returns whether the last call emitted nothing, or has set a time. */
    boolean isQuiet() {
        return quiet;
    }

    boolean mayCall(long now) {
        return !quiet || nextCall <= now;
    }

    /** Returns when a quiet spout may be called again. */
    long nextCall() {
        return nextCall;
    }
}
