package io.millrace.runtime.executor;

/**
 * Whether a thread should be awake when the rest of others ends, as something may arrive then; by that thread. On a node with many
 * workers most of what they do is for others, and to be awake each time would cost more than being woken for what does arrive.
 */
final class Foresight {

    /** So many ends of a rest are judged together. */
    private static final int GROUP = 64;

    /** If after fewer of them something arrived, they are not awaited for a while. */
    private static final int WORTH_IT = GROUP / 8;

    private static final long FIRST_PAUSE_NANOS = 1_000_000_000;
    private static final long LONGEST_PAUSE_NANOS = 64_000_000_000L;

    private static final long NONE = Long.MAX_VALUE;

    /** The end of a rest for which the thread is awake. */
    private long awaited = NONE;

    private int ended;
    private int brought;
    private boolean pausing;
    private long pausesUntil;
    private long pauseNanos = FIRST_PAUSE_NANOS;

    /** There was work in the turn that began now. */
    void worked(long now) {
        if (now >= awaited) {
            brought++;
            ended(now);
        }
        awaited = NONE;
    }

    /**
     * There was none.
     *
     * @param othersRest until when others rest; a time that has passed if they do not
     * @param deadline when the thread will have work anyway
     * @return until when nothing arrives that the thread need not be woken for; a time that has passed if that is not known
     */
    long nothingArrivesUntil(long now, long othersRest, long deadline) {
        if (othersRest <= now) {
            return othersRest;
        }
        if (now >= awaited) {
            ended(now);
        }
        // To know it costs nothing where the thread has to be awake before
        boolean mustWake = othersRest < deadline;
        awaited = NONE;
        if (mustWake) {
            if (!isWorthIt(now)) {
                return now;
            }
            awaited = othersRest;
        }
        return othersRest;
    }

    private void ended(long now) {
        if (++ended < GROUP) {
            return;
        }
        if (brought < WORTH_IT) {
            pausing = true;
            pausesUntil = now + pauseNanos;
            pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
        } else {
            pauseNanos = FIRST_PAUSE_NANOS;
        }
        ended = 0;
        brought = 0;
    }

    private boolean isWorthIt(long now) {
        if (pausing && now - pausesUntil >= 0) {
            pausing = false;
        }
        return !pausing;
    }
}
