// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.doorbell;

import static io.millrace.ipc.doorbell.WaitingWord.FUTEX;
import static io.millrace.ipc.doorbell.WaitingWord.NOT;
import static io.millrace.ipc.doorbell.WaitingWord.PARKED;
import static io.millrace.ipc.doorbell.WaitingWord.READS;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * A doorbell at which a thread of this process waits: for a change of its word where there is a {@link Futex}; else it
 * reads its pipe, or is parked if it has a deadline, because a thread cannot read with a time-out.
 */
final class OwnDoorbell implements Doorbell {
    private static final long MIN_STEP_NANOS = 50_000;
    private static final long MAX_STEP_NANOS = 1_000_000;

    /** Cancelled waits before the pipe is emptied. */
    private static final int MAX_CANCELLED = 16;

    private final WaitingWord word;
    private final Path path;
    private final NamedPipe pipe;
    private final CallReader calls;
    private final Runnable removal;

    /** How a wait begins. */
    private final int first;

    private final long address;
    private final ByteBuffer timespec;
    private final long timespecAddress;

    private volatile Thread waiter;
    private volatile boolean closed;

    // Fields of the thread that waits.
    private final byte[] drained = new byte[4096];
    private long published;
    private boolean callsStarted;
    private int cancelled;

    private OwnDoorbell(
            WaitingWord word, Path path, NamedPipe pipe, CallReader calls, boolean futex, Runnable removal) {
        this.word = word;
        this.path = path;
        this.pipe = pipe;
        this.calls = calls;
        this.removal = removal;
        this.first = futex ? FUTEX : pipe != null ? READS : PARKED;
        this.address = futex ? Futex.addressOf(word.memory().view()) + word.offset() : 0;
        this.timespec = ByteBuffer.allocateDirect(2 * Long.BYTES).order(ByteOrder.nativeOrder());
        this.timespecAddress = futex ? Futex.addressOf(timespec) : 0;
    }

    /**
     * Makes a doorbell at which a thread waits in this way, if it can.
     *
     * @param read pipe that the thread reads, if it exists
     * @param calls by which other processes wake a thread that does not read; without a pipe the thread looks itself
     *     from time to time
     * @param removal run at the end of {@link #close}
     */
    static OwnDoorbell make(
            WaitingWord word, Path path, Doorbells.Wait wait, Path read, CallReader calls, Runnable removal)
            throws IOException {
        boolean fast = wait == Doorbells.Wait.FAST;
        NamedPipe pipe = fast && !Futex.isAvailable() ? NamedPipe.openIfExists(read) : null;
        return new OwnDoorbell(word, path, pipe, calls, fast && calls.exists() && Futex.isAvailable(), removal);
    }

    @Override
    public void prepareWait() {
        waiter = Thread.currentThread();
        if (first != READS) {
            startCalls();
        }
        published = word.publish(first);
    }

    private void startCalls() {
        if (!callsStarted) {
            callsStarted = true;
            calls.start();
        }
    }

    @Override
    public void cancelWait() {
        boolean quiet = word.cancel();
        if (first == READS) {
            cancelReading(quiet);
        }
    }

    private void cancelReading(boolean quiet) {
        if (!quiet) {
            // The byte was written before the word was cleared, so this read returns at once.
            read();
        } else if (++cancelled == MAX_CANCELLED) {
            // A thread that saw the word before it was cleared still writes its byte, and nobody reads that. With a
            // byte of this thread in the pipe, the read returns at once.
            pipe.write();
            read();
        }
    }

    @Override
    public void await(long deadlineNanos) {
        if (first == FUTEX) {
            awaitChange(deadlineNanos);
        } else if (first == PARKED) {
            park(deadlineNanos);
        } else if (deadlineNanos == NEVER) {
            read();
        } else {
            startCalls();
            long parked = word.change(published, PARKED);
            if (parked == 0) {
                // Somebody has rung, and his byte is in the pipe.
                read();
            } else {
                published = parked;
                park(deadlineNanos);
            }
        }
        word.cancel();
    }

    private void awaitChange(long deadlineNanos) {
        while (word.read() == published && !closed && isLeft(deadlineNanos)) {
            Futex.await(address, (int) published, deadlineNanos, timespec, timespecAddress);
        }
    }

    private void park(long deadlineNanos) {
        boolean interrupted = false;
        long step = !calls.exists() ? MIN_STEP_NANOS : Long.MAX_VALUE;
        while (word.read() == published && !closed && isLeft(deadlineNanos)) {
            long left = deadlineNanos == NEVER ? Long.MAX_VALUE : deadlineNanos - System.nanoTime();
            if (left == Long.MAX_VALUE && step == Long.MAX_VALUE) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, Math.min(left, step));
            }
            if (!calls.exists()) {
                step = Math.min(2 * step, MAX_STEP_NANOS);
            }
            // A thread that is interrupted does not park
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean isLeft(long deadlineNanos) {
        return deadlineNanos == NEVER || deadlineNanos - System.nanoTime() > 0;
    }

    private void read() {
        cancelled = 0;
        pipe.read(drained);
    }

    /** {@inheritDoc} A thread of this process does it more simply than others: it does not die between two steps. */
    @Override
    public void ring() {
        long seen = word.read();
        while (WaitingWord.how(seen) != NOT && !rang(seen)) {
            seen = word.read();
        }
    }

    /** Wakes the thread. Returns false if it has begun to wait in another way meanwhile. */
    private boolean rang(long seen) {
        if (WaitingWord.how(seen) == READS) {
            pipe.write();
            return word.clear(seen);
        }
        boolean cleared = word.clear(seen);
        if (cleared) {
            wake();
        }
        return cleared;
    }

    /**
     * Another process has called. It may have cleared the word already. And it may have called an earlier wait, so that
     * the thread reads its pipe by now, which needs its byte.
     */
    void called() {
        ring();
        wake();
    }

    private void wake() {
        if (first == FUTEX) {
            Futex.wake(address);
        } else {
            // Harmless if it does not park, or is another thread by now: parking is repeated
            LockSupport.unpark(waiter);
        }
    }

    @Override
    public boolean isWaiting() {
        return WaitingWord.isWaiting(word.read());
    }

    @Override
    public Path path() {
        return path;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        called();
        if (pipe != null) {
            pipe.close();
        }
        removal.run();
    }
}
