package io.millrace.runtime.task;

/**
 * How often a spout is asked that had nothing: again at once, then after an eighth of the time for which it has been
 * quiet. So asking adds at most an eighth to a gap, and a spout that is quiet for long costs fifty calls a second, or one
 * if it has finished and only repeats what fails: a failure resets the pace.
 */
final class SpoutPacer {

    private static final int QUIET_SHARE = 8;
    private static final long MAX_PAUSE_NANOS = 20_000_000;
    private static final long FINISHED_PAUSE_NANOS = 1_000_000_000;

    private boolean quiet;
    private long quietSince;
    private long nextCall = Long.MIN_VALUE;

    void reset() {
        quiet = false;
        nextCall = Long.MIN_VALUE;
    }

    void emittedNothing(long now, boolean finished) {
        if (!quiet) {
            quiet = true;
            quietSince = now;
        }
        long longest = finished ? FINISHED_PAUSE_NANOS : MAX_PAUSE_NANOS;
        nextCall = now + Math.min((now - quietSince) / QUIET_SHARE, longest);
    }

    boolean mayCall(long now) {
        return !quiet || nextCall <= now;
    }

    /** When it may be asked again. */
    long nextCall() {
        return nextCall;
    }
}
