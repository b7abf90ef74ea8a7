package io.millrace.cluster.traffic;

import java.util.List;

/**
 * Splits an executor's busy time among its tasks without having timed each call; pure.
 *
 * <p>A bolt task's own time is its number of calls times the mean of those that were timed. A task of which no call is timed
 * (a spout task) has a share, by the length of its turns, of what all turns took and timed tasks do not explain. Then all
 * are scaled so that they add up to the busy time, which also has the taking in of tuples in it.
 */
final class CpuSplit {

    /** What one task did in an interval; see {@link io.millrace.runtime.metrics.TaskTime}. */
    record Work(long calls, long turnNanos, long timedNanos, long timedCalls) {

        boolean isTimed() {
            return timedCalls > 0;
        }

        double ownNanos() {
            return (double) calls * timedNanos / timedCalls;
        }
    }

    private CpuSplit() {}

    /**
     * @param busyNanos of the executor in the interval
     * @return nanoseconds of each task, in the same order
     */
    static double[] of(long busyNanos, List<Work> tasks) {
        double turns = 0;
        double untimedTurns = 0;
        double explained = 0;
        for (Work task : tasks) {
            turns += task.turnNanos();
            untimedTurns += task.isTimed() ? 0 : task.turnNanos();
            explained += task.isTimed() ? task.ownNanos() : 0;
        }
        double rest = Math.max(0, turns - explained);
        double[] nanos = new double[tasks.size()];
        double sum = 0;
        for (int i = 0; i < nanos.length; i++) {
            Work task = tasks.get(i);
            nanos[i] =
                    task.isTimed() ? task.ownNanos() : untimedTurns == 0 ? 0 : rest * task.turnNanos() / untimedTurns;
            sum += nanos[i];
        }
        for (int i = 0; i < nanos.length; i++) {
            nanos[i] = sum == 0 ? 0 : nanos[i] * busyNanos / sum;
        }
        return nanos;
    }
}
