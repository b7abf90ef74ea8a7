package io.millrace.runtime.executor;

import io.millrace.ipc.doorbell.Doorbell;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** A doorbell for threads of this process only: no file, no other process can find it. */
public final class ThreadDoorbell implements Doorbell {

    private volatile Thread waiter;
    private volatile boolean waiting;
    private volatile boolean closed;

    @Override
    public void prepareWait() {
        waiter = Thread.currentThread();
        // Volatile: published before the caller looks again for work
        waiting = true;
        VarHandle.fullFence();
    }

    @Override
    public void cancelWait() {
        waiting = false;
    }

    @Override
    public void block() {
        boolean interrupted = false;
        while (waiting && !closed) {
            LockSupport.park(this);
            // A thread that is interrupted does not park
            interrupted |= Thread.interrupted();
        }
        waiting = false;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void ring() {
        // The work that the caller published comes before the look at who waits
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

    /** Null. */
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
