// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.executor;

import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Lets the executors of a worker share threads as a rule says, which is {@link ThreadShares} but in tests. Each
 * executor begins on a thread of its own, where it opens its components and loads their states, side by side with the
 * others; when all tasks run, one thread runs them all. Once a second the worker's watchdog looks at the load.
 */
public final class ThreadSharing {

    private static final long INTERVAL_NANOS = 1_000_000_000;
    private static final int ON_ITS_WAY = -1;

    private final BiFunction<double[], int[], int[]> rule;
    private final ExecutorThread[] threads;
    private final Executor[] executors;
    private final long[] busyNanos;
    private boolean begun;
    private long lookedAt;

    /**
     * @param threads threads that may share, each with one executor
     * @param rule returns the number of the thread for each executor, given the share of the last second for which each
     *     was busy, and the present numbers; a number is a position in the list
     */
    public ThreadSharing(List<ExecutorThread> threads, BiFunction<double[], int[], int[]> rule) {
        this.rule = rule;
        this.threads = threads.toArray(ExecutorThread[]::new);
        this.executors =
                threads.stream().map(thread -> thread.agent().executors()[0]).toArray(Executor[]::new);
        this.busyNanos = new long[executors.length];
    }

    /**
     * Moves executors if it is time for that. One thread calls it.
     *
     * @return when it is to be called again
     */
    public long look(long now) {
        if (!begun) {
            if (allRun()) {
                begun = true;
                measure(1);
                move(numbers(), new int[executors.length]);
                lookedAt = now;
            }
        } else if (now - lookedAt >= INTERVAL_NANOS) {
            double[] busy = measure(now - lookedAt);
            lookedAt = now;
            int[] present = numbers();
            // An executor that has not arrived yet, because a call of another one lasts, is left alone
            if (Arrays.stream(present).noneMatch(number -> number == ON_ITS_WAY)) {
                move(present, rule.apply(busy, present));
            }
        }
        return begun ? lookedAt + INTERVAL_NANOS : now + INTERVAL_NANOS / 20;
    }

    private boolean allRun() {
        return Arrays.stream(threads).noneMatch(thread -> thread.state() == ExecutorThread.State.NEW)
                && Arrays.stream(executors).allMatch(Executor::isRunning);
    }

    private double[] measure(long nanos) {
        double[] busy = new double[executors.length];
        for (int i = 0; i < executors.length; i++) {
            long total = executors[i].busyNanos();
            busy[i] = (double) (total - busyNanos[i]) / nanos;
            busyNanos[i] = total;
        }
        return busy;
    }

    /** Returns the number of the thread that runs each executor now. */
    private int[] numbers() {
        int[] numbers = new int[executors.length];
        Arrays.fill(numbers, ON_ITS_WAY);
        for (int thread = 0; thread < threads.length; thread++) {
            List<Executor> here = List.of(threads[thread].agent().executors());
            for (int i = 0; i < executors.length; i++) {
                if (here.contains(executors[i])) {
                    numbers[i] = thread;
                }
            }
        }
        return numbers;
    }

    private void move(int[] present, int[] next) {
        for (int i = 0; i < executors.length; i++) {
            if (next[i] != present[i]) {
                threads[present[i]].agent().give(executors[i], threads[next[i]].agent());
            }
        }
    }
}
