package io.millrace.cli.exit;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns SIGINT and SIGTERM into an orderly end of a command that holds processes or files. The main thread does the work
 * and gives everything back; the shutdown hook tells it to stop and keeps the JVM up until it has.
 */
public final class StopSignal implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread worker = Thread.currentThread();
    private final boolean failure;
    private final Thread hook = new Thread(this::onShutdown, "millrace-stop");

    /** Begins to listen; what the calling thread holds must be given back before {@link #close}. */
    public StopSignal() {
        this(true);
    }

    private StopSignal(boolean failure) {
        this.failure = failure;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** For a command that nothing else ends: after a signal, too, its exit code is 0. Nothing is to be done after {@link #close}. */
    public static StopSignal thatIsNoFailure() {
        return new StopSignal(false);
    }

    /** Asks for the end, as a signal does. */
    public void ask() {
        asked.countDown();
    }

    public boolean isAsked() {
        return asked.getCount() == 0;
    }

    /** Waits for a signal at most this long; true if it came. */
    public boolean await(Duration most) {
        try {
            return asked.await(most.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            asked.countDown();
            return true;
        }
    }

    /** All is given back. */
    @Override
    public void close() {
        done.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is going down: the hook has seen the latch.
            return;
        }
    }

    /** Interrupts only after some patience, as an interrupt would disturb the orderly end it waits for. */
    private void onShutdown() {
        asked.countDown();
        try {
            boolean orderly = done.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            if (!orderly) {
                worker.interrupt();
                orderly = done.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            }
            if (orderly && !failure) {
                // The JVM itself would end with the number of the signal.
                Runtime.getRuntime().halt(ExitCode.DONE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
