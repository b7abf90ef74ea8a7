package io.millrace.runtime.task;

/**
 * How often a spout is asked that had nothing: when it said that it will have something; or else each five microseconds for two milliseconds, then after a thirty-second of the time
 * for which it has been quiet since. So asking adds little to a gap, and a spout that is quiet for long costs fifty calls
 * a second, or one if it has finished and only repeats what fails: a failure resets the pace.
 */
final class SpoutPacer {

    private static final long LEAST_PAUSE_NANOS = 5_000;
    private static final long EAGER_NANOS = 2_000_000;
    private static final int QUIET_SHARE = 32;
    private static final long MAX_PAUSE_NANOS = 20_000_000;
    private static final long FINISHED_PAUSE_NANOS = 1_000_000_000;

    private boolean quiet;
    private boolean eager;
    private long quietSince;
    private long nextCall = Long.MIN_VALUE;

    void reset() {
        quiet = false;
        eager = false;
        nextCall = Long.MIN_VALUE;
    }

    void emittedNothing(long now, boolean finished) {
        if (!quiet) {
            quiet = true;
            quietSince = now;
        }
        long longest = finished ? FINISHED_PAUSE_NANOS : MAX_PAUSE_NANOS;
        long pause = (now - quietSince - EAGER_NANOS) / QUIET_SHARE;
        eager = pause <= LEAST_PAUSE_NANOS;
        nextCall = now + Math.max(LEAST_PAUSE_NANOS, Math.min(pause, longest));
    }

    /** It says that it will have nothing before this time; what it says next replaces that. */
    void idleUntil(long time) {
        quiet = true;
        quietSince = time;
        eager = false;
        nextCall = time;
    }

    boolean mayCall(long now) {
        return !quiet || nextCall <= now;
    }

    /** When it may be asked again. */
    long nextCall() {
        return nextCall;
    }

    /** Whether it is to be asked whenever there is nothing else to do, rather than at a time that is worth waiting for. */
    boolean isEager() {
        return eager;
    }
}
