// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.ring;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * Where one thread waits until another one of this process has made work. The waiting thread calls {@link
 * #prepareWait}, looks for work again, and then {@link #await} or {@link #cancelWait}; the others publish work and call
 * {@link #ring}.
 */
final class ThreadBell {
    private final AtomicReference<Thread> waiting = new AtomicReference<>();

    void prepareWait() {
        waiting.set(Thread.currentThread());
        // Visible before this thread looks again
        VarHandle.fullFence();
    }

    void cancelWait() {
        waiting.set(null);
    }

    /** Waits until somebody has rung since {@link #prepareWait}, or this thread is interrupted. */
    void await() {
        while (waiting.get() != null && !Thread.currentThread().isInterrupted()) {
            LockSupport.park(this);
        }
        waiting.set(null);
    }

    /** Any thread, after it has published work. */
    void ring() {
        // The work is visible before the waiting thread is looked for
        VarHandle.fullFence();
        Thread thread = waiting.get();
        if (thread != null && waiting.compareAndSet(thread, null)) {
            LockSupport.unpark(thread);
        }
    }
}
