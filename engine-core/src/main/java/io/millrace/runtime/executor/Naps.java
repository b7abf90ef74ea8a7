package io.millrace.runtime.executor;

/**
 * How long the naps of a thread are, and whether they are worth their name; by that thread, which tells of each how late it ended.
 *
 * <p>Late are naps that are longer than three of the shortest. Many of them are late where others want the core: then naps get
 * longer, as each takes about as much of a core as a short one sleeps, and what it takes is what the others wait for.
 *
 * <p>Most of them are later than the shortest takes, or nearly all are late however long they are, where setting a timer takes a call
 * of a hypervisor that is itself a guest; elsewhere they end a few microseconds late. There, most of a core goes into naps, and their
 * delay is all that is gained over spinning, unless others want the core. That is tried again from time to time: while a worker
 * starts, nothing is in time on any machine.
 */
final class Naps {

    /** So many are judged together. */
    private static final int GROUP = 64;

    /** If fewer are in time, others want the core. */
    private static final int MANY = GROUP - GROUP / 8;

    /** If so many are, hardly anybody does. */
    private static final int NEARLY_ALL = GROUP - GROUP / 16;

    /** If so many are, it is others who make the rest late, not the machine. */
    private static final int SOME = GROUP / 16;

    private static final int LONGEST = 8;

    private static final long FIRST_PAUSE_NANOS = 1_000_000_000;
    private static final long LONGEST_PAUSE_NANOS = 64_000_000_000L;

    private final long napNanos;
    private final long mostLateNanos;
    private int ended;
    private int inTime;
    private int stretch = 1;
    private boolean late;
    private long lateUntil;
    private long pauseNanos = FIRST_PAUSE_NANOS;

    /** @param napNanos how long the shortest ones are */
    Naps(long napNanos) {
        this.napNanos = napNanos;
        this.mostLateNanos = 2 * napNanos;
    }

    /**
     * A nap is over.
     *
     * @param lateNanos so much later than asked
     * @param usualNanos so late or later were three of four sleeps
     */
    void ended(long now, long lateNanos, long usualNanos) {
        if (lateNanos <= mostLateNanos) {
            inTime++;
        }
        if (++ended == GROUP) {
            judge(now, usualNanos);
            ended = 0;
            inTime = 0;
        }
    }

    private void judge(long now, long usualNanos) {
        if (inTime >= NEARLY_ALL) {
            stretch = Math.max(1, stretch / 2);
        } else if (inTime < MANY && stretch < LONGEST) {
            stretch *= 2;
        } else if (inTime < SOME) {
            stretch = 1;
            foundLate(now);
            return;
        }
        if (usualNanos > napNanos) {
            foundLate(now);
        } else if (inTime >= NEARLY_ALL) {
            pauseNanos = FIRST_PAUSE_NANOS;
        }
    }

    private void foundLate(long now) {
        // Those that are taken although they are late change nothing in when they are tried again
        if (!late) {
            late = true;
            lateUntil = now + pauseNanos;
            pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
        }
    }

    /** How many times as long as the shortest they should be. */
    int stretch() {
        return stretch;
    }

    /** Whether naps end in time, as far as is known: after a while in which they did not, they are to be tried again. */
    boolean endInTime(long now) {
        if (late && now - lateUntil >= 0) {
            late = false;
        }
        return !late;
    }
}
