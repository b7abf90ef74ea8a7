// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import io.millrace.transport.geo.GeoChannels;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Steps the channels of a receiving end on a thread of its own, which has the lock of this meanwhile. */
final class Stepper implements AutoCloseable {

    private static final long LONGEST_PARK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final CurrentChannels channels = new CurrentChannels();
    private final Thread thread = new Thread(this::step, "target");
    private volatile boolean closed;

    void start() {
        thread.start();
    }

    /** The channels of the present measurement. */
    CurrentChannels channels() {
        return channels;
    }

    /** Channels that wake the thread, for the next measurement. */
    GeoChannels next() {
        return new GeoChannels(() -> LockSupport.unpark(thread));
    }

    private void step() {
        while (!closed) {
            GeoChannels now = channels.get();
            synchronized (this) {
                if (now.doWork()) {
                    continue;
                }
            }
            long wait = Math.min(now.nextDueNanos() - System.nanoTime(), LONGEST_PARK_NANOS);
            if (wait > 0) {
                LockSupport.parkNanos(wait);
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        channels.replace(new GeoChannels(() -> {}));
    }
}
