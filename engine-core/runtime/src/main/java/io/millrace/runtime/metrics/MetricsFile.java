// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import io.millrace.api.config.MetricsDetail;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * A worker's metrics as another process sees them, while the worker runs and after it died, even after the file was
 * deleted. Any thread may read.
 */
public final class MetricsFile {

    private final MetricsReader reader;

    private MetricsFile(ByteBuffer memory) {
        reader = new MetricsReader(memory);
    }

    /** Maps a file. Throws an {@link IOException} of one line that says why it cannot be read (yet). */
    public static MetricsFile open(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long bytes = channel.size();
            if (bytes < MetricsDescriptor.HEAD_BYTES || bytes > Integer.MAX_VALUE) {
                throw refuse(file, "has " + bytes + " bytes: it is no metrics file, or its worker is still starting");
            }
            ByteBuffer memory = channel.map(FileChannel.MapMode.READ_ONLY, 0, bytes);
            check(file, memory);
            return new MetricsFile(memory);
        }
    }

    public String worker() {
        return reader.worker();
    }

    public long epoch() {
        return reader.epoch();
    }

    public long pid() {
        return reader.pid();
    }

    /** Returns a count that grows while the worker makes progress; 0 if it does not report its progress. */
    public long heartbeat() {
        return reader.heartbeat();
    }

    /** Reads everything. {@code nowNanos} becomes the time of the snapshot. */
    public WorkerSnapshot read(long nowNanos) {
        return read(nowNanos, MetricsDetail.FULL);
    }

    /**
     * Reads the metrics.
     *
     * @param detail level of detail; {@link MetricsDetail#COUNTS} leaves out latencies, stages and the traffic between
     *     tasks
     */
    public WorkerSnapshot read(long nowNanos, MetricsDetail detail) {
        return detail == MetricsDetail.COUNTS ? reader.counts(nowNanos) : reader.snapshot(nowNanos);
    }

    /**
     * Returns the traces that ended in the last minute.
     *
     * @param nowNanos time by a clock of the worker's node
     */
    public List<TraceRecord> traces(long nowNanos) {
        return reader.traces(nowNanos);
    }

    /** Returns the ids of the finished spout tasks: a small part of {@link #read}, for callers that ask often. */
    public List<Integer> finishedTasks() {
        return reader.finishedTasks();
    }

    private static void check(Path file, ByteBuffer memory) throws IOException {
        if (MetricsMemory.getAcquire(memory, MetricsDescriptor.MAGIC_OFFSET) != MetricsDescriptor.MAGIC) {
            throw refuse(file, "has no magic word: it is no metrics file, or its worker is still starting");
        }
        int version = MetricsMemory.plainGetInt(memory, MetricsDescriptor.VERSION_OFFSET);
        if (version != MetricsDescriptor.VERSION) {
            throw refuse(
                    file,
                    "has layout " + version + ", this program reads " + MetricsDescriptor.VERSION
                            + ": use programs of one version");
        }
        if (!isWhole(memory)) {
            throw refuse(file, "contradicts itself: it is damaged, remove it");
        }
    }

    private static boolean isWhole(ByteBuffer memory) {
        if (MetricsMemory.plainGetLong(memory, MetricsDescriptor.TOTAL_BYTES_OFFSET) != memory.capacity()) {
            return false;
        }
        for (Section section : Section.values()) {
            if (!section.isSound(memory)) {
                return false;
            }
        }
        return hasNames(memory)
                && refersTo(memory, Section.TASKS, MetricsDescriptor.COMPONENT, Section.NAMES)
                && refersTo(memory, Section.TASKS, MetricsDescriptor.EXECUTOR, Section.EXECUTORS)
                && refersTo(memory, Section.EDGES, MetricsDescriptor.EDGE_STREAM, Section.NAMES)
                && refersTo(memory, Section.EDGES, MetricsDescriptor.EDGE_TARGET_COMPONENT, Section.NAMES)
                && refersTo(memory, Section.INFLOWS, MetricsDescriptor.INFLOW_TASK, Section.TASKS)
                && refersTo(memory, Section.INFLOWS, MetricsDescriptor.INFLOW_SOURCE, Section.NAMES)
                && refersTo(memory, Section.INFLOWS, MetricsDescriptor.INFLOW_STREAM, Section.NAMES)
                && refersTo(memory, Section.SINKS, MetricsDescriptor.SINK_TASK, Section.TASKS);
    }

    private static boolean hasNames(ByteBuffer memory) {
        int count = Section.NAMES.count(memory);
        for (int i = 0; i < count; i++) {
            int name = Section.NAMES.block(memory, i);
            int start = MetricsMemory.plainGetInt(memory, name + MetricsDescriptor.NAME_START);
            int bytes = MetricsMemory.plainGetInt(memory, name + MetricsDescriptor.NAME_BYTES);
            if (start < 0 || bytes < 0 || (long) start + bytes > memory.capacity()) {
                return false;
            }
        }
        return count > MetricsDescriptor.WORKER_NAME;
    }

    /** Returns whether all blocks of one section refer to a block of another section that exists. */
    private static boolean refersTo(ByteBuffer memory, Section from, int offset, Section to) {
        for (int i = from.count(memory) - 1; i >= 0; i--) {
            int index = MetricsMemory.plainGetInt(memory, from.block(memory, i) + offset);
            if (index < 0 || index >= to.count(memory)) {
                return false;
            }
        }
        return true;
    }

    private static IOException refuse(Path file, String why) {
        return new IOException("metrics file " + file + " " + why);
    }
}
