// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread of a {@link Fetcher}. */
final class FetchThread implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FetchThread.class);
    private static final Duration WAIT = Duration.ofMillis(100);
    private static final long CLOSE_MILLIS = 5_000;

    private final Fetcher fetcher;
    private final Thread thread;
    private volatile boolean closing;

    FetchThread(Fetcher fetcher, String name) {
        this.fetcher = fetcher;
        thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Ends a wait for room. Any thread may call it. */
    void wake() {
        LockSupport.unpark(thread);
    }

    private void run() {
        try {
            while (!closing) {
                step();
            }
        } finally {
            fetcher.close();
        }
    }

    private void step() {
        try {
            fetcher.doWork(WAIT);
        } catch (RuntimeException e) {
            // The task must not stand still because of one call
            LOG.warn("{} has failed, and goes on", thread.getName(), e);
            LockSupport.parkNanos(this, WAIT.toNanos());
        }
    }

    /** Waits some seconds for the end of the thread. An interrupt ends the wait. */
    @Override
    public void close() {
        closing = true;
        fetcher.wakeup();
        LockSupport.unpark(thread);
        try {
            thread.join(CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
