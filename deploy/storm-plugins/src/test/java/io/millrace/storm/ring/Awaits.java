// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.ring;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what other threads and processes do; the time limit is the test's. */
final class Awaits {
    private Awaits() {}

    static void until(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            if (Thread.interrupted()) {
                throw new IllegalStateException("interrupted: the test took too long");
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }
}
