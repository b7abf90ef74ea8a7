// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/** The thread of a worker's {@link SnapshotWriter}. Any thread may call it. */
public final class SnapshotWriterThread implements AutoCloseable {

    private final Thread thread;
    private final SnapshotWriter writer;
    private volatile boolean closing;

    /**
     * Starts the thread.
     *
     * @param name name of the thread
     * @param maker maker of the writer from the action that wakes its thread
     */
    public SnapshotWriterThread(String name, Function<Runnable, SnapshotWriter> maker) {
        thread = new Thread(this::run, name);
        thread.setDaemon(true);
        writer = maker.apply(() -> LockSupport.unpark(thread));
        thread.start();
    }

    public SnapshotWriter writer() {
        return writer;
    }

    private void run() {
        boolean last;
        do {
            // The flag is read before the calls run, so that all calls from before close are run
            last = closing;
            while (writer.doWork() > 0) {
                // The loop ends when no call is left
            }
            if (!last) {
                // A call that was made after the last turn has left a permit, with which this returns at once
                LockSupport.park(this);
            }
        } while (!last);
    }

    /** Drops the snapshots in progress, and waits for the end of the thread. An interrupt ends the wait. */
    @Override
    public void close() {
        writer.close();
        closing = true;
        LockSupport.unpark(thread);
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
