// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.decision;

import io.millrace.api.metrics.EngineDecision;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.json.ReportFile;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes the decisions of a worker's tasks to {@link #FILE} after each, at most once a second, on a thread of its own,
 * which the first decision starts. Any thread may call it.
 */
public final class DecisionWriter implements AutoCloseable {

    /** The file of a worker with decisions. */
    public static final ReportFile<List<EngineDecision>> FILE = new ReportFile<>(
            "decisions.json",
            "the decisions",
            "'millrace describe --decisions' lacks some",
            bytes -> Json.readList(bytes, EngineDecision.class));

    private static final long PAUSE_MILLIS = 1_000;

    private final String worker;
    private final Path directory;
    private final EngineDecisions decisions;

    /** The thread that writes. It and the other fields are guarded by this. */
    private Thread thread;

    private boolean due;
    private boolean closed;

    public DecisionWriter(String worker, Path directory, EngineDecisions decisions) {
        this.worker = worker;
        this.directory = directory;
        this.decisions = decisions;
        decisions.whenAdded(this::wake);
    }

    private synchronized void wake() {
        due = true;
        notifyAll();
        if (thread == null && !closed) {
            thread = new Thread(this::run, "millrace-" + worker + "-decisions");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void run() {
        while (await()) {
            FILE.write(directory, decisions.list(), false);
            pause();
        }
    }

    /** Waits until there is something to write. Returns false when this is closed. */
    private synchronized boolean await() {
        try {
            while (!due && !closed) {
                wait();
            }
        } catch (InterruptedException e) {
            return false;
        }
        due = false;
        return !closed;
    }

    private synchronized void pause() {
        long end = System.nanoTime() + PAUSE_MILLIS * 1_000_000;
        try {
            for (long left = PAUSE_MILLIS; left > 0 && !closed; left = (end - System.nanoTime()) / 1_000_000) {
                wait(left);
            }
        } catch (InterruptedException e) {
            closed = true;
        }
    }

    /** The thread does not write any more when this returns. */
    @Override
    public void close() {
        Thread running;
        synchronized (this) {
            closed = true;
            running = thread;
            notifyAll();
        }
        boolean interrupted = false;
        while (running != null && running.isAlive()) {
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
