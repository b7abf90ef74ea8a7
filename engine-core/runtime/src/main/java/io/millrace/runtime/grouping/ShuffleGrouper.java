// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.grouping;

/**
 * Chooses tasks by round robin, so that shares are exactly equal while all targets keep up. A target where the tuple
 * would have to wait is skipped while another target has room; it gets its share again when it has caught up. If the
 * tuple would wait everywhere, the target with the fewest waiting tuples gets it.
 */
final class ShuffleGrouper implements Grouper {

    private final int[] tasks;
    private final TargetBacklog backlog;
    private int next;

    /**
     * @param first position of the first task; it differs per source, as otherwise all sources would send to the same
     * task at the same time
     */
    ShuffleGrouper(int[] tasks, int first, TargetBacklog backlog) {
        this.tasks = tasks;
        this.backlog = backlog;
        this.next = Math.floorMod(first, tasks.length);
    }

    @Override
    public void choose(Object[] values, TargetList targets) {
        int chosen = next;
        if (!backlog.isFree(tasks[chosen])) {
            chosen = leastLoaded(chosen);
        }
        // The next search begins behind the chosen task. Otherwise the task behind a slow one would get the slow one's
        // share beside its own
        next = after(chosen);
        targets.add(tasks[chosen]);
    }

    private int leastLoaded(int turn) {
        int least = turn;
        int fewest = backlog.waiting(tasks[turn]);
        for (int i = after(turn); i != turn; i = after(i)) {
            if (backlog.isFree(tasks[i])) {
                return i;
            }
            int waiting = backlog.waiting(tasks[i]);
            if (waiting < fewest) {
                least = i;
                fewest = waiting;
            }
        }
        return least;
    }

    private int after(int position) {
        return position + 1 == tasks.length ? 0 : position + 1;
    }

    @Override
    public boolean reads(int field) {
        return false;
    }
}
