// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.spill;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** The thread of a worker that reads and writes the files of its queues. Any thread may call it. */
final class SpillThread implements AutoCloseable {

    private final SpillAgent agent;
    private final Consumer<Throwable> onFailure;
    private final Thread thread;
    private volatile boolean closing;

    SpillThread(String name, SpillAgent agent, Consumer<Throwable> onFailure) {
        this.agent = agent;
        this.onFailure = onFailure;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    void wake() {
        LockSupport.unpark(thread);
    }

    private void run() {
        try {
            agent.start();
            while (!closing) {
                if (agent.doWork() == 0) {
                    // A call that was made after the last turn has left a permit, with which this returns at once
                    LockSupport.parkNanos(this, agent.nanosToRetry());
                }
            }
        } catch (RuntimeException | Error e) {
            onFailure.accept(e);
        } finally {
            agent.close();
        }
    }

    /** Ends the thread, and waits until all files are removed. An interrupt ends the wait. */
    @Override
    public void close() {
        closing = true;
        wake();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
