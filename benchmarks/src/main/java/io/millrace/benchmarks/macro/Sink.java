// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * What one sink task records: how many tuples came while recording was on, and how late after they were due. Its
 * figures are written a while after the end, when other sinks on the same thread have ended too. Used by the sink's
 * thread.
 */
public final class Sink {

    /** Without a rate a tuple has no time at which it is due: the clock is read for one in so many. */
    private static final int CLOCK_INTERVAL = 64;

    /** The length of the windows of the warm-up. */
    private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /**
     * Writing takes milliseconds, for which whoever is still being measured must not wait; sources go on for two
     * seconds.
     */
    private static final long WRITE_AFTER_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Workload workload;
    private final Path directory;
    private final String name;
    private final Histogram latencies = newHistogram();
    private final SecondsPercentiles seconds = new SecondsPercentiles();
    private long next = System.nanoTime();
    private long from = Long.MAX_VALUE;
    private long until;
    private long tuples;
    private long windowStart;
    private int windows;
    private boolean measuring;
    private boolean ended;
    private long measuredNanos;
    private long measuredTuples;

    /**
     * Says that it is up.
     *
     * @param name unique among the sinks
     */
    public Sink(Workload workload, Path directory, String name) {
        this(workload, name, directory);
        Signals.up(directory, "sink-" + name);
    }

    private Sink(Workload workload, String name, Path directory) {
        this.workload = workload;
        this.directory = directory;
        this.name = name;
    }

    /** The sink of an aggregate, which engines do not tell its task nor its start: another sink says that it is up. */
    public static Sink ofAggregate(Workload workload, Path directory) {
        return new Sink(workload, "aggregate-" + UUID.randomUUID(), directory);
    }

    static Histogram newHistogram() {
        return new Histogram(1, TimeUnit.MINUTES.toNanos(10), 3);
    }

    /** Takes a tuple that was due at this time. */
    public void take(long dueNanos) {
        tuples++;
        if (workload.unlimited()) {
            if (tuples % CLOCK_INTERVAL == 0) {
                look(System.nanoTime());
            }
            return;
        }
        long now = System.nanoTime();
        look(now);
        if (!ended) {
            long latency = Math.max(1, now - dueNanos);
            latencies.recordValue(latency);
            seconds.record(latency);
        }
    }

    private void look(long now) {
        if (now - next >= 0) {
            turn(now);
        }
    }

    /**
     * Begins a window, which is a second of the measurement. The warm-up consists of many that are recorded as the last
     * one is, and forgotten: a branch that is taken first when the measurement begins would have the compiler's work on
     * all around it thrown away at that moment.
     */
    private void turn(long now) {
        if (from == Long.MAX_VALUE) {
            from = Signals.startOf(directory) + TimeUnit.SECONDS.toNanos(workload.warmUpSeconds());
            until = from + TimeUnit.SECONDS.toNanos(workload.seconds());
        }
        if (ended) {
            next = now + TimeUnit.HOURS.toNanos(1);
            write();
            return;
        }
        seconds.end();
        if (now - until >= 0) {
            ended = true;
            measuredNanos = now - windowStart;
            measuredTuples = tuples;
            next = now + WRITE_AFTER_NANOS;
            return;
        }
        boolean warm = now - from >= 0;
        // Not each time: the branch is to be known to the compiler both ways
        if (warm ? !measuring : windows++ % 4 == 0) {
            latencies.reset();
            seconds.clear();
            tuples = 0;
            windowStart = now;
        }
        measuring = warm;
        next = now + (warm ? Math.min(until - now, SECOND_NANOS) : Math.min(from - now, WINDOW_NANOS));
    }

    private void write() {
        Signals.write(
                directory.resolve(SinkReport.PREFIX + name),
                measuredTuples + " " + measuredNanos + " " + Histograms.encode(latencies) + " " + seconds.encode());
    }
}
