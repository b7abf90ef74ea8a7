// SPDX-License-Identifier: Apache-2.0
package io.millrace.deploy;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what other processes do. */
final class Await {

    private static final long POLL_NANOS = Duration.ofMillis(20).toNanos();

    private Await() {}

    /** Fails with {@code what} and {@code evidence} if it has not become so in time. */
    static void until(String what, Duration most, BooleanSupplier condition, Supplier<String> evidence) {
        until(what, most, () -> condition.getAsBoolean() ? Optional.of(true) : Optional.empty(), evidence);
    }

    static <T> T until(String what, Duration most, Supplier<Optional<T>> condition, Supplier<String> evidence) {
        long deadline = System.nanoTime() + most.toNanos();
        while (true) {
            Optional<T> found = condition.get();
            if (found.isPresent()) {
                return found.get();
            }
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("not so after " + most + ": " + what + "\n" + evidence.get());
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }
}
