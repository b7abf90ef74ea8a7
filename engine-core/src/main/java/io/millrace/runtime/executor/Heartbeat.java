package io.millrace.runtime.executor;

import java.util.Arrays;
import java.util.List;

/**
 * Publishes that a worker makes progress, unless one of its executors has made none since the previous pulse. Only the
 * worker's timer calls {@link #pulse}.
 */
public final class Heartbeat {

    /** An executor, as the timer sees it. */
    interface Part {

        /** Whether it must make progress; false if it waits for work, or may take any time. */
        boolean mustProgress();

        /** Returns a count that grows with its progress. */
        long progress();
    }

    private static final long NOT_SEEN = -1;

    private final List<? extends Part> parts;
    private final Runnable beat;
    private final long[] seen;

    public static Heartbeat of(List<ExecutorThread> threads, Runnable beat) {
        return new Heartbeat(threads, beat);
    }

    /** @param beat publishes that the worker makes progress */
    Heartbeat(List<? extends Part> parts, Runnable beat) {
        this.parts = parts;
        this.beat = beat;
        this.seen = new long[parts.size()];
        Arrays.fill(seen, NOT_SEEN);
    }

    /** Must be called regularly. */
    void pulse() {
        boolean stuck = false;
        for (int i = 0; i < seen.length; i++) {
            long now = parts.get(i).mustProgress() ? parts.get(i).progress() : NOT_SEEN;
            stuck |= now != NOT_SEEN && now == seen[i];
            seen[i] = now;
        }
        if (!stuck) {
            beat.run();
        }
    }
}
