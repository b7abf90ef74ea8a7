package io.millrace.benchmarks.netlab;

import io.millrace.benchmarks.macro.Signals;
import io.millrace.benchmarks.macro.Workload;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * What one sink task records: how many tuples came while recording was on, and for each number of crossings how much later
 * than the wire's delay after they were due. Its figures are written when the first tuple comes after the end. Used by the
 * sink's thread.
 */
final class OverheadSink {

    static final String PREFIX = "overhead-";

    private final Path directory;
    private final String name;
    private final Workload workload;
    private final long oneWayNanos;
    private final Histogram[] overheads = newHistograms();
    private long from = Long.MAX_VALUE;
    private long until = Long.MAX_VALUE;
    private long tuples;
    private boolean written;

    /**
     * @param oneWayNanos what the wire takes for each crossing
     * @param name unique among the sinks
     */
    OverheadSink(Workload workload, long oneWayNanos, Path directory, String name) {
        this.workload = workload;
        this.oneWayNanos = oneWayNanos;
        this.directory = directory;
        this.name = name;
        Signals.up(directory, "sink-" + name);
    }

    static Histogram[] newHistograms() {
        return IntStream.rangeClosed(0, Way.MOST_CROSSINGS)
                .mapToObj(crossings -> new Histogram(1, TimeUnit.MINUTES.toNanos(10), 3))
                .toArray(Histogram[]::new);
    }

    /** Takes a tuple that was due at this time and has come this way. */
    void take(long dueNanos, long way) {
        long now = System.nanoTime();
        if (from == Long.MAX_VALUE) {
            from = Signals.startOf(directory) + TimeUnit.SECONDS.toNanos(workload.warmUpSeconds());
            until = from + TimeUnit.SECONDS.toNanos(workload.seconds());
        }
        if (now - from < 0) {
            return;
        }
        if (now - until < 0) {
            tuples++;
            int crossings = Way.crossings(way);
            overheads[crossings].recordValue(Math.max(1, now - dueNanos - crossings * oneWayNanos));
        } else if (!written) {
            written = true;
            write();
        }
    }

    /** A line per number of crossings, after one with the count. */
    private void write() {
        StringBuilder text = new StringBuilder().append(tuples);
        for (Histogram overhead : overheads) {
            ByteBuffer encoded = ByteBuffer.allocate(overhead.getNeededByteBufferCapacity());
            int length = overhead.encodeIntoByteBuffer(encoded);
            text.append('\n').append(Base64.getEncoder().encodeToString(Arrays.copyOf(encoded.array(), length)));
        }
        Signals.write(directory.resolve(PREFIX + name), text.toString());
    }
}
