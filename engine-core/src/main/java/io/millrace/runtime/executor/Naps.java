package io.millrace.runtime.executor;

import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * How much later than asked short sleeps end on this machine: a few microseconds on hardware and on some virtual machines; thirty,
 * all of them spent in setting a timer, where that takes a call of a hypervisor that is itself a guest.
 */
final class Naps {

    private static final long TRIAL_NANOS = 10_000;
    private static final int TRIALS = 64;

    private Naps() {}

    /** Tried once in a process, for some milliseconds, by the first executor that wants to know. */
    private static final class Tried {
        static final long LATE_NANOS = lateNanos(System::nanoTime, () -> LockSupport.parkNanos(TRIAL_NANOS));
    }

    /**
     * Whether naps of this length are worth their name on the calling thread: not if they are longer by more than twice. Then most of
     * a core would go into them, and their delay would be all that is gained over spinning.
     */
    static boolean endInTime(long napNanos) {
        return TimerSlack.sharpen() && endInTime(napNanos, Tried.LATE_NANOS);
    }

    static boolean endInTime(long napNanos, long lateNanos) {
        return lateNanos <= 2 * napNanos;
    }

    /** The lower quartile, because others may have needed the core: what a nap takes at least is what counts. */
    static long lateNanos(LongSupplier clock, Runnable nap) {
        long[] late = new long[TRIALS];
        for (int i = 0; i < TRIALS; i++) {
            long begin = clock.getAsLong();
            nap.run();
            late[i] = clock.getAsLong() - begin - TRIAL_NANOS;
        }
        Arrays.sort(late);
        return late[TRIALS / 4];
    }
}
