package io.millrace.benchmarks.macro;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * What one sink task records: how many tuples came while recording was on, and how late after they were due. Its figures
 * are written when the first tuple comes after the end. Used by the sink's thread.
 */
public final class Sink {

    /** Without a rate a tuple has no time at which it is due: the clock is read for one in so many. */
    private static final int CLOCK_INTERVAL = 64;

    private final Workload workload;
    private final Path directory;
    private final String name;
    private final Histogram latencies = newHistogram();
    private long start = Long.MAX_VALUE;
    private long from = Long.MAX_VALUE;
    private long until = Long.MAX_VALUE;
    private long tuples;
    private long before = -1;
    private long fromSeen;
    private boolean written;

    /**
     * @param name unique among the sinks
     */
    public Sink(Workload workload, Path directory, String name) {
        this.workload = workload;
        this.directory = directory;
        this.name = name;
        Signals.up(directory, "sink-" + name);
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
        if (now - from >= 0 && now - until < 0) {
            latencies.recordValue(Math.max(1, now - dueNanos));
        }
    }

    private void look(long now) {
        if (start == Long.MAX_VALUE) {
            start = Signals.startOf(directory);
            from = start + TimeUnit.SECONDS.toNanos(workload.warmUpSeconds());
            until = from + TimeUnit.SECONDS.toNanos(workload.seconds());
        }
        if (before < 0 && now - from >= 0) {
            before = tuples;
            fromSeen = now;
        }
        if (!written && now - until >= 0) {
            written = true;
            write(now);
        }
    }

    private void write(long now) {
        ByteBuffer encoded = ByteBuffer.allocate(latencies.getNeededByteBufferCapacity());
        int length = latencies.encodeIntoByteBuffer(encoded);
        Signals.write(
                directory.resolve(SinkReport.PREFIX + name),
                (tuples - before) + " " + (now - fromSeen) + " "
                        + Base64.getEncoder().encodeToString(Arrays.copyOf(encoded.array(), length)));
    }
}
