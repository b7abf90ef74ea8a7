// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.traffic;

import java.util.List;

/**
 * Splits an executor's busy time among its tasks from sampled call times; pure.
 *
 * <p>A bolt task's time is its number of calls times the mean time of the sampled calls. A spout task has no sampled
 * calls. It gets a share, by the length of its turns, of the time of all turns that the bolt tasks do not explain. Then
 * all times are scaled so that their sum is the busy time, which also includes the reading of tuples.
 */
final class CpuSplit {

    /** The work of one task in an interval; see {@link io.millrace.runtime.metrics.TaskTime}. */
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
     * @param busyNanos the busy time of the executor in the interval
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
