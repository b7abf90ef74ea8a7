package io.millrace.runtime.metrics;

import io.millrace.runtime.plan.TaskPlan;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
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
import java.util.TreeSet;

/**
 * All counters of one worker, in a file that others map or in memory of its own. Made by the thread that starts the
 * worker, which hands each executor its parts; any thread may take a snapshot.
 */
public final class WorkerCounters {

    private static final int TOUCH_BYTES = 1 << 16;

    private final MetricsReader reader;
    private final List<ExecutorCounters> executors = new ArrayList<>();
    private final Map<Integer, TaskCounters> tasks = new HashMap<>();

    private WorkerCounters(ByteBuffer memory, Layout layout) {
        layout.writeHead(memory);
        for (int i = 0; i < layout.executors; i++) {
            executors.add(new ExecutorCounters(memory, layout.executorBlocks + i * MetricsDescriptor.EXECUTOR_STRIDE));
        }
        int block = layout.taskBlocks;
        for (int task : layout.tasks) {
            tasks.put(task, new TaskCounters(memory, block, layout.plan.componentOf(task), task));
            block += MetricsDescriptor.TASK_STRIDE;
        }
        reader = new MetricsReader(memory);
    }

    /**
     * Counters in a new file, which only its owner may read or write; all its pages exist when this returns. The file
     * stays when the worker ends, so that its last counts can be read.
     *
     * @param tasks the tasks that run in this worker
     * @throws IOException if the file exists or does not fit, in one line
     */
    public static WorkerCounters inFile(
            Path file, String worker, long epoch, TaskPlan plan, Iterable<Integer> tasks, int executors)
            throws IOException {
        Layout layout = new Layout(worker, epoch, plan, tasks, executors);
        Set<OpenOption> options =
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try (FileChannel channel = FileChannel.open(file, options, ownerOnly(file))) {
            touch(channel, file, layout.totalBytes);
            return new WorkerCounters(channel.map(FileChannel.MapMode.READ_WRITE, 0, layout.totalBytes), layout);
        }
    }

    /** Counters that only this process sees, for a worker without a directory. */
    public static WorkerCounters inMemory(
            String worker, long epoch, TaskPlan plan, Iterable<Integer> tasks, int executors) {
        Layout layout = new Layout(worker, epoch, plan, tasks, executors);
        // Direct, as only there every JDK guarantees ordered access to words.
        int aligned = MetricsDescriptor.align(layout.totalBytes);
        ByteBuffer memory = ByteBuffer.allocateDirect(aligned + MetricsDescriptor.ALIGNMENT)
                .alignedSlice(MetricsDescriptor.ALIGNMENT);
        return new WorkerCounters(memory, layout);
    }

    /** The counters of an executor, by its position among the worker's executors. */
    public ExecutorCounters executor(int index) {
        return executors.get(index);
    }

    /** The counters of a task of this worker; any other task throws {@link IllegalArgumentException}. */
    public TaskCounters task(int task) {
        TaskCounters counters = tasks.get(task);
        if (counters == null) {
            throw new IllegalArgumentException(
                    "task " + task + " has no counters in worker " + reader.worker() + ": it has " + tasks.keySet());
        }
        return counters;
    }

    public WorkerSnapshot snapshot(long nowNanos) {
        return reader.snapshot(nowNanos);
    }

    public List<ExecutorReading> executors() {
        return reader.executors();
    }

    private static FileAttribute<?>[] ownerOnly(Path file) throws IOException {
        boolean posix = Files.getFileStore(file.toAbsolutePath().getParent()).supportsFileAttributeView("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    /** Writes every page, because a full file system refuses a write but kills whoever stores to a mapping. */
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

    /** Where everything lies in one worker's memory. */
    private static final class Layout {

        private final long epoch;
        private final TaskPlan plan;
        private final Set<Integer> tasks = new TreeSet<>();
        private final int executors;
        private final int executorBlocks = MetricsDescriptor.HEAD_BYTES;
        private final int taskBlocks;
        private final int strings;
        private final int totalBytes;
        private final byte[] worker;
        private final Map<String, byte[]> components = new HashMap<>();

        Layout(String worker, long epoch, TaskPlan plan, Iterable<Integer> tasks, int executors) {
            this.epoch = epoch;
            this.plan = plan;
            this.executors = executors;
            this.worker = worker.getBytes(StandardCharsets.UTF_8);
            long stringBytes = this.worker.length;
            for (int task : tasks) {
                this.tasks.add(task);
                String component = plan.componentOf(task);
                if (!components.containsKey(component)) {
                    byte[] bytes = component.getBytes(StandardCharsets.UTF_8);
                    components.put(component, bytes);
                    stringBytes += bytes.length;
                }
            }
            long afterExecutors = executorBlocks + (long) executors * MetricsDescriptor.EXECUTOR_STRIDE;
            long afterTasks = afterExecutors + (long) this.tasks.size() * MetricsDescriptor.TASK_STRIDE;
            taskBlocks = Math.toIntExact(afterExecutors);
            strings = Math.toIntExact(afterTasks);
            totalBytes = MetricsDescriptor.align(Math.toIntExact(afterTasks + stringBytes));
        }

        void writeHead(ByteBuffer memory) {
            int at = string(memory, MetricsDescriptor.WORKER_OFFSET, strings, worker);
            Map<String, Integer> written = new HashMap<>();
            int block = taskBlocks;
            for (int task : tasks) {
                String component = plan.componentOf(task);
                int start = written.getOrDefault(component, at);
                int end = string(memory, block + MetricsDescriptor.COMPONENT, start, components.get(component));
                at = Math.max(at, end);
                written.put(component, start);
                MetricsMemory.plainPutInt(memory, block + MetricsDescriptor.TASK_ID, task);
                block += MetricsDescriptor.TASK_STRIDE;
            }
            MetricsMemory.plainPutInt(memory, MetricsDescriptor.VERSION_OFFSET, MetricsDescriptor.VERSION);
            MetricsMemory.plainPutLong(memory, MetricsDescriptor.TOTAL_BYTES_OFFSET, totalBytes);
            MetricsMemory.plainPutLong(memory, MetricsDescriptor.EPOCH_OFFSET, epoch);
            MetricsMemory.plainPutLong(
                    memory,
                    MetricsDescriptor.PID_OFFSET,
                    ProcessHandle.current().pid());
            MetricsMemory.plainPutInt(memory, MetricsDescriptor.EXECUTORS_OFFSET, executors);
            MetricsMemory.plainPutInt(memory, MetricsDescriptor.TASKS_OFFSET, tasks.size());
            MetricsMemory.plainPutInt(memory, MetricsDescriptor.EXECUTOR_BLOCKS_OFFSET, executorBlocks);
            MetricsMemory.plainPutInt(
                    memory, MetricsDescriptor.EXECUTOR_STRIDE_OFFSET, MetricsDescriptor.EXECUTOR_STRIDE);
            MetricsMemory.plainPutInt(memory, MetricsDescriptor.TASK_BLOCKS_OFFSET, taskBlocks);
            MetricsMemory.plainPutInt(memory, MetricsDescriptor.TASK_STRIDE_OFFSET, MetricsDescriptor.TASK_STRIDE);
            MetricsMemory.plainPutInt(memory, MetricsDescriptor.STRINGS_OFFSET, strings);
            MetricsMemory.plainPutInt(memory, MetricsDescriptor.STRINGS_BYTES_OFFSET, totalBytes - strings);
            // Whoever sees the magic word sees all of the head.
            MetricsMemory.putRelease(memory, MetricsDescriptor.MAGIC_OFFSET, MetricsDescriptor.MAGIC);
        }

        private static int string(ByteBuffer memory, int reference, int at, byte[] text) {
            memory.put(at, text);
            MetricsMemory.plainPutInt(memory, reference, at);
            MetricsMemory.plainPutInt(memory, reference + Integer.BYTES, text.length);
            return at + text.length;
        }
    }
}
