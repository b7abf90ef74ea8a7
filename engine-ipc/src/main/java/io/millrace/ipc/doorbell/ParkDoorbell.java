package io.millrace.ipc.doorbell;

import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * A doorbell where no named pipe can be made. The thread that waits parks in steps that grow to a millisecond, and
 * checks the word after each. It wakes later than with a pipe and takes a few percent of a core.
 */
final class ParkDoorbell implements Doorbell {
    private static final long MIN_PARK_NANOS = 50_000;
    private static final long MAX_PARK_NANOS = 1_000_000;

    private final WaitingWord word;
    private final Path path;
    private final Runnable removal;
    private volatile boolean closed;

    ParkDoorbell(WaitingWord word, Path path, Runnable removal) {
        this.word = word;
        this.path = path;
        this.removal = removal;
    }

    @Override
    public void prepareWait() {
        if (removal == null) {
            throw new IllegalStateException("the doorbell " + path + " belongs to another process, or was opened by"
                    + " path: only who made it may wait");
        }
        word.publish();
    }

    @Override
    public void cancelWait() {
        word.cancel();
    }

    @Override
    public void block() {
        long nanos = MIN_PARK_NANOS;
        while (WaitingWord.isWaiting(word.read())
                && !closed
                && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(this, nanos);
            nanos = Math.min(2 * nanos, MAX_PARK_NANOS);
        }
        word.cancel();
    }

    @Override
    public void ring() {
        long seen = word.read();
        if (WaitingWord.isWaiting(seen)) {
            word.clear(seen);
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
        if (!closed) {
            closed = true;
            if (removal != null) {
                removal.run();
            }
        }
    }
}
