// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.executor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The rule that says which thread of a worker runs which executor: as few threads as carry the load. A tuple between
 * executors of one thread needs no wake-up, but executors of one thread wait for each other.
 *
 * <p>A thread that is busy for more than a bound, with several executors, leaves half of their load to a thread without
 * any. Two threads that are together busy for less than half of the bound become one. In between nothing changes, so
 * that a load near a bound does not move executors to and fro.
 */
final class ThreadShares {

    private final double most;

    /** @param most share of its time, 0 to 1, for which a thread with several executors may be busy */
    ThreadShares(double most) {
        this.most = most;
    }

    /**
     * Returns the number of the thread for each executor, from 0 to the number of executors less 1.
     *
     * @param busy share of the last interval for which each executor was busy
     * @param present present number of the thread for each executor
     */
    int[] next(double[] busy, int[] present) {
        int[] next = present.clone();
        double[] load = new double[busy.length];
        int[] count = new int[busy.length];
        for (int i = 0; i < busy.length; i++) {
            load[present[i]] += busy[i];
            count[present[i]]++;
        }
        boolean divided = false;
        for (int thread = 0; thread < load.length; thread++) {
            if (load[thread] > most && count[thread] > 1) {
                int free = firstFree(next);
                divide(busy, next, thread, free);
                divided = true;
            }
        }
        if (!divided) {
            unite(load, count, next);
        }
        return next;
    }

    private static int firstFree(int[] threads) {
        return IntStream.range(0, threads.length)
                .filter(thread -> Arrays.stream(threads).noneMatch(used -> used == thread))
                .findFirst()
                .orElseThrow();
    }

    /** Leaves about half of a thread's load to another one, the largest executors first. */
    private static void divide(double[] busy, int[] threads, int from, int to) {
        List<Integer> executors = new ArrayList<>();
        for (int i = 0; i < threads.length; i++) {
            if (threads[i] == from) {
                executors.add(i);
            }
        }
        executors.sort(Comparator.comparingDouble((Integer i) -> busy[i]).reversed());
        double left = 0;
        double given = 0;
        for (int i = 0; i < executors.size(); i++) {
            int executor = executors.get(i);
            // The second one is given in any case: executors without load would all stay
            if (i == 1 || i > 1 && given < left) {
                given += busy[executor];
                threads[executor] = to;
            } else {
                left += busy[executor];
            }
        }
    }

    /** Makes one thread of the two with the least load, if that is little. */
    private void unite(double[] load, int[] count, int[] threads) {
        int[] used = IntStream.range(0, load.length)
                .filter(thread -> count[thread] > 0)
                .boxed()
                .sorted(Comparator.comparingDouble(thread -> load[thread]))
                .mapToInt(Integer::intValue)
                .toArray();
        if (used.length < 2 || load[used[0]] + load[used[1]] > most / 2) {
            return;
        }
        int kept = Math.min(used[0], used[1]);
        int given = Math.max(used[0], used[1]);
        for (int i = 0; i < threads.length; i++) {
            if (threads[i] == given) {
                threads[i] = kept;
            }
        }
    }
}
