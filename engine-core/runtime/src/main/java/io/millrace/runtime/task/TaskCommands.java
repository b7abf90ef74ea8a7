package io.millrace.runtime.task;

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

    private record Timed(long time, long number, Runnable command) implements Comparable<Timed> {

        @Override
        public int compareTo(Timed other) {
            return time != other.time ? Long.compare(time, other.time) : Long.compare(number, other.number);
        }
    }

    private final Task task;
    private final int capacity;

    // Any thread

    /** How many commands have been accepted and not taken. Each has a place in the queue, so that it never refuses. */
    private final AtomicInteger places = new AtomicInteger();

    /** Whether the executor has been asked to look for commands, and has not done so. */
    private final AtomicBoolean announced = new AtomicBoolean();

    /** Made with the first command. */
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
     * @return whether the executor must be told by {@link #looked}
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

    /** The executor looks for commands now. Whoever adds one from now on must tell it again. */
    void looked() {
        used = queue;
        announced.set(false);
        VarHandle.fullFence();
    }

    void addAt(long time, Runnable command) {
        timed.add(new Timed(time, timedCount++, command));
    }

    /** Returns whether {@link #next} may return a command. */
    boolean inUse() {
        return used != null || !timed.isEmpty();
    }

    /** Returns whether a command of another thread waits. */
    boolean isWaiting() {
        return used != null && !used.isEmpty();
    }

    /** Returns when the first command is due that was given a time; {@link Long#MAX_VALUE} for never. */
    long nextTime() {
        return timed.isEmpty() ? NEVER : timed.peek().time();
    }

    /** Removes and returns a command that may run now; null if there is none. */
    Runnable next(long now) {
        if (nextTime() <= now) {
            return timed.remove().command();
        }
        Runnable command = used == null ? null : used.poll();
        if (command != null) {
            places.decrementAndGet();
        }
        return command;
    }

    /** Refuses further commands. Those that were accepted must be taken by {@link #last}. */
    void close() {
        places.getAndUpdate(count -> count | CLOSED);
        used = queue;
        timed.clear();
    }

    /** Removes and returns one of the commands that were accepted before {@link #close}; null if there is none. */
    Runnable last() {
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
