// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.executor;

import io.millrace.ipc.doorbell.Doorbell;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** A doorbell for threads of this process only. It has no file, so no other process can ring it. */
public final class ThreadDoorbell implements Doorbell {

    private volatile Thread waiter;
    private volatile boolean waiting;
    private volatile boolean closed;

    @Override
    public void prepareWait() {
        waiter = Thread.currentThread();
        // Volatile: published before the caller looks for work again
        waiting = true;
        VarHandle.fullFence();
    }

    @Override
    public void cancelWait() {
        waiting = false;
    }

    @Override
    public void await(long deadlineNanos) {
        boolean interrupted = false;
        long left;
        while (waiting && !closed && (left = left(deadlineNanos)) > 0) {
            if (left == NEVER) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, left);
            }
            // A thread that is interrupted does not park
            interrupted |= Thread.interrupted();
        }
        waiting = false;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static long left(long deadlineNanos) {
        return deadlineNanos == NEVER ? NEVER : deadlineNanos - System.nanoTime();
    }

    @Override
    public void ring() {
        // The caller's work must be visible before this reads whether the thread waits
        VarHandle.fullFence();
        if (waiting) {
            waiting = false;
            LockSupport.unpark(waiter);
        }
    }

    @Override
    public boolean isWaiting() {
        return waiting;
    }

    /** Returns null. */
    @Override
    public Path path() {
        return null;
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(waiter);
    }
}
