// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.doorbell;

import java.util.function.IntConsumer;

/**
 * The pipe by which other processes call threads of this one that do not read a pipe themselves, and the thread that
 * reads it from the first wait on.
 */
final class CallReader implements AutoCloseable {
    private final NamedPipe pipe;
    private final IntConsumer called;
    private Thread reader;
    private volatile boolean closed;

    /**
     * @param pipe null if there is none: then nobody calls
     * @param called gets each number that was written, that of a doorbell, on this pipe's own thread
     */
    CallReader(NamedPipe pipe, IntConsumer called) {
        this.pipe = pipe;
        this.called = called;
    }

    boolean exists() {
        return pipe != null;
    }

    /** Begins to read, unless that was done. Any thread. */
    synchronized void start() {
        if (pipe != null && reader == null && !closed) {
            reader = new Thread(this::run, "doorbells of " + pipe.path().getFileName());
            reader.setDaemon(true);
            reader.start();
        }
    }

    private void run() {
        byte[] bytes = new byte[4096];
        while (!closed) {
            int count = pipe.read(bytes);
            for (int i = 0; i + 1 < count && !closed; i += Short.BYTES) {
                called.accept(Byte.toUnsignedInt(bytes[i]) << Byte.SIZE | Byte.toUnsignedInt(bytes[i + 1]));
            }
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (pipe != null) {
            pipe.close();
        }
        boolean interrupted = false;
        while (reader != null && reader.isAlive() && Thread.currentThread() != reader) {
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
