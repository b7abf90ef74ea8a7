// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.executor;

import java.util.Arrays;
import java.util.List;

/**
 * Publishes that a worker makes progress: one beat when each of its executors has made progress since the last beat. So
 * the longest pause between beats is the longest time without progress of one executor, however their calls overlap.
 * Only the worker's timer calls {@link #pulse}.
 */
public final class Heartbeat {

    /** An executor, as the timer sees it. */
    interface Part {

        /** Returns whether the executor must make progress; false if it waits for work, or may take any time. */
        boolean mustProgress();

        /** Returns a count that grows with the executor's progress. */
        long progress();
    }

    private static final long NOT_SEEN = -1;

    private final List<? extends Part> parts;
    private final Runnable beat;
    private final long[] seen;

    /** The executors that have made progress since the last beat. */
    private final boolean[] progressed;

    public static Heartbeat of(List<ExecutorThread> threads, Runnable beat) {
        return new Heartbeat(threads, beat);
    }

    /** @param beat action that publishes that the worker makes progress */
    Heartbeat(List<? extends Part> parts, Runnable beat) {
        this.parts = parts;
        this.beat = beat;
        this.seen = new long[parts.size()];
        this.progressed = new boolean[parts.size()];
        Arrays.fill(seen, NOT_SEEN);
    }

    /** Publishes a beat if all executors have made progress. Must be called regularly. */
    void pulse() {
        boolean all = true;
        for (int i = 0; i < seen.length; i++) {
            long now = parts.get(i).mustProgress() ? parts.get(i).progress() : NOT_SEEN;
            progressed[i] |= now == NOT_SEEN || now != seen[i];
            seen[i] = now;
            all &= progressed[i];
        }
        if (all) {
            Arrays.fill(progressed, false);
            beat.run();
        }
    }
}
