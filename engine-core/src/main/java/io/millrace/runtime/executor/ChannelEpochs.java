package io.millrace.runtime.executor;

import java.util.concurrent.atomic.AtomicLong;

/** The epochs of sending ends: each is later than that of all ends that the same task had before. Any thread. */
final class ChannelEpochs {

    /** How many ends one process can open until their epochs repeat, as a power of two. */
    private static final int OPENED_BITS = 24;

    private static final int START_BITS = 16;

    /** One worker after the other may run in a process. */
    private static final AtomicLong OPENED = new AtomicLong();

    private ChannelEpochs() {}

    /**
     * Returns the epoch of the next end.
     *
     * @param assignment its version: a task that moves to another worker, or back, has a later one
     * @param workerEpoch grows with each start of the worker
     */
    static long next(long assignment, long workerEpoch) {
        return assignment << START_BITS + OPENED_BITS
                | low(workerEpoch, START_BITS) << OPENED_BITS
                | low(OPENED.getAndIncrement(), OPENED_BITS);
    }

    private static long low(long number, int bits) {
        return number & (1L << bits) - 1;
    }
}
