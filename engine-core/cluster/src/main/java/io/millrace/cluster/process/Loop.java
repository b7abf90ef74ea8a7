// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.process;

import io.millrace.cluster.registry.RegistryException;
import io.millrace.cluster.registry.RegistryException.Kind;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A daemon's thread. It runs a pass when it is woken, and at the latest after the pause that the last pass returned.
 * Tests call the passes directly.
 */
public final class Loop implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Loop.class);
    private static final long PAUSE_AFTER_ERROR_MILLIS = 1_000;

    private final Wakeup wakeup;
    private final LongSupplier pass;
    private final Thread thread;
    private volatile boolean closed;

    /** @param pass does the work that is due, and returns the longest pause before the next pass in milliseconds */
    public Loop(String name, Wakeup wakeup, LongSupplier pass) {
        this.wakeup = wakeup;
        this.pass = pass;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    /** The monotonic clock, in milliseconds. */
    public static long millis() {
        return System.nanoTime() / 1_000_000;
    }

    public void start() {
        thread.start();
    }

    /** Stops after the current pass, and waits for it. */
    @Override
    public void close() {
        closed = true;
        wakeup.signal();
        boolean interrupted = false;
        while (thread.isAlive() && thread != Thread.currentThread()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        String lastProblem = "";
        while (!closed) {
            long pauseMillis = PAUSE_AFTER_ERROR_MILLIS;
            try {
                pauseMillis = pass.getAsLong();
                lastProblem = "";
            } catch (RegistryException e) {
                // The error is expected while ZooKeeper is away, and when another process was first: the stack would
                // add nothing. All errors for lack of ZooKeeper are one problem.
                String problem = e.kind() == Kind.UNAVAILABLE ? e.kind().name() : String.valueOf(e.getMessage());
                if (!closed && !problem.equals(lastProblem)) {
                    LOG.warn("{}: {}", thread.getName(), e.getMessage());
                }
                lastProblem = problem;
            } catch (RuntimeException | Error e) {
                // The next pass sees the same state and tries again. The same problem is logged once. An end of this
                // thread would leave a process that is alive and does nothing.
                String problem = e instanceof Error ? e.toString() : String.valueOf(e.getMessage());
                if (!closed && !problem.equals(lastProblem)) {
                    LOG.warn("{}: {}", thread.getName(), problem, e);
                }
                lastProblem = problem;
            }
            try {
                if (!closed) {
                    wakeup.await(Math.max(1, pauseMillis));
                }
            } catch (InterruptedException e) {
                return;
            }
        }
    }
}
