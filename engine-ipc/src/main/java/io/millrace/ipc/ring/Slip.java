package io.millrace.ipc.ring;

/**
 * Lets the consumer fall behind a little when it is faster than its producers. At their heels it takes each cache line away while that is
 * being written, more than once per record, and its prefetcher takes those that come next; both sides then wait for each other. Some tens
 * of records behind it takes lines that are finished. (Temporal slipping: Giacomoni, Moseley, Vachharajani, FastForward, PPoPP 2008.)
 *
 * <p>It pauses only where its thread has found nothing once already, so no work waits for it; the pauses grow, to some microseconds,
 * only while messages come in at several per microsecond. Used by the consumer's thread.
 */
final class Slip {
    private static final int MAX_PAUSES = 256;

    /** Messages further apart than this are not worth a longer pause. */
    private static final int PAUSES_PER_MESSAGE = 16;

    /** A poll that reads so many is far enough behind. */
    private static final int ENOUGH = 128;

    private int pauses;
    private boolean due;

    /** @param waiting whether this thread is about to sleep: what it looks for then must not wait */
    void beforePoll(boolean waiting) {
        for (int i = pausesDue(waiting); i > 0; i--) {
            Thread.onSpinWait();
        }
    }

    int pausesDue(boolean waiting) {
        return due && !waiting ? pauses : 0;
    }

    void afterPoll(int count) {
        if (count == 0) {
            // Nothing twice in a row: the producers are slower than the pause.
            pauses = due ? 0 : pauses;
            due = !due;
        } else {
            if (due && count * PAUSES_PER_MESSAGE < pauses) {
                pauses >>= 1;
            } else if (due && count < ENOUGH) {
                pauses = Math.min(MAX_PAUSES, 2 * pauses + 1);
            }
            due = false;
        }
    }
}
