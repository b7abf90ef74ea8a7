package io.millrace.runtime.executor;

/**
 * Whether a thread should run on the core that the workers of its topology on the node have in common, by how it has spent its time
 * of late; by that thread.
 *
 * <p>It should where it would otherwise look for work on a core of its own a good part of the time and has little of it. Threads that
 * take turns on one core, each for the time of a look, find a tuple some microseconds later than on a core each; but they leave the
 * other cores to whoever needs one, compilers and collectors first, which otherwise take the core from under a thread for milliseconds.
 *
 * <p>It leaves where it has much work, or the others have, and where it sleeps most of the time. Who leaves soon pauses, twice as
 * long each time. How much it would sleep on its own can only be seen there, so it leaves for a moment now and then.
 */
final class CoreRule {

    /** The time between two verdicts. */
    static final long WINDOW_NANOS = 50_000_000;

    private static final double LITTLE_BUSY = 0.3;
    private static final double MUCH_BUSY = 0.5;

    /** Of a core each, two that sleep so much take half as much as they take together on one. */
    private static final double LITTLE_SLEEP = 0.8;

    private static final double MUCH_SLEEP = 0.75;
    private static final double MUCH_LOST = 0.3;

    /** So many verdicts in a row, as a single window may have been disturbed by others who had the core. */
    private static final int IN_A_ROW = 2;

    private static final long FIRST_PAUSE_NANOS = 500_000_000;
    private static final long LONGEST_PAUSE_NANOS = 32_000_000_000L;

    /** Who has shared for so long has not left soon. */
    private static final long STEADY_NANOS = 8_000_000_000L;

    private static final long TERM_NANOS = 30_000_000_000L;
    private static final long TRIAL_NANOS = 250_000_000;

    private boolean shares;
    private int inARow;
    private long sharedNanos;
    private long fitNanos;
    private long pauseNanos = FIRST_PAUSE_NANOS;
    private long neededNanos = FIRST_PAUSE_NANOS;

    /**
     * @param nanos of the window; more than 0
     * @param busyNanos in turns with work
     * @param sleptNanos blocked, or in sleeps of its own choice, less what they took of a core
     * @param lostNanos between looks that were far apart although it wanted to look
     */
    boolean shares(long nanos, long busyNanos, long sleptNanos, long lostNanos) {
        if (shares) {
            stay(
                    nanos,
                    busyNanos > MUCH_BUSY * nanos || sleptNanos > MUCH_SLEEP * nanos || lostNanos > MUCH_LOST * nanos);
        } else {
            join(nanos, busyNanos < LITTLE_BUSY * nanos && sleptNanos < LITTLE_SLEEP * nanos);
        }
        return shares;
    }

    private void stay(long nanos, boolean unfit) {
        sharedNanos += nanos;
        inARow = unfit ? inARow + 1 : 0;
        if (inARow == IN_A_ROW) {
            leave();
        } else if (sharedNanos >= TERM_NANOS) {
            pauseNanos = FIRST_PAUSE_NANOS;
            end(TRIAL_NANOS);
        }
    }

    private void join(long nanos, boolean fit) {
        fitNanos = fit ? fitNanos + nanos : Math.max(0, fitNanos - 2 * nanos);
        if (fitNanos >= neededNanos) {
            shares = true;
            sharedNanos = 0;
            inARow = 0;
        }
    }

    /** It does something else, or there is nobody to share with, or it does not pay. */
    void leave() {
        if (shares) {
            pauseNanos = sharedNanos > STEADY_NANOS ? FIRST_PAUSE_NANOS : Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
            end(pauseNanos);
        }
        fitNanos = 0;
    }

    private void end(long needed) {
        shares = false;
        fitNanos = 0;
        neededNanos = needed;
    }
}
