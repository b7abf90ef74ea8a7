// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import io.millrace.runtime.plan.TaskPlan;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All counters of one worker, in a file that other processes map, or in memory of this process. The thread that starts
 * the worker makes the counters and gives each executor its part. Any thread may take a snapshot.
 */
public final class WorkerCounters {

    private static final int TOUCH_BYTES = 1 << 16;
    private static final int CUSTOM_BYTES = 1 << 14;

    private final ByteBuffer memory;
    private final MetricsReader reader;
    private final List<ExecutorCounters> executors = new ArrayList<>();
    private final Map<Integer, TaskCounters> tasks = new HashMap<>();
    private final PeerBoard peers;

    private WorkerCounters(ByteBuffer memory, MetricsLayout layout) {
        this.memory = memory;
        layout.write(memory, executors, tasks);
        peers = layout.peerBoard(memory);
        reader = new MetricsReader(memory);
    }

    /**
     * Makes counters in a new file that only its owner may read or write. All its pages are allocated when this
     * returns. The file remains when the worker ends, so that its last counts can be read.
     *
     * @param executors the tasks of each executor of this worker
     * @param peers number of workers of other nodes for which the metrics have room
     * @param customBytes room for the authors' own metrics
     * @throws IOException if the file exists or does not fit, with one line
     * @throws io.millrace.api.error.TopologyException if the counters do not fit into one file
     */
    public static WorkerCounters inFile(
            Path file,
            String worker,
            long epoch,
            TaskPlan plan,
            List<List<Integer>> executors,
            int peers,
            int customBytes)
            throws IOException {
        MetricsLayout layout = new MetricsLayout(worker, epoch, plan, executors, peers, customBytes);
        Set<OpenOption> options =
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try (FileChannel channel = FileChannel.open(file, options, ownerOnly(file))) {
            touch(channel, file, layout.totalBytes());
            return new WorkerCounters(channel.map(FileChannel.MapMode.READ_WRITE, 0, layout.totalBytes()), layout);
        }
    }

    /** Makes counters in a new file without other nodes, and with little room for the authors' own metrics. */
    public static WorkerCounters inFile(
            Path file, String worker, long epoch, TaskPlan plan, List<List<Integer>> executors) throws IOException {
        return inFile(file, worker, epoch, plan, executors, 0, CUSTOM_BYTES);
    }

    /** Makes counters that only this process sees, for a worker without a directory. */
    public static WorkerCounters inMemory(
            String worker, long epoch, TaskPlan plan, List<List<Integer>> executors, int peers, int customBytes) {
        MetricsLayout layout = new MetricsLayout(worker, epoch, plan, executors, peers, customBytes);
        // The buffer is direct, because only a direct one guarantees ordered access to words in every JDK
        int aligned = MetricsDescriptor.align(layout.totalBytes());
        ByteBuffer memory = ByteBuffer.allocateDirect(aligned + MetricsDescriptor.ALIGNMENT)
                .alignedSlice(MetricsDescriptor.ALIGNMENT);
        return new WorkerCounters(memory, layout);
    }

    /**
     * Makes counters that only this process sees, without other nodes, and with little room for authors' own metrics.
     */
    public static WorkerCounters inMemory(String worker, long epoch, TaskPlan plan, List<List<Integer>> executors) {
        return inMemory(worker, epoch, plan, executors, 0, CUSTOM_BYTES);
    }

    /** Returns the counters of an executor, by its position among the worker's executors. */
    public ExecutorCounters executor(int index) {
        return executors.get(index);
    }

    /** Returns the counters of a task of this worker. Throws {@link IllegalArgumentException} for any other task. */
    public TaskCounters task(int task) {
        TaskCounters counters = tasks.get(task);
        if (counters == null) {
            throw new IllegalArgumentException(
                    "task " + task + " has no counters in worker " + reader.worker() + ": it has " + tasks.keySet());
        }
        return counters;
    }

    /** Returns the counters of the workers on other nodes. */
    public PeerBoard peers() {
        return peers;
    }

    /** Publishes that the worker makes progress. One thread at a time may call it. */
    public void beat() {
        MetricsMemory.addRelease(memory, MetricsDescriptor.HEARTBEAT_OFFSET, 1);
    }

    public WorkerSnapshot snapshot(long nowNanos) {
        return reader.snapshot(nowNanos);
    }

    /** Returns the counts only. */
    public WorkerSnapshot counts(long nowNanos) {
        return reader.counts(nowNanos);
    }

    /** Returns the traces that ended in the last minute. */
    public List<TraceRecord> traces(long nowNanos) {
        return reader.traces(nowNanos);
    }

    private static FileAttribute<?>[] ownerOnly(Path file) throws IOException {
        boolean posix = Files.getFileStore(file.toAbsolutePath().getParent()).supportsFileAttributeView("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    /** Writes every page. A full file system refuses a write, but kills a process that stores to a mapping. */
    private static void touch(FileChannel channel, Path file, int bytes) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocate(TOUCH_BYTES);
        try {
            for (int done = 0; done < bytes; ) {
                zeros.clear().limit(Math.min(TOUCH_BYTES, bytes - done));
                done += channel.write(zeros, done);
            }
        } catch (IOException e) {
            Files.deleteIfExists(file);
            throw new IOException(
                    "metrics file " + file + " does not get its " + bytes + " bytes (" + e.getMessage()
                            + "): free space there or set ipc.dir elsewhere",
                    e);
        }
    }
}
