package io.millrace.runtime.routing;

/**
 * In turn, so that shares are exactly equal while all targets are alike. A target that would make the tuple wait is
 * passed over as long as another one would not, and gets its share again when it has caught up. If all would, the one
 * gets it for which the fewest wait.
 */
final class ShuffleGrouper implements Grouper {

    private final int[] tasks;
    private final Load load;
    private int next;

    /**
     * @param first where to begin; different per source, or all sources would meet at the same task
     */
    ShuffleGrouper(int[] tasks, int first, Load load) {
        this.tasks = tasks;
        this.load = load;
        this.next = Math.floorMod(first, tasks.length);
    }

    @Override
    public void choose(Object[] values, TargetList targets) {
        int chosen = next;
        if (!load.isFree(tasks[chosen])) {
            chosen = leastLoaded(chosen);
        }
        // Behind the chosen one: else who stands behind a slow task would get that one's share beside its own
        next = after(chosen);
        targets.add(tasks[chosen]);
    }

    private int leastLoaded(int turn) {
        int least = turn;
        int fewest = load.waiting(tasks[turn]);
        for (int i = after(turn); i != turn; i = after(i)) {
            if (load.isFree(tasks[i])) {
                return i;
            }
            int waiting = load.waiting(tasks[i]);
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
}
