// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.windows;

import io.millrace.benchmarks.macro.Signals;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * When one source's events are due; it has every second event of the sequence. With a rate it fills the windows first,
 * as fast as it can, and then each event has a time at which it is due. Without one, an event is due at once, unless
 * the other source is far behind: the state would depend on how far they are apart. Used by the source's thread.
 */
public final class EventSource {

    /** The signal to fill windows. */
    static final String FILL = "fill";

    static final String FULL = "full-";

    /** Nothing is due. */
    public static final long NONE = -1;

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long DRIFT_NANOS = TimeUnit.MICROSECONDS.toNanos(50);
    private static final long OVERTIME_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Half a second of event time, in events of one source. */
    private static final long MOST_AHEAD = 500L * EventSequence.PER_MILLI / Job.TASKS;

    /** What each source of a directory has emitted; sources of one process see each other. */
    private static final Map<String, AtomicLong> EMITTED = new ConcurrentHashMap<>();

    private final Job job;
    private final Path directory;
    private final int source;
    private final EventSequence sequence;
    private final AtomicLong shared;
    private final AtomicLong other;
    private final long filling;
    private long emitted;
    private long limit;
    private long lookAt = Long.MIN_VALUE;
    private long start = Long.MAX_VALUE;
    private long end = Long.MAX_VALUE;
    private boolean full;

    /**
     * @param encoded the job
     * @param source 0 or 1
     */
    public EventSource(String encoded, String directory, int source) {
        this.job = Job.decode(encoded);
        this.directory = Path.of(directory);
        this.source = source;
        this.sequence = new EventSequence(job.shape(), job.keys());
        this.shared = counter(directory, source);
        this.other = counter(directory, 1 - source);
        this.filling = filling(job) / Job.TASKS;
        Signals.up(this.directory, "source-" + source);
        RecordingThread.start(this.directory, job, "source-" + source, new Report());
    }

    private static AtomicLong counter(String directory, int source) {
        return EMITTED.computeIfAbsent(directory + "#" + source, none -> new AtomicLong());
    }

    /** How many events fill all windows that are open at the same time; an even number. */
    static long filling(Job job) {
        return job.unlimited()
                ? 0
                : EventSequence.PER_MILLI
                        * (job.shape().sizeMillis() + job.shape().slideMillis());
    }

    /** When an event of the sequence is due. */
    static long dueNanos(Job job, long start, long index) {
        return start + (index - filling(job)) * TimeUnit.SECONDS.toNanos(1) / job.rate();
    }

    /** How many events this source has emitted: its position, from which it can be read again. */
    public long position() {
        return emitted;
    }

    public void restore(long position) {
        emitted = position;
    }

    /** Returns the index of the event that is due; {@link #NONE} if none is. */
    public long next(long now) {
        long index = emitted * Job.TASKS + source;
        if (emitted < filling) {
            return signalled(now, FILL) && !isAhead() ? index : NONE;
        }
        if (!full) {
            full = true;
            if (filling > 0) {
                Signals.write(directory.resolve(FULL + source), "");
            }
        }
        if (start == Long.MAX_VALUE && !started(now) || now - start < 0 || now - end >= 0) {
            return NONE;
        }
        if (job.unlimited()) {
            return isAhead() ? NONE : index;
        }
        long due = dueNanos(job, start, index);
        return due - now <= 0 && due - end < 0 ? index : NONE;
    }

    /** Before this time nothing that is not due now will be. */
    public long idleUntil(long now) {
        if (emitted < filling) {
            return now + (lookAt == Long.MAX_VALUE ? DRIFT_NANOS : LOOK_NANOS);
        }
        if (start == Long.MAX_VALUE || now - end >= 0) {
            return now + LOOK_NANOS;
        }
        return job.unlimited()
                ? Math.max(start, now + DRIFT_NANOS)
                : Math.max(now + 1, dueNanos(job, start, emitted * Job.TASKS + source));
    }

    /** The event that was due has been emitted. */
    public void emitted() {
        emitted++;
        shared.setRelease(emitted);
    }

    public EventSequence sequence() {
        return sequence;
    }

    private boolean isAhead() {
        if (emitted < limit) {
            return false;
        }
        limit = other.getAcquire() + MOST_AHEAD;
        return emitted >= limit;
    }

    private boolean signalled(long now, String signal) {
        if (lookAt == Long.MAX_VALUE) {
            return true;
        }
        if (lookAt != Long.MIN_VALUE && now - lookAt < 0) {
            return false;
        }
        boolean there = Files.exists(directory.resolve(signal));
        lookAt = there ? Long.MAX_VALUE : now + LOOK_NANOS;
        return there;
    }

    private boolean started(long now) {
        if (lookAt == Long.MAX_VALUE) {
            lookAt = Long.MIN_VALUE;
        }
        if (lookAt != Long.MIN_VALUE && now - lookAt < 0) {
            return false;
        }
        lookAt = now + LOOK_NANOS;
        long signalled = Signals.startOf(directory);
        if (signalled == Long.MAX_VALUE) {
            return false;
        }
        start = signalled;
        end = start + TimeUnit.SECONDS.toNanos(job.warmUpSeconds() + job.seconds()) + OVERTIME_NANOS;
        return true;
    }

    /** How many events it has emitted while that was recorded, in how long, and in all. */
    private final class Report extends RecordingThread.Counted {

        Report() {
            super(shared);
        }

        @Override
        public String text() {
            return super.text() + " " + shared.getAcquire();
        }
    }
}
