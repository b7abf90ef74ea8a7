// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.service;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** The port by which other threads subscribe to the results of one task. */
public final class ResultsPort implements ResultsSource {

    /** The executor of the task's commands, and the command to run. */
    private record Wake(Executor task, Runnable retry) {}

    private final CopyOnWriteArrayList<ResultTarget> targets = new CopyOnWriteArrayList<>();

    /** Whether a command waits already. */
    private final AtomicBoolean waits = new AtomicBoolean();

    /** The number of subscriptions that have begun. */
    private final AtomicInteger begun = new AtomicInteger();

    private volatile Wake wake;

    // Any thread

    @Override
    public void subscribe(ResultTarget target) {
        targets.add(target);
        begun.incrementAndGet();
        roomMade();
    }

    @Override
    public void unsubscribe(ResultTarget target) {
        targets.remove(target);
        roomMade();
    }

    @Override
    public void roomMade() {
        Wake now = wake;
        if (now != null && waits.compareAndSet(false, true)) {
            try {
                now.task().execute(now.retry());
            } catch (RejectedExecutionException e) {
                // The task is closed, or so many commands wait that the next subscriber or consumer tries again
                waits.set(false);
            }
        }
    }

    // The task's thread

    /** The task is open: from now on it can be woken. */
    void open(Executor task, Runnable retry) {
        wake = new Wake(task, retry);
    }

    int begun() {
        return begun.get();
    }

    List<ResultTarget> targets() {
        return targets;
    }

    /** The command has begun to run. Must be called before the targets are looked at. */
    void taken() {
        waits.set(false);
    }

    void close() {
        wake = null;
        targets.forEach(ResultTarget::closed);
    }
}
