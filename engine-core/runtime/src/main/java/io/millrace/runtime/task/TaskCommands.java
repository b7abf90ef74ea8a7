// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.api.error.Foreign;
import java.lang.invoke.VarHandle;
import java.util.PriorityQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;

/**
 * Commands that a task runs in its turns: those of any thread, up to a bound, and those that the task itself has set a
 * time for. An accepted command of another thread is run, also if the task is closed before its turn comes.
 */
final class TaskCommands {

    /** The sign bit of {@link #places}. */
    private static final int CLOSED = Integer.MIN_VALUE;

    private static final long NEVER = Long.MAX_VALUE;

    /** The name of the call in which such a command fails. */
    private static final String WHERE = "a command of execute";

    private record Timed(long time, long number, Runnable command) implements Comparable<Timed> {

        @Override
        public int compareTo(Timed other) {
            return time != other.time ? Long.compare(time, other.time) : Long.compare(number, other.number);
        }
    }

    private final Task task;
    private final int capacity;

    // Any thread

    /** The number of accepted commands that were not taken. Each has a place in the queue, so that it never refuses. */
    private final AtomicInteger places = new AtomicInteger();

    /** Whether the executor has been asked to look for commands, and has not done so. */
    private final AtomicBoolean announced = new AtomicBoolean();

    /** The queue, which is made with the first command. */
    private volatile MpscVarHandleArrayQueue<Runnable> queue;

    // The task's thread
    private MpscVarHandleArrayQueue<Runnable> used;
    private final PriorityQueue<Timed> timed = new PriorityQueue<>();
    private long timedCount;

    TaskCommands(Task task, int capacity) {
        this.task = task;
        this.capacity = capacity;
    }

    // Any thread

    /**
     * Takes a command.
     *
     * @return whether the executor must be notified, which then calls {@link #looked}
     * @throws RejectedExecutionException if the bound is reached, or the task is closed
     */
    boolean add(Runnable command) {
        MpscVarHandleArrayQueue<Runnable> commands = queue();
        int before;
        do {
            before = places.get();
            if (before < 0) {
                throw new RejectedExecutionException(task + " is closed and runs no command any more: end what calls"
                        + " TaskContext.execute in close, or ignore this there");
            }
            if (before >= capacity) {
                throw new RejectedExecutionException(task + ": " + before + " commands of other threads wait already:"
                        + " call TaskContext.execute less often, or raise topology.task.commands");
            }
        } while (!places.compareAndSet(before, before + 1));
        commands.offer(command);
        // The command must be visible before this reads whether the executor will look
        VarHandle.fullFence();
        return !announced.get() && announced.compareAndSet(false, true);
    }

    private MpscVarHandleArrayQueue<Runnable> queue() {
        if (queue == null) {
            synchronized (this) {
                if (queue == null) {
                    queue = new MpscVarHandleArrayQueue<>(Math.max(2, capacity));
                }
            }
        }
        return queue;
    }

    // The task's thread

    /** The executor looks for commands now. A thread that adds one from now on must notify it again. */
    void looked() {
        used = queue;
        announced.set(false);
        VarHandle.fullFence();
    }

    void addAt(long time, Runnable command) {
        timed.add(new Timed(time, timedCount++, command));
    }

    /**
     * Runs commands while no emission of the task waits in its outbox.
     *
     * @param budget budget of {@link Task#run}
     * @return amount of work in the unit of the budget
     */
    int run(long now, int budget) {
        if (used == null && timed.isEmpty()) {
            return 0;
        }
        long share = 0;
        Runnable next;
        while (share < budget
                && task.sender.mayEmit()
                && !task.host.isEnding()
                && (share == 0 || task.hasTime())
                && (next = next(now)) != null) {
            long sentBefore = task.host.sent();
            task.beginCommand();
            try {
                task.call(next);
            } catch (Throwable e) {
                task.failure(WHERE, e);
            }
            share += Math.max(1, task.host.sent() - sentBefore);
        }
        return (int) share;
    }

    /** Returns whether a command of another thread waits. */
    boolean isWaiting() {
        return used != null && !used.isEmpty();
    }

    /** Returns the time when the first command with a time is due; {@link Long#MAX_VALUE} for never. */
    long nextTime() {
        return timed.isEmpty() ? NEVER : timed.peek().time();
    }

    /** Removes and returns a command that may run now; null if there is none. */
    private Runnable next(long now) {
        if (nextTime() <= now) {
            return timed.remove().command();
        }
        Runnable command = used == null ? null : used.poll();
        if (command != null) {
            places.decrementAndGet();
        }
        return command;
    }

    /**
     * Refuses further commands.
     *
     * @param runs whether accepted commands are run; else they are dropped
     */
    void end(boolean runs) {
        places.getAndUpdate(count -> count | CLOSED);
        used = queue;
        timed.clear();
        for (Runnable next = last(); next != null; next = last()) {
            try {
                if (runs) {
                    task.beginCommand();
                    task.call(next);
                }
            } catch (Throwable e) {
                Foreign.throwIfFatal(e);
                task.thrown(WHERE, e);
            }
        }
    }

    /** Removes and returns one of the commands that were accepted before {@link #end}; null if there is none. */
    private Runnable last() {
        while (places.get() != CLOSED) {
            Runnable command = used == null ? null : used.poll();
            if (command != null) {
                places.decrementAndGet();
                return command;
            }
            // A thread has got a place and is about to use it
            used = queue;
            Thread.onSpinWait();
        }
        return null;
    }
}
