package io.millrace.runtime.task;

/**
 * Decides when a spout that had nothing to emit is called again: at the time that it announced, or else after an
 * eighth of the time for which it has been quiet. So the pause adds little to a gap. A spout that is quiet for long
 * costs fifty calls a second, or one call if it has finished and only repeats what fails. A failed tuple resets the
 * pace.
 */
final class SpoutPacer {

    private static final long LEAST_PAUSE_NANOS = 10_000;
    private static final int QUIET_SHARE = 8;
    private static final long MOST_PAUSE_NANOS = 20_000_000;
    private static final long FINISHED_PAUSE_NANOS = 1_000_000_000;

    private boolean quiet;
    private long quietSince;
    private long nextCall;

    void reset() {
        quiet = false;
    }

    void emittedNothing(long now, boolean finished) {
        if (!quiet) {
            quiet = true;
            quietSince = now;
        }
        long most = finished ? FINISHED_PAUSE_NANOS : MOST_PAUSE_NANOS;
        nextCall = now + Math.max(LEAST_PAUSE_NANOS, Math.min((now - quietSince) / QUIET_SHARE, most));
    }

    /** Sets a time before which the spout has nothing. The next call replaces it. A time in the past has no effect. */
    void idleUntil(long time, long now) {
        if (time > now) {
            quiet = true;
            quietSince = time;
            nextCall = time;
        }
    }

    /** Returns whether the last call emitted nothing. */
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
