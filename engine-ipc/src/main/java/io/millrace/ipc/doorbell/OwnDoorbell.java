package io.millrace.ipc.doorbell;

import static io.millrace.ipc.doorbell.WaitingWord.FUTEX;
import static io.millrace.ipc.doorbell.WaitingWord.NOT;
import static io.millrace.ipc.doorbell.WaitingWord.PARKED;
import static io.millrace.ipc.doorbell.WaitingWord.READS;

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
    private final NamedPipe calls;
    private final Runnable removal;

    /** How a wait begins. */
    private final int first;

    private final long address;
    private final ByteBuffer timespec;
    private final long timespecAddress;

    private volatile Thread waiter;
    private volatile CallReader reader;
    private volatile boolean closed;

    // Fields of the thread that waits.
    private final byte[] drained = new byte[4096];
    private long published;
    private int cancelled;

    /**
     * @param pipe that the thread reads; null if it does not
     * @param calls by which other processes wake a thread that does not read; null if there is none, then the thread
     *     looks itself from time to time
     * @param removal run at the end of {@link #close}
     */
    OwnDoorbell(WaitingWord word, Path path, NamedPipe pipe, NamedPipe calls, boolean futex, Runnable removal) {
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

    @Override
    public void prepareWait() {
        waiter = Thread.currentThread();
        if (first != READS) {
            answerCalls();
        }
        published = word.publish(first);
    }

    /** Begins to read what other processes write who cannot wake the thread themselves. */
    private void answerCalls() {
        if (reader == null && calls != null) {
            reader = new CallReader(calls, number -> called());
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
            pipe.write(0);
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
            answerCalls();
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
        long step = calls == null ? MIN_STEP_NANOS : Long.MAX_VALUE;
        while (word.read() == published && !closed && isLeft(deadlineNanos)) {
            long left = deadlineNanos == NEVER ? Long.MAX_VALUE : deadlineNanos - System.nanoTime();
            if (left == Long.MAX_VALUE && step == Long.MAX_VALUE) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, Math.min(left, step));
            }
            if (calls == null) {
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
            pipe.write(0);
            return word.clear(seen);
        }
        boolean cleared = word.clear(seen);
        if (cleared) {
            wake();
        }
        return cleared;
    }

    /** Another process has rung: it may have cleared the word already. */
    void called() {
        word.cancel();
        wake();
    }

    private void wake() {
        if (first == FUTEX) {
            Futex.wake(address);
        } else {
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
        if (reader != null) {
            reader.close();
        } else if (calls != null) {
            calls.close();
        }
        removal.run();
    }
}
