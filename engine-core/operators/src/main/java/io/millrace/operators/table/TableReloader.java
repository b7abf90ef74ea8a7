// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.table;

import java.lang.ref.WeakReference;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread that lets a table check its file for changes. It ends when the table is closed, or is not referenced any
 * more.
 */
final class TableReloader implements AutoCloseable {

    private static final long CLOSE_MILLIS = 5_000;

    private final Thread thread;
    private volatile boolean closed;

    private TableReloader(LoadedTable table, Table settings) {
        // The tasks of a worker that is abandoned do not close shared objects
        WeakReference<LoadedTable> weak = new WeakReference<>(table);
        long interval = settings.checkNanos();
        thread =
                new Thread(() -> run(weak, interval), "table " + settings.path().getFileName());
        thread.setDaemon(true);
    }

    static TableReloader start(LoadedTable table, Table settings) {
        TableReloader reloader = new TableReloader(table, settings);
        reloader.thread.start();
        return reloader;
    }

    private void run(WeakReference<LoadedTable> weak, long intervalNanos) {
        long next = System.nanoTime() + intervalNanos;
        while (!closed) {
            long left = next - System.nanoTime();
            if (left > 0) {
                LockSupport.parkNanos(this, left);
                continue;
            }
            LoadedTable table = weak.get();
            if (table == null) {
                return;
            }
            table.check();
            next = System.nanoTime() + intervalNanos;
        }
    }

    /** Ends the thread, and a read in progress too. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join(CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
