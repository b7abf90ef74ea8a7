// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import io.millrace.api.spi.SnapshotStore;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.snapshot.store.BlockName.Kind;
import io.millrace.runtime.state.StateCapture;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** One worker's part of one snapshot while it is written; its first block begins the object. The writer's thread. */
final class PartInProgress implements Closeable {

    private final SnapshotStore store;
    private final String worker;
    private final String name;
    private final int tasks;
    private final ValuesCodec codec;
    private final ValueBlocks values;
    private final LongSupplier nanoTime;
    private final LongConsumer onWritten;
    private final Set<Task> captured = new HashSet<>();
    private final Map<String, Long> objectBytes = new HashMap<>();
    private SnapshotFileWriter file;
    private long copyNanos;
    private long encodeNanos;
    private long writeNanos;

    private record Task(String component, int index) {}

    /**
     * @param name name of the object
     * @param tasks number of the worker's tasks
     * @param onWritten consumer of the number of bytes of each block that was written
     */
    PartInProgress(
            SnapshotStore store,
            String worker,
            String name,
            int tasks,
            ValuesCodec codec,
            LongSupplier nanoTime,
            LongConsumer onWritten) {
        this.store = store;
        this.worker = worker;
        this.name = name;
        this.tasks = tasks;
        this.codec = codec;
        this.values = new ValueBlocks(codec);
        this.nanoTime = nanoTime;
        this.onWritten = onWritten;
    }

    /** Encodes and writes the capture of a task. */
    void add(TaskCapture task, CommittedBlocks committed) throws IOException {
        if (!captured.add(new Task(task.component(), task.taskIndex()))) {
            throw new IllegalStateException("it was captured twice: this is an error of the engine, report it");
        }
        long start = nanoTime.getAsLong();
        long writtenBefore = writeNanos;
        for (TaskCapture.Content content : task.contents()) {
            write(task.component(), task.taskIndex(), content, committed);
        }
        encodeNanos += nanoTime.getAsLong() - start - (writeNanos - writtenBefore);
        copyNanos = Math.max(copyNanos, task.copyNanos());
    }

    private void write(String component, int task, TaskCapture.Content content, CommittedBlocks committed)
            throws IOException {
        if (content instanceof TaskCapture.States states) {
            states.capture().write(codec, new StateBlocks(component, task, states.since(), committed));
        } else if (content instanceof TaskCapture.Position position) {
            put(new BlockName(component, Kind.POSITION, task), values.position(position.value()));
        } else if (content instanceof TaskCapture.Prepared prepared) {
            if (!prepared.handles().isEmpty()) {
                put(new BlockName(component, Kind.PREPARED, task), values.prepared(prepared.handles()));
            }
        } else if (content instanceof TaskCapture.Channel channel) {
            if (channel.tuples().hasRemaining()) {
                put(new BlockName(component, Kind.CHANNEL, task), channel.tuples());
            }
        }
    }

    private final class StateBlocks implements StateCapture.Blocks {

        private final String component;
        private final int task;
        private final long since;
        private final CommittedBlocks committed;

        StateBlocks(String component, int task, long since, CommittedBlocks committed) {
            this.component = component;
            this.task = task;
            this.since = since;
            this.committed = committed;
        }

        @Override
        public void put(int partition, ByteBuffer block) throws IOException {
            PartInProgress.this.put(name(partition), block);
        }

        @Override
        public void same(int partition) throws IOException {
            BlockLocation location = committed.unchanged(name(partition), since);
            file().same(name(partition), location);
            objectBytes.put(location.object(), committed.objectBytes().get(location.object()));
        }

        private BlockName name(int partition) {
            return partition == StateCapture.TASK
                    ? new BlockName(component, Kind.TASK, task)
                    : new BlockName(component, Kind.PARTITION, partition);
        }
    }

    private void put(BlockName block, ByteBuffer content) throws IOException {
        long start = nanoTime.getAsLong();
        file().put(block, content);
        onWritten.accept(content.remaining());
        writeNanos += nanoTime.getAsLong() - start;
    }

    private SnapshotFileWriter file() throws IOException {
        if (file == null) {
            file = new SnapshotFileWriter(store, name);
        }
        return file;
    }

    boolean isComplete() {
        return captured.size() == tasks;
    }

    /** Makes the object durable, and returns its entry in the manifest. */
    WorkerPart publish() throws IOException {
        if (file == null) {
            return new WorkerPart(worker, "", 0, "", List.of());
        }
        long start = nanoTime.getAsLong();
        new BlockReads(new SnapshotFileReader(store))
                .read(SparseObjects.blocks(file.blocks(), objectBytes), file::copy);
        file.publish();
        writeNanos += nanoTime.getAsLong() - start;
        Set<String> references = new TreeSet<>();
        file.blocks().values().forEach(location -> references.add(location.object()));
        references.remove(name);
        objectBytes.keySet().retainAll(references);
        objectBytes.put(name, file.bytes());
        return new WorkerPart(worker, name, file.bytes(), file.digest(), List.copyOf(references));
    }

    /** Returns the bytes of the published object, and of the blocks in others to which it refers. */
    long wholeBytes() {
        if (file == null) {
            return 0;
        }
        long elsewhere = file.blocks().values().stream()
                .filter(location -> !location.object().equals(name))
                .mapToLong(BlockLocation::length)
                .sum();
        return file.bytes() + elsewhere;
    }

    WriteTimes times() {
        return new WriteTimes(copyNanos, encodeNanos, writeNanos);
    }

    /** Returns the places of the blocks after {@link #publish}, for later snapshots if this one is committed. */
    CommittedBlocks blocks(long snapshotId) {
        return new CommittedBlocks(snapshotId, file == null ? Map.of() : file.blocks(), objectBytes);
    }

    /** Drops the object unless it was published. */
    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }
}
