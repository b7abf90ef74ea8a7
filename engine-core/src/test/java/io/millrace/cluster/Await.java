package io.millrace.cluster;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for a condition that other threads or processes establish. */
public final class Await {

    /** A condition may ask a whole cluster: the longer it has lasted, the rarer it is asked. */
    private static final int PART = 8;

    private static final long LEAST_PAUSE_NANOS = 1_000_000;
    private static final long MOST_PAUSE_NANOS = 20_000_000;

    private Await() {}

    public static void until(String what, Duration most, Callable<Boolean> condition) throws Exception {
        long start = System.nanoTime();
        while (!condition.call()) {
            long lasted = System.nanoTime() - start;
            if (lasted > most.toNanos()) {
                throw new AssertionError("not within " + most + ": " + what);
            }
            LockSupport.parkNanos(Math.max(LEAST_PAUSE_NANOS, Math.min(lasted / PART, MOST_PAUSE_NANOS)));
        }
    }

    public static void until(String what, Callable<Boolean> condition) throws Exception {
        until(what, Duration.ofSeconds(20), condition);
    }
}
