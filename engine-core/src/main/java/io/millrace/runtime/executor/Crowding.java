package io.millrace.runtime.executor;

/**
 * Whether others want the core on which an executor's thread waits for work by looking again and again; by that thread. That is
 * what looking must not do: a worker that starts, a compiler, or another topology would wait for it, and whoever waits takes the
 * core back for milliseconds at a time when a tuple may come.
 *
 * <p>Two looks without work are a microsecond or a few apart, or as long as was slept between them. If they are much further
 * apart, something else had the core in between. Where that comes to more than an eighth of the time, the core is crowded, and is
 * left alone for a pause that doubles as long as each further attempt finds it crowded. Where it comes to some percent, be it in
 * pieces of some microseconds, others want the core at times; then it is worth something to sleep between looks.
 */
final class Crowding {

    /** More than a turn without work takes, or a sleep takes longer than asked. */
    private static final long LOST_NANOS = 100_000;

    /** The same where it did not sleep: others that want the core for a moment have it for some microseconds only. */
    private static final long LOST_AWAKE_NANOS = 10_000;

    /** So much is waited between two verdicts; long enough that one slice of another thread (3 ms) does not tip it. */
    private static final long WINDOW_NANOS = 100_000_000;

    private static final long MOST_LOST_NANOS = WINDOW_NANOS / 8;

    /** Of the time, averaged over so many windows, is lost where others want the core. */
    private static final double WANTED_SHARE = 0.03;

    private static final int WANTED_WINDOWS = 5;

    private static final long FIRST_PAUSE_NANOS = 200_000_000;
    private static final long LONGEST_PAUSE_NANOS = 3_200_000_000L;
    private static final long LONGEST_WANTED_NANOS = 51_200_000_000L;

    private long waitedNanos;
    private long lostNanos;
    private long lostAtAllNanos;
    private long pauseNanos = FIRST_PAUSE_NANOS;
    private boolean crowded;
    private long crowdedUntil;
    private double lostShare;
    private boolean wanted;
    private long wantedUntil;
    private long wantedPauseNanos = FIRST_PAUSE_NANOS;

    /**
     * A look has found nothing.
     *
     * @param nanos since the look before, which found nothing either
     * @param askedNanos of them it wanted to sleep
     */
    void looked(long now, long nanos, long askedNanos) {
        // Perhaps nobody has asked since the pause is over
        isWanted(now);
        waitedNanos += nanos;
        if (nanos - askedNanos > LOST_NANOS) {
            lostNanos += nanos - askedNanos;
        }
        if (nanos - askedNanos > (askedNanos == 0 ? LOST_AWAKE_NANOS : LOST_NANOS)) {
            lostAtAllNanos += nanos - askedNanos;
        }
        if (waitedNanos < WINDOW_NANOS) {
            return;
        }
        crowded = lostNanos > MOST_LOST_NANOS;
        if (crowded) {
            crowdedUntil = now + pauseNanos;
            pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
        } else {
            pauseNanos = FIRST_PAUSE_NANOS;
        }
        lostShare += ((double) lostAtAllNanos / waitedNanos - lostShare) / WANTED_WINDOWS;
        if (lostShare > WANTED_SHARE) {
            if (!wanted) {
                wanted = true;
                wantedUntil = now + wantedPauseNanos;
                wantedPauseNanos = Math.min(2 * wantedPauseNanos, LONGEST_WANTED_NANOS);
            }
        } else if (!wanted && now - wantedUntil >= wantedPauseNanos) {
            wantedPauseNanos = FIRST_PAUSE_NANOS;
        }
        waitedNanos = 0;
        lostNanos = 0;
        lostAtAllNanos = 0;
    }

    /** Whether others want the core at times, as far as is known: after a while it is to be tried again. */
    boolean isWanted(long now) {
        if (wanted && now - wantedUntil >= 0) {
            wanted = false;
            lostShare = 0;
        }
        return wanted;
    }

    /** Whether it should leave the core alone now. */
    boolean isCrowded(long now) {
        if (crowded && now - crowdedUntil >= 0) {
            crowded = false;
        }
        return crowded;
    }
}
