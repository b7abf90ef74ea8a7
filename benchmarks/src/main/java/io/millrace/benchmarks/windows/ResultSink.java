// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.windows;

import io.millrace.benchmarks.macro.Histograms;
import io.millrace.benchmarks.macro.Signals;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;

/**
 * Takes the results of windows. With a rate it records how late each comes behind the time at which the event was due
 * that let the watermark pass. Used by the sink's thread.
 */
public final class ResultSink {

    private final Job job;
    private final EventSequence sequence;
    private final Path directory;
    private final Histogram latencies = newHistogram();
    private final WindowTotals totals;

    /** Written after all that a result changes, so that who reads it sees that. */
    private final AtomicLong results = new AtomicLong();

    private volatile boolean recording;
    private long start = Long.MAX_VALUE;
    private long lastEnd = Long.MIN_VALUE;
    private long lastDue;

    /** @param index 0 or 1 */
    public ResultSink(String encoded, String directory, int index) {
        this.job = Job.decode(encoded);
        this.directory = Path.of(directory);
        this.sequence = new EventSequence(job.shape(), job.keys());
        this.totals = new WindowTotals(job.shape());
        Signals.up(this.directory, "sink-" + index);
        RecordingThread.start(this.directory, job, "sink-" + index, new Report());
    }

    static Histogram newHistogram() {
        return new Histogram(1, TimeUnit.MINUTES.toNanos(10), 3);
    }

    /**
     * Takes a result.
     *
     * @param from in milliseconds since 1970
     * @param to the window ends before
     */
    public void take(long from, long to, long count, long sum) {
        totals.add(from, to, count, sum);
        if (recording && !job.unlimited()) {
            latencies.recordValue(Math.max(1, System.nanoTime() - due(to)));
        }
        results.setRelease(results.getPlain() + 1);
    }

    private long due(long end) {
        if (end != lastEnd) {
            if (start == Long.MAX_VALUE) {
                start = Signals.startOf(directory);
            }
            lastEnd = end;
            lastDue = EventSource.dueNanos(job, start, sequence.passing(end));
        }
        return lastDue;
    }

    /** How many results it has taken while that was recorded, in how long, how late, and what all windows had. */
    private final class Report extends RecordingThread.Counted {

        Report() {
            super(results);
        }

        @Override
        public void begin() {
            super.begin();
            recording = true;
        }

        @Override
        public void end() {
            recording = false;
            super.end();
        }

        @Override
        public String text() {
            String totalsOrNone = results.getAcquire() == 0 ? "0/0," : totals.encode();
            return super.text() + " " + Histograms.encode(latencies) + " " + totalsOrNone;
        }
    }
}
