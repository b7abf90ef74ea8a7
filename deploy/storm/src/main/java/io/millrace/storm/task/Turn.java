// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.task;

import io.millrace.api.TaskContext;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Says whether the current thread calls the task, and brings commands of other threads to it: components of Storm emit
 * and ack from any thread.
 */
final class Turn {

    private static final long RETRY_NANOS = 100_000;

    private final TaskContext context;

    /**
     * The thread in a call of the component. Only a thread itself writes its own name, so one that reads an old value is
     * a foreign one in any case.
     */
    private Thread caller;

    /** Whether the task ends, and takes no commands of other threads. */
    private volatile boolean closed;

    Turn(TaskContext context) {
        this.context = context;
    }

    void begin() {
        caller = Thread.currentThread();
    }

    void end() {
        caller = null;
    }

    boolean isMine() {
        return caller == Thread.currentThread();
    }

    /** Runs a command in a turn of the task: now if this thread calls it, otherwise later. */
    void run(Runnable command) {
        if (isMine()) {
            command.run();
        } else {
            later(command);
        }
    }

    /** Runs a command later. Waits while the task has no room for one, as Storm's queues make threads wait. */
    void later(Runnable command) {
        Runnable inside = () -> {
            Thread before = caller;
            begin();
            try {
                command.run();
            } finally {
                caller = before;
            }
        };
        while (!closed) {
            try {
                context.execute(inside);
                return;
            } catch (RejectedExecutionException e) {
                LockSupport.parkNanos(RETRY_NANOS);
                if (Thread.currentThread().isInterrupted()) {
                    throw ends(e);
                }
            }
        }
    }

    /** The task ends. Commands of other threads have no effect from now on. */
    void close() {
        closed = true;
    }

    private IllegalStateException ends(Exception cause) {
        return new IllegalStateException("the task of " + context.componentId() + " ends", cause);
    }

    /** Runs a command in a turn of the task, and waits for its result. Never called by the task's thread. */
    <T> T ask(Supplier<T> command) {
        CompletableFuture<T> result = new CompletableFuture<>();
        later(() -> {
            try {
                result.complete(command.get());
            } catch (RuntimeException e) {
                result.completeExceptionally(e);
            }
        });
        if (closed) {
            throw ends(null);
        }
        try {
            return result.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ends(e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        }
    }
}
