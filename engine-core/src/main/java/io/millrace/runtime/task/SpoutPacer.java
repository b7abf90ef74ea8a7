package io.millrace.runtime.task;

/**
 * When a spout is called that had nothing: when it said that it will have something, or else after an eighth of the time for which it
 * has been quiet. So calling it adds little to a gap, and a spout that is quiet for long costs fifty calls a second, or one if it has
 * finished and only repeats what fails. A failure resets the pace.
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

    /** It says that it will have nothing before this time; what it says next replaces that. A time that is over says nothing. */
    void idleUntil(long time, long now) {
        if (time > now) {
            quiet = true;
            quietSince = time;
            nextCall = time;
        }
    }

    /** Whether it had nothing when it was called last. */
    boolean isQuiet() {
        return quiet;
    }

    boolean mayCall(long now) {
        return !quiet || nextCall <= now;
    }

    /** When it may be called again, if it is quiet. */
    long nextCall() {
        return nextCall;
    }
}
