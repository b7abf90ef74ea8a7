// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for a condition that other threads bring about; fails with a description of what is instead. */
public final class Await {

    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(20);

    private Await() {}

    public static void until(BooleanSupplier condition, Supplier<Object> otherwise) {
        long deadline = System.nanoTime() + LIMIT_NANOS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("waited in vain: " + otherwise.get());
            }
            LockSupport.parkNanos(200_000);
        }
    }
}
