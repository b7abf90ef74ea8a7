// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.transport;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Gives messages from the event loop to a thread of its own, which is woken if it waits: what an engine does whose
 * components do not run on event loops. {@link #onMessage} is the event loop's.
 */
final class HandOver implements Medium.Handler, AutoCloseable {

    private record Taken(long stamp, long number, int length) {}

    private final Medium.Handler handler;
    private final ConcurrentLinkedQueue<Taken> queue = new ConcurrentLinkedQueue<>();
    private final Thread thread = new Thread(this::run, "hand-over");
    private volatile boolean waiting;
    private volatile boolean closed;

    HandOver(Medium.Handler handler) {
        this.handler = handler;
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void onMessage(long stamp, long number, int length) {
        queue.add(new Taken(stamp, number, length));
        if (waiting) {
            waiting = false;
            LockSupport.unpark(thread);
        }
    }

    private void run() {
        while (!closed) {
            Taken taken = queue.poll();
            if (taken != null) {
                handler.onMessage(taken.stamp(), taken.number(), taken.length());
                continue;
            }
            waiting = true;
            // Whoever added before it saw this has added it by now
            if (queue.isEmpty() && !closed) {
                LockSupport.park(this);
            }
            waiting = false;
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
