// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets the engines of a worker that are processes start a few at a time, in the order in which they ask. Starting a
 * program takes a core for a part of a second, and many at once would take the cores from engines that work. An engine
 * that takes long to start holds the others up for {@link #MOST_NANOS} only, as it may wait for something else than a
 * core. Any thread.
 */
final class StartTurns implements AutoCloseable {

    static final long MOST_NANOS = 500_000_000L;

    private static final long UNTIL_UNPARKED = Long.MAX_VALUE;

    private final int most;
    private final Deque<Thread> waiting = new ArrayDeque<>();

    /** The threads that start an engine and hold others up, with the times of their starts. */
    private final Map<Thread, Long> starting = new LinkedHashMap<>();

    StartTurns() {
        // One processor is left to engines that work
        this(Math.max(1, Runtime.getRuntime().availableProcessors() - 1));
    }

    /** Returns turns that never make a thread wait. */
    static StartTurns none() {
        return new StartTurns(Integer.MAX_VALUE);
    }

    /** @param most most engines that start at a time */
    StartTurns(int most) {
        this.most = most;
    }

    /** Returns 0 if the thread may start its engine now; otherwise the nanoseconds to park before it asks again. */
    synchronized long ask(Thread thread, long now) {
        if (!waiting.contains(thread)) {
            waiting.add(thread);
        }
        if (waiting.peek() != thread) {
            return UNTIL_UNPARKED;
        }
        long left = left(now);
        if (left == 0) {
            waiting.remove();
            starting.put(thread, now);
            unparkFirst();
        }
        return left;
    }

    /** Returns the nanoseconds for which no engine may start. */
    private long left(long now) {
        for (Iterator<Long> since = starting.values().iterator(); since.hasNext() && starting.size() >= most; ) {
            long left = since.next() + MOST_NANOS - now;
            if (left > 0) {
                return left;
            }
            since.remove();
        }
        return 0;
    }

    /** The thread has started its engine, or gives up. */
    synchronized void leave(Thread thread) {
        waiting.remove(thread);
        starting.remove(thread);
        unparkFirst();
    }

    private void unparkFirst() {
        LockSupport.unpark(waiting.peek());
    }

    @Override
    public void close() {}
}
