package io.millrace.ipc.doorbell;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * A doorbell with a named pipe. Per wait, each thread that rings writes at most one byte, and the pipe is emptied after
 * some waits. So it never fills, even if the thread that waits is stopped.
 */
final class FifoDoorbell implements Doorbell {
    private static final long CLOSE_PARK_NANOS = 50_000;

    /** Cancelled waits before the pipe is emptied. */
    private static final int MAX_CANCELLED = 16;

    private final WaitingWord word;
    private final Path path;
    private final RandomAccessFile pipe;
    private final Runnable removal;

    // Fields of the thread that waits.
    private final byte[] drained = new byte[4096];
    private int cancelled;
    private volatile boolean reading;

    private volatile boolean closed;

    /** @param removal run by the owner at close; null if another process owns the doorbell */
    FifoDoorbell(WaitingWord word, Path path, Path fifo, Runnable removal) throws IOException {
        this.word = word;
        this.path = path;
        this.removal = removal;
        // Opened for reading and writing: opening does not wait for the other end, and reading never sees the end of
        // file.
        this.pipe = new RandomAccessFile(fifo.toFile(), "rw");
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
        if (!word.cancel()) {
            // The byte was written before the bit was cleared, so this read returns at once.
            read();
        } else if (++cancelled == MAX_CANCELLED) {
            // A thread that saw the bit before it was cleared still writes its byte, and nobody reads that. With a byte
            // of
            // this thread in the pipe, the read returns at once.
            write();
            read();
        }
    }

    @Override
    public void block() {
        read();
        word.cancel();
    }

    private void read() {
        cancelled = 0;
        reading = true;
        try {
            if (!closed) {
                pipe.read(drained);
            }
        } catch (IOException e) {
            if (!closed) {
                throw new UncheckedIOException("cannot wait at the doorbell " + path, e);
            }
        } finally {
            reading = false;
        }
    }

    @Override
    public void ring() {
        long seen = word.read();
        if (WaitingWord.isWaiting(seen)) {
            write();
            word.clear(seen);
        }
    }

    private synchronized void write() {
        if (closed) {
            return;
        }
        try {
            pipe.write(1);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot ring the doorbell " + path, e);
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
        synchronized (this) {
            if (closed) {
                return;
            }
            if (removal != null) {
                write();
            }
            closed = true;
        }
        // The file descriptor must not be closed, and perhaps reused, while a thread is about to read from it.
        while (reading) {
            LockSupport.parkNanos(CLOSE_PARK_NANOS);
        }
        try {
            pipe.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close the doorbell " + path, e);
        } finally {
            if (removal != null) {
                word.cancel();
                removal.run();
            }
        }
    }
}
