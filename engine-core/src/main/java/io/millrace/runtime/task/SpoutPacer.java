package io.millrace.runtime.task;

/**
 * How often a spout is asked that had nothing: again at once, then after an eighth of the time for which it has been
 * quiet. So asking adds at most an eighth to a gap, and a spout that is quiet for long costs a hundred calls a second.
 */
final class SpoutPacer {

    private static final int QUIET_SHARE = 8;
    private static final long MAX_PAUSE_NANOS = 10_000_000;

    private boolean quiet;
    private long quietSince;
    private long nextCall = Long.MIN_VALUE;

    void reset() {
        quiet = false;
        nextCall = Long.MIN_VALUE;
    }

    void emittedNothing(long now) {
        if (!quiet) {
            quiet = true;
            quietSince = now;
        }
        nextCall = now + Math.min((now - quietSince) / QUIET_SHARE, MAX_PAUSE_NANOS);
    }

    boolean mayCall(long now) {
        return !quiet || nextCall <= now;
    }

    /** When it may be asked again. */
    long nextCall() {
        return nextCall;
    }
}
