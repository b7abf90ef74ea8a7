// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

/**
 * Delays the polls of a consumer that is faster than its producers, so that it reads some tens of records behind them.
 * A consumer right behind its producers takes each cache line away while it is written; both sides then wait for each
 * other. (Temporal slipping: Giacomoni, Moseley, Vachharajani, FastForward, PPoPP 2008.)
 *
 * <p>Only the second of two polls is delayed, after the first has found nothing. The delay grows to some microseconds,
 * only while messages come at several per microsecond. Used by the consumer's thread.
 */
final class PollBackOff {
    private static final int MAX_SPINS = 256;

    /** A delay that yields fewer messages than one per so many spins is halved. */
    private static final int SPINS_PER_MESSAGE = 16;

    /** A delay that yields so many messages is long enough. */
    private static final int ENOUGH = 128;

    private int spins;
    private boolean due;

    /** @param waiting whether this thread is about to sleep: such a poll is not delayed */
    void beforePoll(boolean waiting) {
        for (int i = spinsDue(waiting); i > 0; i--) {
            Thread.onSpinWait();
        }
    }

    int spinsDue(boolean waiting) {
        return due && !waiting ? spins : 0;
    }

    void afterPoll(int count) {
        if (count == 0) {
            // Nothing twice in a row: the producers are slower than the delay.
            spins = due ? 0 : spins;
            due = !due;
        } else {
            if (due && count * SPINS_PER_MESSAGE < spins) {
                spins >>= 1;
            } else if (due && count < ENOUGH) {
                spins = Math.min(MAX_SPINS, 2 * spins + 1);
            }
            due = false;
        }
    }
}
