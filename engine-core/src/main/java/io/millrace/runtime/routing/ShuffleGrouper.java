package io.millrace.runtime.routing;

import java.util.function.IntPredicate;

/** In turn, so that shares are exactly equal; passes over tasks that would make the tuple wait while others would not. */
final class ShuffleGrouper implements Grouper {

    private final int[] tasks;
    private final IntPredicate refuses;
    private int next;

    /**
     * @param first where to begin; different per source, or all sources would meet at the same task
     * @param refuses whether a tuple for a task would have to wait
     */
    ShuffleGrouper(int[] tasks, int first, IntPredicate refuses) {
        this.tasks = tasks;
        this.refuses = refuses;
        this.next = Math.floorMod(first, tasks.length);
    }

    @Override
    public void choose(Object[] values, TargetList targets) {
        int turn = next;
        next = after(turn);
        int chosen = turn;
        for (int tried = 0; tried < tasks.length; tried++) {
            if (!refuses.test(tasks[chosen])) {
                targets.add(tasks[chosen]);
                return;
            }
            chosen = after(chosen);
        }
        targets.add(tasks[turn]);
    }

    private int after(int position) {
        return position + 1 == tasks.length ? 0 : position + 1;
    }
}
