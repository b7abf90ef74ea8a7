package io.millrace.runtime.executor;

import java.util.function.BooleanSupplier;

/**
 * Whether the executors of a worker should share one thread, by what their threads have done of late. They should while one thread
 * has time to spare: a tuple then passes from one to the other without a thread that has to look, or be woken, and the other cores
 * are left to others.
 *
 * <p>They part where that thread is busy most of the time, or where single rounds take so long and so often that others wait for
 * them, or where it is not allowed any more. They come together again when that is past, after a pause that doubles each time they
 * part again soon.
 */
public final class SharingRule implements ExecutorThreads.Sharing {

    private static final double MOST_BUSY = 0.7;

    /** Apart they are busier with the same tuples, and must not come together only to part again. */
    private static final double LITTLE_BUSY = 0.4;

    private static final double MOST_SLOW = 0.1;

    /** So many times in a row, as a single one may have been disturbed by others who had the core. */
    private static final int BUSY_IN_A_ROW = 2;

    /** Over this time, slow rounds are averaged. */
    private static final double SLOW_MEMORY_NANOS = 1e9;

    private static final long FIRST_PAUSE_NANOS = 500_000_000;
    private static final long LONGEST_PAUSE_NANOS = 8_000_000_000L;

    /** Who has shared for so long has not parted again soon. */
    private static final long STEADY_NANOS = 4_000_000_000L;

    private final BooleanSupplier allowed;
    private boolean shares = true;
    private int busyInARow;
    private double slowShare;
    private long sharedNanos;
    private long calmNanos;
    private long pauseNanos = FIRST_PAUSE_NANOS;

    /** @param allowed whether they may share at all; asked each time */
    public SharingRule(BooleanSupplier allowed) {
        this.allowed = allowed;
    }

    @Override
    public boolean shares(long nanos, long busyNanos, long slowNanos) {
        // A long round is told of when it is over, in a window that may be shorter
        double memory = Math.max(nanos, SLOW_MEMORY_NANOS);
        slowShare = Math.min(1, slowShare * (1 - nanos / memory) + slowNanos / memory);
        if (shares) {
            stay(nanos, busyNanos);
        } else {
            rejoin(nanos, busyNanos);
        }
        return shares && allowed.getAsBoolean();
    }

    private void stay(long nanos, long busyNanos) {
        sharedNanos += nanos;
        busyInARow = busyNanos > MOST_BUSY * nanos ? busyInARow + 1 : 0;
        if (busyInARow == BUSY_IN_A_ROW || slowShare > MOST_SLOW) {
            shares = false;
            busyInARow = 0;
            calmNanos = 0;
            pauseNanos = sharedNanos > STEADY_NANOS ? FIRST_PAUSE_NANOS : Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
        }
    }

    private void rejoin(long nanos, long busyNanos) {
        calmNanos = busyNanos < LITTLE_BUSY * nanos && slowShare < MOST_SLOW / 2 ? calmNanos + nanos : 0;
        if (calmNanos >= pauseNanos) {
            shares = true;
            sharedNanos = 0;
        }
    }
}
