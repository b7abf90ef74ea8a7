package io.millrace.runtime.executor;

import io.millrace.runtime.task.Task;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Lets some tasks of one executor run in turn, each for its share of time. On the executor's thread.
 *
 * <p>The share is kept by the number of calls, which follows the time that the last ones took: a clock reading per call
 * would cost more than many a call does. So a task whose calls take longer than the share makes one in each turn.
 */
final class Turns {

    /** Short, as it is what the other tasks wait for; long enough that going round costs little. */
    private static final long SHARE_NANOS = 50_000;

    private static final int FIRST_BUDGET = 64;

    /** As many as one source brings in a turn, or inboxes would grow though the task could keep up. */
    private static final int MOST_BUDGET = 256;

    private final Task[] tasks;
    private final int[] budgets;
    private final boolean blocking;
    private final LongSupplier clock;
    private int first;

    /**
     * @param blocking whether a call may block: then each turn is one call
     */
    Turns(List<Task> tasks, boolean blocking, LongSupplier clock) {
        this.tasks = tasks.toArray(Task[]::new);
        this.budgets = new int[this.tasks.length];
        Arrays.fill(budgets, blocking ? 1 : FIRST_BUDGET);
        this.blocking = blocking;
        this.clock = clock;
    }

    /** Lets each task run once; see {@link Task#run}. */
    int run(long now, boolean mayBlock) {
        int work = 0;
        long time = now;
        for (int i = 0; i < tasks.length; i++) {
            int turn = first + i < tasks.length ? first + i : first + i - tasks.length;
            int done = tasks[turn].run(time, mayBlock, budgets[turn]);
            if (done > 0) {
                work += done;
                long after = clock.getAsLong();
                tasks[turn].ran(after - time);
                if (!blocking) {
                    budgets[turn] = adapted(budgets[turn], done, after - time);
                }
                time = after;
            }
        }
        // Not always the same one first at the links
        first = first + 1 < tasks.length ? first + 1 : 0;
        return work;
    }

    private static int adapted(int budget, int done, long nanos) {
        if (nanos > 2 * SHARE_NANOS) {
            return (int) Math.max(1, Math.min(budget, done) * SHARE_NANOS / nanos);
        }
        return done >= budget && nanos < SHARE_NANOS / 2 ? Math.min(2 * budget, MOST_BUDGET) : budget;
    }
}
