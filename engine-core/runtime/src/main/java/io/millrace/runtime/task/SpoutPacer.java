// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

/**
 * Decides when a spout that had nothing to emit is called again: at the time that it has set, or else after {@code
 * topology.spout.poll}. A spout that has finished, and only repeats what fails, is called once a second. Acks, failures
 * and commands reset it, so that the spout is called at once. Confined to the task's thread.
 */
final class SpoutPacer {

    private static final long FINISHED_PAUSE_NANOS = 1_000_000_000;

    private final long pollNanos;
    private boolean quiet;
    private long nextCall;

    /** @param pollNanos from a call that found nothing to the next one */
    SpoutPacer(long pollNanos) {
        this.pollNanos = pollNanos;
    }

    void reset() {
        quiet = false;
    }

    /** A call emitted nothing. */
    void emittedNothing(long now, boolean finished) {
        quiet = true;
        nextCall = now + (finished ? Math.max(pollNanos, FINISHED_PAUSE_NANOS) : pollNanos);
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
