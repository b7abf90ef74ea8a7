// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.ring;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.ipc.ring.MessageHandler;
import io.millrace.ipc.ring.RingConsumer;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.apache.storm.messaging.IConnectionCallback;
import org.apache.storm.messaging.TaskMessage;

/**
 * Hands what comes through a worker's ring to Storm, on a thread of its own. Storm's side never blocks: what a task's
 * queue does not take waits in its overflow, and the senders are told. An error of Storm's side ends the thread and,
 * by the worker's handler of uncaught exceptions, the worker.
 */
final class RingReceiver implements AutoCloseable {
    /** Messages of one batch. */
    private static final int LIMIT = 1024;

    private final RingConsumer ring;
    private final IConnectionCallback callback;
    private final Thread thread;
    private final IntSupplier work = this::doWork;
    private final AtomicInteger count = new AtomicInteger();
    private volatile boolean stopped;

    /** Of the thread. */
    private final List<TaskMessage> batch = new ArrayList<>();

    private final MessageHandler handler = (task, buffer, offset, length) -> {
        byte[] message = new byte[length];
        buffer.get(offset, message);
        batch.add(new TaskMessage(task, message));
    };

    RingReceiver(RingConsumer ring, IConnectionCallback callback, int port) {
        this.ring = ring;
        this.callback = callback;
        this.thread = new Thread(this::run, "millrace-ring-" + port);
        this.thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void run() {
        while (!stopped) {
            if (doWork() == 0) {
                idle();
            }
        }
    }

    private void idle() {
        if (Looks.find(work)) {
            return;
        }
        Doorbell doorbell = ring.doorbell();
        doorbell.prepareWait();
        if (doWork() > 0 || stopped) {
            doorbell.cancelWait();
        } else {
            doorbell.await(ring.lookAgainAt(System.nanoTime()));
        }
    }

    /** Passes on a batch, and returns how many messages it has. */
    int doWork() {
        int read = ring.poll(handler, LIMIT);
        if (read > 0) {
            count.addAndGet(read);
            callback.recv(batch);
            batch.clear();
        }
        return read;
    }

    /** Returns how many messages came since the last call. */
    int takeCount() {
        return count.getAndSet(0);
    }

    @Override
    public void close() {
        if (stopped) {
            return;
        }
        stopped = true;
        ring.doorbell().ring();
        boolean interrupted = false;
        while (thread.isAlive() && thread != Thread.currentThread()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        closeRing();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void closeRing() {
        try {
            ring.close();
        } catch (UncheckedIOException e) {
            // The files may have been removed before, as this process ends
            if (!(e.getCause() instanceof NoSuchFileException)) {
                throw e;
            }
        }
    }
}
