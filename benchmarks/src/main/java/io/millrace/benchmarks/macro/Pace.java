// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * When one source's tuples are due: equally spaced, the sources in turn, from the start signal until two seconds after
 * recording ends, or longer if sinks take few tuples per second. Used by the source's thread.
 */
public final class Pace {

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long LEAST_OVERTIME_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** A sink writes its figures only when it takes tuples after the end: it gets so many of them on the average. */
    private static final int OVERTIME_TUPLES = 20;

    private final Workload workload;
    private final Path directory;
    private final int source;
    private final int sources;
    private long lookAt = Long.MIN_VALUE;
    private long start = Long.MAX_VALUE;
    private long end = Long.MAX_VALUE;
    private long emitted;
    private long due;

    /**
     * @param source from 0
     */
    public Pace(Workload workload, Path directory, int source) {
        this(workload, directory, source, workload.tasks());
    }

    /**
     * @param source from 0 to {@code sources - 1}
     * @param sources how many share the workload's rate
     */
    public Pace(Workload workload, Path directory, int source, int sources) {
        this.workload = workload;
        this.directory = directory;
        this.source = source;
        this.sources = sources;
        Signals.up(directory, "source-" + source);
    }

    /** When the next tuple is due, if that is now or in the past; {@link Long#MAX_VALUE} if nothing is due. */
    public long next(long now) {
        if (start == Long.MAX_VALUE && !started(now)) {
            return Long.MAX_VALUE;
        }
        if (workload.unlimited()) {
            return now - start >= 0 && now - end < 0 ? now : Long.MAX_VALUE;
        }
        return due <= now && due - end < 0 ? due : Long.MAX_VALUE;
    }

    /** Before this time nothing that is not due now will be. */
    public long idleUntil(long now) {
        if (start == Long.MAX_VALUE) {
            return lookAt;
        }
        if (workload.unlimited()) {
            return now;
        }
        return due - end < 0 ? due : now + LOOK_NANOS;
    }

    /** The tuple that was due has been emitted. */
    public void emitted() {
        emitted++;
        due = dueAt(emitted);
    }

    /** How many have been emitted: the position of a source that can be read again. */
    public long position() {
        return emitted;
    }

    /** Goes on behind so many; what was due meanwhile is due at once. Also before the start. */
    public void restore(long position) {
        emitted = position;
        due = start == Long.MAX_VALUE ? 0 : dueAt(emitted);
    }

    /** Goes on with what is due from now on, if the start signal was given: for a source that starts again. */
    public void goOnAt(long now) {
        if (started(now) && !workload.unlimited()) {
            restore(Math.max(0, now - start) * workload.rate() / TimeUnit.SECONDS.toNanos(1) / sources);
        }
    }

    private boolean started(long now) {
        if (lookAt != Long.MIN_VALUE && now - lookAt < 0) {
            return false;
        }
        lookAt = now + LOOK_NANOS;
        long signalled = Signals.startOf(directory);
        if (signalled == Long.MAX_VALUE) {
            return false;
        }
        start = signalled;
        end = start + TimeUnit.SECONDS.toNanos(workload.warmUpSeconds() + workload.seconds()) + overtimeNanos();
        due = dueAt(emitted);
        return true;
    }

    private long overtimeNanos() {
        return workload.unlimited()
                ? LEAST_OVERTIME_NANOS
                : Math.max(
                        LEAST_OVERTIME_NANOS,
                        TimeUnit.SECONDS.toNanos(OVERTIME_TUPLES) * workload.tasks() / workload.rate());
    }

    /** When the tuple of a number of this source is due; 0 without a rate. After the start. */
    public long dueAt(long number) {
        return workload.unlimited() ? 0 : dueAt(workload, start, number * sources + source);
    }

    /** When a tuple of a workload with a rate is due, by its number among those of all sources. */
    static long dueAt(Workload workload, long start, long number) {
        return start + number * TimeUnit.SECONDS.toNanos(1) / workload.rate();
    }
}
