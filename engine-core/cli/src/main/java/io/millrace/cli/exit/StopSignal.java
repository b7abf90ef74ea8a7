// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.exit;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns SIGINT and SIGTERM into the orderly end of a command that holds processes or files. The main thread does the
 * work and the clean-up. The shutdown hook tells it to stop, and keeps the JVM alive until it has.
 */
public final class StopSignal implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread worker = Thread.currentThread();
    private final boolean failure;
    private final Thread hook = new Thread(this::onShutdown, "millrace-stop");

    /** Installs the hook. The calling thread must release its resources before {@link #close}. */
    public StopSignal() {
        this(true);
    }

    private StopSignal(boolean failure) {
        this.failure = failure;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Installs the hook for a command that only a signal ends: its exit code is 0 after a signal. {@link #close} must
     * be its last action.
     */
    public static StopSignal thatIsNoFailure() {
        return new StopSignal(false);
    }

    /** Waits up to this long for a signal; returns whether it came. */
    public boolean await(Duration most) {
        try {
            return asked.await(most.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            asked.countDown();
            return true;
        }
    }

    @Override
    public void close() {
        done.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is shutting down, and the hook has seen the latch.
            return;
        }
    }

    /** Interrupts the main thread only after a time-out, as an interrupt would disturb its orderly end. */
    private void onShutdown() {
        asked.countDown();
        try {
            boolean orderly = done.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            if (!orderly) {
                worker.interrupt();
                orderly = done.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            }
            if (orderly && !failure) {
                // The JVM itself would exit with a code for the signal.
                Runtime.getRuntime().halt(ExitCode.DONE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
