package io.millrace.cluster;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for a condition that other threads or processes establish. */
public final class Await {

    private Await() {}

    public static void until(String what, Duration most, Callable<Boolean> condition) throws Exception {
        long start = System.nanoTime();
        while (!condition.call()) {
            if (System.nanoTime() - start > most.toNanos()) {
                throw new AssertionError("not within " + most + ": " + what);
            }
            LockSupport.parkNanos(5_000_000);
        }
    }

    public static void until(String what, Callable<Boolean> condition) throws Exception {
        until(what, Duration.ofSeconds(20), condition);
    }
}
