// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.geo;

import io.millrace.runtime.json.Json;
import io.millrace.runtime.json.ReportFile;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * Writes a worker's report of its channels between sites to {@link #FILE} each second, from its first channel on, on a
 * thread of its own. Any thread may call it.
 */
public final class ChannelReporter implements AutoCloseable {

    /** The file of a worker with channels. */
    public static final ReportFile<ChannelEnds> FILE = new ReportFile<>(
            "channels.json",
            "the channels",
            "'millrace geo' shows older values",
            bytes -> Json.read(bytes, ChannelEnds.class));

    private static final long INTERVAL_MILLIS = 1_000;

    private final String worker;
    private final Path directory;
    private final Supplier<ChannelEnds> ends;
    private Thread thread;
    private boolean closed;

    /** @param ends supplier of the report */
    public ChannelReporter(String worker, Path directory, Supplier<ChannelEnds> ends) {
        this.worker = worker;
        this.directory = directory;
        this.ends = ends;
    }

    /** There is a channel. Only the first call has an effect. */
    public synchronized void start() {
        if (thread == null && !closed) {
            thread = new Thread(this::run, "millrace-" + worker + "-channels");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void run() {
        boolean written = true;
        while (await()) {
            written = FILE.write(directory, ends.get(), !written);
        }
        // The report of an earlier worker must not be shown for the channels of a later one in this directory
        FILE.delete(directory);
    }

    /** Returns false when this is closed. */
    private synchronized boolean await() {
        long until = System.nanoTime() + INTERVAL_MILLIS * 1_000_000;
        long left = INTERVAL_MILLIS;
        try {
            while (!closed && left > 0) {
                wait(left);
                left = (until - System.nanoTime()) / 1_000_000;
            }
        } catch (InterruptedException e) {
            return false;
        }
        return !closed;
    }

    @Override
    public void close() {
        Thread running;
        synchronized (this) {
            closed = true;
            running = thread;
            notifyAll();
        }
        if (running != null) {
            boolean interrupted = false;
            while (running.isAlive()) {
                try {
                    running.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
