// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.executor;

import io.millrace.runtime.link.Paths;
import io.millrace.runtime.task.Task;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Tasks of one kind that have work, and the times when the others will have some, so that the cost of a turn follows
 * the work. Confined to the executor's thread.
 *
 * <p>In a turn each ready task runs once, for its time slice. The slice is kept as a number of calls, which follows
 * the time that the last calls took: a clock reading per call would cost more than many calls do. A task whose calls
 * take longer than the slice makes one call per turn.
 */
final class ReadyTasks {

    private static final int FIRST_BUDGET = 64;

    /** The most calls in a slice: as many tuples as one source brings in a turn, as inboxes would grow with less. */
    private static final int MOST_BUDGET = 256;

    private final Task[] tasks;
    private final int[] budgets;
    private final boolean blocking;
    private final LongSupplier clock;
    private final Paths paths;
    private final DueTasks due;

    /** A circular list of the indexes of ready tasks. Each index is in it at most once. */
    private final int[] ready;

    private final boolean[] isReady;
    private int first;
    private int count;

    /**
     * @param blocking whether a call may block; if so, a run is one call, unless the task {@link Task#endsRunInTime}
     * @param paths paths, which learn whether what a run sends may wait for its end
     */
    ReadyTasks(List<? extends Task> tasks, boolean blocking, LongSupplier clock, Paths paths) {
        this.tasks = tasks.toArray(Task[]::new);
        this.budgets = new int[this.tasks.length];
        Arrays.fill(budgets, blocking ? 1 : FIRST_BUDGET);
        this.blocking = blocking;
        this.clock = clock;
        this.paths = paths;
        this.due = new DueTasks(this.tasks.length);
        this.ready = new int[this.tasks.length];
        this.isReady = new boolean[this.tasks.length];
    }

    /** The task of this index has work, now or at its deadline. */
    void add(int index) {
        if (!isReady[index]) {
            isReady[index] = true;
            int end = first + count;
            ready[end < ready.length ? end : end - ready.length] = index;
            count++;
        }
    }

    /** Lets each task that is ready or due run once; see {@link Task#run}. */
    int run(long now, boolean mayBlock) {
        for (int index = due.poll(now); index >= 0; index = due.poll(now)) {
            add(index);
        }
        if (count > 1) {
            // The first task of the next turn is another one, so that links do not always see the same task first
            int passed = take();
            isReady[passed] = false;
            add(passed);
        }
        int work = 0;
        // The clock is read again: the time since the turn began would count as the first task's
        long time = count > 0 ? clock.getAsLong() : now;
        for (int left = count; left > 0; left--) {
            int index = take();
            isReady[index] = false;
            Task task = tasks[index];
            // A run of one call is a long run: its first tuples would wait for its end
            paths.mayGather(!blocking && budgets[index] > 1);
            int done = run(index, time, mayBlock);
            if (done > 0) {
                work += done;
                long after = clock.getAsLong();
                task.ran(after - time);
                if (!blocking || task.endsRunInTime()) {
                    budgets[index] = adapted(budgets[index], done, after - time);
                }
                time = after;
            }
        }
        return work;
    }

    /** @throws io.millrace.runtime.task.TaskFailure if the task cannot go on; it names the task */
    private int run(int index, long time, boolean mayBlock) {
        Task task = tasks[index];
        try {
            int done = task.run(time, mayBlock, budgets[index]);
            if (task.isReady()) {
                add(index);
            }
            due.set(index, task.ranUntil(time));
            return done;
        } catch (Throwable e) {
            throw task.broken(e);
        }
    }

    private int take() {
        int index = ready[first];
        first = first + 1 < ready.length ? first + 1 : 0;
        count--;
        return index;
    }

    /** Returns the time when a task must run even if nothing arrives; {@link Long#MAX_VALUE} for never. */
    long deadline() {
        return due.first();
    }

    private static int adapted(int budget, int done, long nanos) {
        if (nanos > 2 * Task.RUN_NANOS) {
            return (int) Math.max(1, Math.min(budget, done) * Task.RUN_NANOS / nanos);
        }
        return done >= budget && nanos < Task.RUN_NANOS / 2 ? Math.min(2 * budget, MOST_BUDGET) : budget;
    }
}
