// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.task;

import io.millrace.api.BoltCollector;
import io.millrace.api.TaskContext;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Calls a slow bolt, so that the other tasks of its executor go on. The task's thread gives it inputs in order, and
 * stops taking some when many wait. What the bolt emits and acks returns to the task's thread as commands.
 */
final class OwnThread {

    private static final int MOST_WAITING = 256;
    private static final long END_MILLIS = TimeUnit.SECONDS.toMillis(5);

    private final TaskContext task;
    private final BoltCollector out;
    private final Consumer<InputTuple> bolt;
    private final LinkedBlockingQueue<InputTuple> inputs = new LinkedBlockingQueue<>();
    private final AtomicBoolean paused = new AtomicBoolean();
    private final Thread thread;

    OwnThread(String component, TaskContext task, BoltCollector out, Consumer<InputTuple> bolt) {
        this.task = task;
        this.out = out;
        this.bolt = bolt;
        this.thread = new Thread(this::run, "storm-" + component + "-" + task.taskId());
        thread.setDaemon(true);
        thread.setContextClassLoader(OwnThread.class.getClassLoader());
        thread.start();
    }

    /** Takes an input. The task's thread calls. */
    void take(InputTuple input) {
        inputs.add(input);
        if (inputs.size() >= MOST_WAITING && paused.compareAndSet(false, true)) {
            out.pauseInput();
        }
    }

    private void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                InputTuple input = inputs.take();
                if (inputs.size() <= MOST_WAITING / 2 && paused.compareAndSet(true, false)) {
                    task.execute(out::resumeInput);
                }
                call(input);
            }
        } catch (InterruptedException | RejectedExecutionException e) {
            // The task is closed
        }
    }

    private void call(InputTuple input) {
        try {
            bolt.accept(input);
        } catch (RuntimeException | Error e) {
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
            task.execute(() -> {
                if (input.settle()) {
                    out.fail(input.origin());
                }
                throw e;
            });
        }
    }

    /** Ends the thread. The task's thread calls. */
    void close() {
        thread.interrupt();
        try {
            thread.join(END_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
