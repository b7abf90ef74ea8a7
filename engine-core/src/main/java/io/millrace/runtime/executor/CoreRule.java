package io.millrace.runtime.executor;

/**
 * Whether a thread should run on the core that the workers of its topology on the node have in common, by how it and the others have
 * spent their time of late; by that thread.
 *
 * <p>It is willing where it would otherwise look for work on a core of its own a good part of the time and has little of it. Threads
 * that take turns on one core, each for the time of a look, find a tuple some microseconds later than on a core each; but they leave
 * the other cores to whoever needs one, compilers and collectors first, which otherwise take the core from under a thread for
 * milliseconds. It shares while some others are willing, too, and one core has time for all of them.
 *
 * <p>It is not willing any more where it has much work, sleeps most of the time, or waits long for the core. Whoever stops soon
 * pauses, twice as long each time. How much it would sleep can only be seen on a core of its own, so it goes there for a moment now
 * and then.
 */
final class CoreRule {

    /** The time between two verdicts. */
    static final long WINDOW_NANOS = 50_000_000;

    /** Looks take some microseconds each: with more threads a round of them would take longer than tuples do. */
    private static final int MOST_OTHERS = 3;

    private static final double LITTLE_BUSY = 0.3;
    private static final double MUCH_BUSY = 0.5;

    /** Of the common core, in thousandths, what all together need. */
    private static final int FITS = 500;

    private static final int HARDLY_FITS = 650;

    /** Where two sleep so much they take less apart than together, but look less often. */
    private static final double MUCH_SLEEP = 0.8;

    private static final double MUCH_LOST = 0.3;

    /** So many verdicts in a row, as a single window may have been disturbed by others who had the core. */
    private static final int IN_A_ROW = 2;

    private static final long FIRST_PAUSE_NANOS = 500_000_000;
    private static final long LONGEST_PAUSE_NANOS = 32_000_000_000L;

    /** Who has been willing for so long has not stopped soon. */
    private static final long STEADY_NANOS = 8_000_000_000L;

    private static final long TERM_NANOS = 60_000_000_000L;
    private static final long TRIAL_NANOS = 250_000_000;

    /** The need for a core is averaged over so many windows. */
    private static final int NEED_WINDOWS = 4;

    private boolean willing;
    private boolean fits;
    private boolean shares;
    private int inARow;
    private long willingNanos;
    private long sharedNanos;
    private long trialNanos;
    private long fitNanos;
    private long pauseNanos = FIRST_PAUSE_NANOS;
    private long need;

    /**
     * A window is over: whether the thread should run on the common core in the next.
     *
     * @param nanos of the window; more than 0
     * @param busyNanos in turns with work
     * @param sleptNanos blocked, or in sleeps of its own choice, less what they took of a core
     * @param lostNanos between looks that were far apart although it wanted to look
     * @param others who share the core, or do so as soon as another one does
     * @param othersNeed what all others who are willing need of it, in thousandths
     */
    boolean verdict(long nanos, long busyNanos, long sleptNanos, long lostNanos, int others, int othersNeed) {
        long windows = Math.max(1, Math.min(nanos / WINDOW_NANOS, NEED_WINDOWS));
        need += (1000 * busyNanos / nanos - need) * windows / NEED_WINDOWS;
        boolean sleepy = sleptNanos > MUCH_SLEEP * nanos;
        if (!willing) {
            join(nanos, busyNanos < LITTLE_BUSY * nanos && !sleepy);
        } else {
            stay(nanos, busyNanos > MUCH_BUSY * nanos || sleepy || shares && lostNanos > MUCH_LOST * nanos);
        }
        fits = willing && need + othersNeed <= (fits ? HARDLY_FITS : FITS);
        shares = fits && trialNanos == 0 && others > 0 && others <= MOST_OTHERS;
        return shares;
    }

    /** Whether it would share if one core had time for all who would. */
    boolean isWilling() {
        return willing;
    }

    /** Whether one core has time for all. */
    boolean fits() {
        return fits;
    }

    /** What it needs of the core, in thousandths. */
    int need() {
        return (int) need;
    }

    private void join(long nanos, boolean fit) {
        fitNanos = fit ? fitNanos + nanos : Math.max(0, fitNanos - 2 * nanos);
        if (fitNanos >= pauseNanos) {
            willing = true;
            willingNanos = 0;
            sharedNanos = 0;
            trialNanos = 0;
            inARow = 0;
        }
    }

    private void stay(long nanos, boolean unfit) {
        willingNanos += nanos;
        sharedNanos += shares ? nanos : 0;
        trialNanos = Math.max(0, trialNanos - nanos);
        // A window lasts longer where the thread blocks
        inARow = unfit ? inARow + (int) Math.min(IN_A_ROW, Math.max(1, nanos / WINDOW_NANOS)) : 0;
        if (inARow >= IN_A_ROW) {
            stop();
        } else if (sharedNanos >= TERM_NANOS) {
            sharedNanos = 0;
            trialNanos = TRIAL_NANOS;
        }
    }

    /** It does something else, or there is nobody to share with, or it does not pay. */
    void stop() {
        if (willing) {
            pauseNanos =
                    willingNanos > STEADY_NANOS ? FIRST_PAUSE_NANOS : Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
        }
        willing = false;
        fits = false;
        shares = false;
        fitNanos = 0;
    }
}
