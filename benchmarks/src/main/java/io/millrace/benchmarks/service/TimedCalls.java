// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.service;

import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.operators.async.AsyncFunction;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.jctools.queues.SpscArrayQueue;

/**
 * Calls that take one millisecond each. All take the same time, so a queue does for a timer wheel: a thread completes
 * them in the order in which they were made.
 */
final class TimedCalls implements AsyncFunction<Long> {

    private static final long serialVersionUID = 1L;

    private static final long CALL_NANOS = 1_000_000;
    private static final long LOOK_NANOS = 20_000;
    private static final int MOST = 2_048;

    private record Call(long due, long result, CompletableFuture<Long> future) {}

    private transient SpscArrayQueue<Call> calls;
    private transient Thread callee;
    private transient volatile boolean closed;

    @Override
    public void open(TaskContext context) {
        calls = new SpscArrayQueue<>(MOST);
        callee = new Thread(this::complete, "callee");
        callee.setDaemon(true);
        callee.start();
    }

    @Override
    public CompletableFuture<Long> call(Tuple input) {
        CompletableFuture<Long> future = new CompletableFuture<>();
        if (!calls.offer(new Call(System.nanoTime() + CALL_NANOS, input.getLong(0), future))) {
            throw new IllegalStateException("more than " + MOST + " calls at a time");
        }
        return future;
    }

    private void complete() {
        while (!closed) {
            long now = System.nanoTime();
            Call next;
            while ((next = calls.peek()) != null && next.due() <= now) {
                calls.poll();
                next.future().complete(next.result());
            }
            LockSupport.parkNanos(next == null ? LOOK_NANOS : Math.min(LOOK_NANOS, next.due() - now));
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(callee);
    }
}
