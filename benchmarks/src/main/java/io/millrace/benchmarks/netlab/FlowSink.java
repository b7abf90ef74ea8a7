// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import io.millrace.benchmarks.macro.Signals;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * What one sink task records of each second since the start: tuples, those that came from the other host, and how late
 * they were. A file per second, written when the next one begins or the task ends; an instance that takes the task over
 * writes its own. Used by the sink's thread; {@link FlowReport} reads.
 */
final class FlowSink {

    static final String PREFIX = "flow-";
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Path directory;
    private final String name;
    private final Histogram lateMicros = newHistogram();
    private long start = Long.MAX_VALUE;
    private long second = Long.MIN_VALUE;
    private long crossed;

    FlowSink(Path directory, int task) {
        this.directory = directory;
        this.name = task + "-" + System.nanoTime();
        Signals.up(directory, "sink-" + task);
    }

    static Histogram newHistogram() {
        return new Histogram(1, TimeUnit.MINUTES.toMicros(10), 2);
    }

    /** Takes a tuple that was due at this time. */
    void take(long dueNanos, boolean crosses) {
        long now = System.nanoTime();
        if (start == Long.MAX_VALUE) {
            start = Signals.startOf(directory);
        }
        long present = Math.floorDiv(now - start, SECOND);
        if (present != second) {
            write();
            second = present;
        }
        lateMicros.recordValue(Math.max(1, (now - dueNanos) / 1_000));
        crossed += crosses ? 1 : 0;
    }

    void close() {
        write();
    }

    /** The second, those that crossed, and the histogram with the number of all. */
    private void write() {
        if (lateMicros.getTotalCount() > 0) {
            ByteBuffer encoded = ByteBuffer.allocate(lateMicros.getNeededByteBufferCapacity());
            int length = lateMicros.encodeIntoByteBuffer(encoded);
            String histogram = Base64.getEncoder().encodeToString(Arrays.copyOf(encoded.array(), length));
            Signals.write(directory.resolve(PREFIX + name + "-" + second), second + " " + crossed + " " + histogram);
        }
        lateMicros.reset();
        crossed = 0;
    }
}
