package io.millrace.ipc.doorbell;

import java.util.function.IntConsumer;

/**
 * The thread that reads the pipe by which other processes wake threads of this one that do not read a pipe themselves.
 */
final class CallReader implements AutoCloseable {
    private final NamedPipe pipe;
    private final IntConsumer called;
    private final Thread reader;
    private volatile boolean closed;

    /** @param called gets each byte that was written, on the pipe's own thread */
    CallReader(NamedPipe pipe, IntConsumer called) {
        this.pipe = pipe;
        this.called = called;
        this.reader = new Thread(this::run, "doorbells of " + pipe.path().getFileName());
        reader.setDaemon(true);
        reader.start();
    }

    private void run() {
        byte[] bytes = new byte[4096];
        while (!closed) {
            int count = pipe.read(bytes);
            for (int i = 0; i < count && !closed; i++) {
                called.accept(bytes[i]);
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        pipe.close();
        boolean interrupted = false;
        while (reader.isAlive() && Thread.currentThread() != reader) {
            try {
                reader.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
