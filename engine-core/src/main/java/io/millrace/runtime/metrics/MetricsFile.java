package io.millrace.runtime.metrics;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * A worker's metrics as another process sees them, while the worker runs and after it died, even after the file was
 * removed. Any thread may read.
 */
public final class MetricsFile {

    private final MetricsReader reader;

    private MetricsFile(ByteBuffer memory) {
        reader = new MetricsReader(memory);
    }

    /** Maps a file; an {@link IOException} of one line says why it cannot be read (yet). */
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

    /** The counts as they are now; {@code nowNanos} is put into the snapshot. */
    public WorkerSnapshot read(long nowNanos) {
        return reader.snapshot(nowNanos);
    }

    public List<ExecutorReading> executors() {
        return reader.executors();
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
        int executors = MetricsMemory.plainGetInt(memory, MetricsDescriptor.EXECUTORS_OFFSET);
        int tasks = MetricsMemory.plainGetInt(memory, MetricsDescriptor.TASKS_OFFSET);
        boolean whole = MetricsMemory.plainGetLong(memory, MetricsDescriptor.TOTAL_BYTES_OFFSET) == memory.capacity()
                && MetricsMemory.plainGetInt(memory, MetricsDescriptor.EXECUTOR_STRIDE_OFFSET)
                        == MetricsDescriptor.EXECUTOR_STRIDE
                && MetricsMemory.plainGetInt(memory, MetricsDescriptor.TASK_STRIDE_OFFSET)
                        == MetricsDescriptor.TASK_STRIDE
                && lieIn(
                        memory,
                        MetricsMemory.plainGetInt(memory, MetricsDescriptor.EXECUTOR_BLOCKS_OFFSET),
                        (long) executors * MetricsDescriptor.EXECUTOR_STRIDE)
                && lieIn(
                        memory,
                        MetricsMemory.plainGetInt(memory, MetricsDescriptor.TASK_BLOCKS_OFFSET),
                        (long) tasks * MetricsDescriptor.TASK_STRIDE)
                && hasString(memory, MetricsDescriptor.WORKER_OFFSET);
        for (int i = 0; whole && i < tasks; i++) {
            int block = MetricsMemory.plainGetInt(memory, MetricsDescriptor.TASK_BLOCKS_OFFSET)
                    + i * MetricsDescriptor.TASK_STRIDE;
            whole = hasString(memory, block + MetricsDescriptor.COMPONENT);
        }
        if (!whole) {
            throw refuse(file, "contradicts itself: it is damaged, remove it");
        }
    }

    private static boolean hasString(ByteBuffer memory, int reference) {
        return lieIn(
                memory,
                MetricsMemory.plainGetInt(memory, reference),
                MetricsMemory.plainGetInt(memory, reference + Integer.BYTES));
    }

    private static boolean lieIn(ByteBuffer memory, int start, long bytes) {
        return start >= 0 && bytes >= 0 && start + bytes <= memory.capacity();
    }

    private static IOException refuse(Path file, String why) {
        return new IOException("metrics file " + file + " " + why);
    }
}
