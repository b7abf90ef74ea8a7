package io.millrace.runtime.executor;

import io.millrace.ipc.doorbell.Doorbell;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * The doorbell of a virtual thread, which must not block in a read of a pipe, because that would hold the platform
 * thread that carries it. Threads of this process unpark it. Other processes only change the shared word, which the
 * worker's timer polls while the thread waits.
 */
public final class PolledDoorbell implements Doorbell {

    private final Doorbell shared;
    private volatile Thread waiter;
    private volatile boolean closed;

    /** @param shared doorbell without a pipe */
    public PolledDoorbell(Doorbell shared) {
        this.shared = shared;
    }

    @Override
    public void prepareWait() {
        waiter = Thread.currentThread();
        shared.prepareWait();
    }

    @Override
    public void cancelWait() {
        shared.cancelWait();
    }

    @Override
    public void block() {
        boolean interrupted = false;
        while (shared.isWaiting() && !closed) {
            LockSupport.park(this);
            // A thread that is interrupted does not park
            interrupted |= Thread.interrupted();
        }
        shared.cancelWait();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void ring() {
        // The caller's work must be visible before this reads whether the thread waits
        VarHandle.fullFence();
        if (shared.isWaiting()) {
            shared.ring();
            LockSupport.unpark(waiter);
        }
    }

    /** Wakes the thread if another process has rung. The timer's thread calls this while the thread waits. */
    void poll() {
        if (!shared.isWaiting()) {
            LockSupport.unpark(waiter);
        }
    }

    @Override
    public boolean isWaiting() {
        return shared.isWaiting();
    }

    @Override
    public Path path() {
        return shared.path();
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(waiter);
        shared.close();
    }
}
