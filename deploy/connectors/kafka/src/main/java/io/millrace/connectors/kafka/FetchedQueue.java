// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** What was fetched and not yet emitted. The fetching thread adds, the task's thread takes. */
final class FetchedQueue {

    private final long mostBytes;
    private final Runnable wakeTask;
    private final ConcurrentLinkedQueue<Fetched> queue = new ConcurrentLinkedQueue<>();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicBoolean taskWaits = new AtomicBoolean();
    private volatile Runnable wakeFetcher = () -> {};

    /**
     * @param mostBytes beyond which nothing is fetched
     * @param wakeTask called by the fetching thread; may throw a {@link RejectedExecutionException}
     */
    FetchedQueue(long mostBytes, Runnable wakeTask) {
        this.mostBytes = mostBytes;
        this.wakeTask = wakeTask;
    }

    void wakeFetcherBy(Runnable wake) {
        wakeFetcher = wake;
    }

    // The fetching thread

    void add(Fetched fetched) {
        bytes.addAndGet(fetched.bytes());
        queue.add(fetched);
        wakeTask();
    }

    /**
     * Wakes the task if it waits for what is there. To be repeated, as a task may have too many commands to take one
     * more.
     */
    void wakeTask() {
        if (!queue.isEmpty() && taskWaits.compareAndSet(true, false)) {
            try {
                wakeTask.run();
            } catch (RejectedExecutionException e) {
                taskWaits.set(true);
            }
        }
    }

    boolean isFull() {
        return bytes.get() >= mostBytes;
    }

    boolean isHalfEmpty() {
        return bytes.get() <= mostBytes / 2;
    }

    // The task's thread

    /** Returns the next one, which counts until {@link #done}; null if there is none. */
    Fetched poll() {
        return queue.poll();
    }

    /** What was taken is emitted. */
    void done(Fetched fetched) {
        long size = fetched.bytes();
        if (size > 0) {
            long now = bytes.addAndGet(-size);
            if (now <= mostBytes / 2 && now + size > mostBytes / 2) {
                wakeFetcher.run();
            }
        }
    }

    /** Returns whether the task may wait: nothing is there, and it will be woken when something is. */
    boolean mayWait() {
        // Set before the look, so that what is added after the look wakes the task
        taskWaits.set(true);
        if (queue.isEmpty()) {
            return true;
        }
        taskWaits.set(false);
        return false;
    }
}
