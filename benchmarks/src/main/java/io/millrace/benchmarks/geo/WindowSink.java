// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import io.millrace.benchmarks.macro.Signals;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * What the only sink records: how many tuples came in each window, how late they were, and how much of that is above
 * the wire's delay. Each window is written when the first tuple comes after its end. Used by the sink's thread.
 */
final class WindowSink {

    private static final long MOST_NANOS = TimeUnit.MINUTES.toNanos(10);
    private static final double MILLIS = 1e6;

    private final Windows windows;
    private final Path directory;
    private final Histogram latencies = new Histogram(1, MOST_NANOS, 3);
    private final Histogram overheads = new Histogram(1, MOST_NANOS, 3);
    private long start = Long.MAX_VALUE;
    private int window = -1;
    private long begunNanos;

    /** Says that it is up. */
    WindowSink(Windows windows, Path directory) {
        this.windows = windows;
        this.directory = directory;
        Signals.up(directory, "sink");
    }

    static Path file(Path directory, int window) {
        return directory.resolve("window-" + window);
    }

    void take(long dueNanos, long wireNanos) {
        long now = System.nanoTime();
        if (start == Long.MAX_VALUE) {
            start = Signals.startOf(directory);
        }
        int at = windows.at(now - start);
        if (at != window) {
            if (window >= 0) {
                write(now);
            }
            window = at;
            begunNanos = now;
            latencies.reset();
            overheads.reset();
        }
        latencies.recordValue(Math.max(1, Math.min(MOST_NANOS, now - dueNanos)));
        overheads.recordValue(Math.max(1, Math.min(MOST_NANOS, now - dueNanos - wireNanos)));
    }

    private void write(long now) {
        double seconds = (double) (now - begunNanos) / TimeUnit.SECONDS.toNanos(1);
        String text = "per_second=" + latencies.getTotalCount() / seconds;
        text += " mean_ms=" + latencies.getMean() / MILLIS;
        for (int percent : new int[] {50, 99}) {
            text += " p" + percent + "_ms=" + latencies.getValueAtPercentile(percent) / MILLIS;
            text += " above_p" + percent + "_ms=" + overheads.getValueAtPercentile(percent) / MILLIS;
        }
        // The text is written without a library, as a worker has none of this benchmark's
        Signals.write(file(directory, window), text);
    }
}
