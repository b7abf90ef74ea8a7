// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.guarantees;

import io.millrace.benchmarks.macro.LogBuckets;
import io.millrace.benchmarks.macro.Signals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/** One sink task's writer of what {@link SinkTimelineDescriptor} shows. Used by the sink's thread. */
final class SinkTimeline {

    private static final long SLOT_NANOS = TimeUnit.MILLISECONDS.toNanos(SinkTimelineDescriptor.SLOT_MILLIS);

    private final Path directory;
    private final int seconds;
    private final MappedByteBuffer file;
    private long start = Long.MAX_VALUE;

    /** @param seconds from the start signal; what comes later is not recorded */
    SinkTimeline(Path directory, int task, int seconds) {
        this.directory = directory;
        this.seconds = seconds;
        Path path = directory.resolve(SinkTimelineDescriptor.fileName(task));
        try (FileChannel channel =
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            file = channel.map(FileChannel.MapMode.READ_WRITE, 0, SinkTimelineDescriptor.length(seconds));
            file.order(ByteOrder.nativeOrder());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot map " + path, e);
        }
        Signals.up(directory, "sink-" + task);
    }

    /** Takes a tuple that was due at this time. */
    void take(long dueNanos) {
        long now = System.nanoTime();
        if (start == Long.MAX_VALUE) {
            start = Signals.startOf(directory);
            if (start == Long.MAX_VALUE) {
                return;
            }
        }
        long slot = (now - start) / SLOT_NANOS;
        int second = (int) (slot / SinkTimelineDescriptor.SLOTS_PER_SECOND);
        if (now - start >= 0 && second < seconds) {
            increment(SinkTimelineDescriptor.slotOffset((int) slot));
            increment(SinkTimelineDescriptor.bucketOffset(seconds, second, LogBuckets.index((now - dueNanos) / 1_000)));
        }
    }

    private void increment(int offset) {
        file.putInt(offset, file.getInt(offset) + 1);
    }
}
