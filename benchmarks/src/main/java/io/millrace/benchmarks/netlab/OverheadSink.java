// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import io.millrace.benchmarks.macro.Histograms;
import io.millrace.benchmarks.macro.Signals;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * What one sink task records: how many tuples came in a phase, and for each number of crossings how much later
 * than the wire's delay after they were due. Its figures are written when the first tuple comes after the end of the
 * phase. Used by the sink's thread.
 */
final class OverheadSink {

    /** What is recorded of a tuple that came as fast as the wire, in nanoseconds: the least that a histogram takes. */
    static final long NO_OVERHEAD = 1;

    private static final String PREFIX = "overhead-";

    /** The length of the windows before a phase. */
    private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final Path directory;
    private final String name;
    private final Phases phases;
    private final Histogram[] overheads = newHistograms();
    private final Arrivals arrivals;
    private int phase;
    private long start = Long.MAX_VALUE;
    private boolean measures;
    private long next;

    /**
     * Says that it is up.
     *
     * @param name unique among the sinks
     */
    OverheadSink(Phases phases, Path directory, String name) {
        this(phases, name, directory);
        Signals.up(directory, "sink-" + name);
    }

    private OverheadSink(Phases phases, String name, Path directory) {
        this.phases = phases;
        this.directory = directory;
        this.name = name;
        this.arrivals = new Arrivals(phases.seconds());
    }

    /** The sink of an aggregate, which the engine does not tell its task: another sink says that it is up. */
    static OverheadSink ofAggregate(Phases phases, Path directory) {
        return new OverheadSink(phases, "aggregate-" + UUID.randomUUID(), directory);
    }

    static Histogram[] newHistograms() {
        return IntStream.rangeClosed(0, Crossings.MOST_CROSSINGS)
                .mapToObj(crossings -> new Histogram(1, TimeUnit.MINUTES.toNanos(10), 3))
                .toArray(Histogram[]::new);
    }

    static String prefix(int phase) {
        return PREFIX + phase + "-";
    }

    /** Takes a tuple that was due at this time and has come this way. */
    void take(long dueNanos, long way) {
        long now = System.nanoTime();
        if (start == Long.MAX_VALUE) {
            start = Signals.startOf(directory);
            next = now;
        }
        if (phase < phases.count() && now - next >= 0) {
            turn(now);
        }
        if (phase == phases.count()) {
            return;
        }
        arrivals.take(now);
        int crossings = Crossings.crossings(way);
        overheads[crossings].recordValue(
                Math.max(NO_OVERHEAD, now - dueNanos - crossings * phases.oneWayNanos()[phase]));
    }

    /**
     * Begins to record anew. What comes before a phase is recorded as in it, and forgotten, in many windows: a branch
     * that is taken first when a measurement begins would have the compiler's work on all around it thrown away at that
     * moment.
     */
    private void turn(long now) {
        if (measures) {
            arrivals.end(now);
            write();
            phase++;
            measures = false;
            if (phase == phases.count()) {
                return;
            }
        }
        for (Histogram overhead : overheads) {
            overhead.reset();
        }
        long from = start + TimeUnit.SECONDS.toNanos(phases.from(phase));
        measures = now - from >= 0;
        arrivals.begin(measures ? from : now);
        next = measures
                ? start + TimeUnit.SECONDS.toNanos(phases.until(phase))
                : now + Math.min(from - now, WINDOW_NANOS);
    }

    /** A line per number of crossings, after one with the arrivals. */
    private void write() {
        StringBuilder text = new StringBuilder().append(arrivals.encode());
        for (Histogram overhead : overheads) {
            text.append('\n').append(Histograms.encode(overhead));
        }
        Signals.write(directory.resolve(prefix(phase) + name), text.toString());
    }
}
