// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.agent;

import io.millrace.api.CommittingBolt;
import io.millrace.api.spi.SnapshotStore;
import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.codec.KeyPartitions;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.codec.WrittenClasses;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.runtime.snapshot.SnapshotMessage.Reset;
import io.millrace.runtime.snapshot.store.BlockName;
import io.millrace.runtime.snapshot.store.ChannelTuples;
import io.millrace.runtime.snapshot.store.Manifest;
import io.millrace.runtime.snapshot.store.ManifestRef;
import io.millrace.runtime.snapshot.store.SnapshotFormatException;
import io.millrace.runtime.snapshot.store.SnapshotReader;
import io.millrace.runtime.snapshot.store.TaskClaim;
import io.millrace.runtime.snapshot.store.ValueBlocks;
import io.millrace.runtime.state.BlockTranslation;
import io.millrace.runtime.state.ReusableStates;
import io.millrace.runtime.state.TaskStates;
import io.millrace.runtime.task.TaskRestore;
import io.millrace.runtime.tuple.PassingTuple;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the content with which the tasks of a worker begin. Confined to the background of the agent. */
final class Restoration {

    private static final Logger LOG = LoggerFactory.getLogger(Restoration.class);

    /** The content of a task while it is gathered. */
    private static final class Gathered {
        private final TaskStates reusable;
        private final List<TaskRestore.Block> blocks = new ArrayList<>();
        private final List<CommittingBolt.Prepared> prepared = new ArrayList<>();
        private final List<PassingTuple> passing = new ArrayList<>();
        private final TreeMap<Integer, Object> positions = new TreeMap<>();

        /** @param reusable states of the task; null if they must be read */
        Gathered(TaskStates reusable) {
            this.reusable = reusable;
        }

        boolean needs(BlockName name) {
            return reusable == null || name.kind() != BlockName.Kind.PARTITION && name.kind() != BlockName.Kind.TASK;
        }
    }

    private final SnapshotStore store;
    private final TaskPlan plan;
    private final List<Integer> tasks;
    private final ValuesCodec codec;
    private final Function<WrittenClasses, ValuesCodec> reading;
    private final ReusableStates reusable;

    /** The codec that reads the snapshot. */
    private ValuesCodec from;

    private ValueBlocks values;

    /** The translation of blocks; null while the classes of the snapshot are the present ones. */
    private BlockTranslation translation;

    /**
     * @param codec codec that only the background uses
     * @param reading maker of codecs that read values of earlier versions of the classes
     * @param reusable states that need not be read
     */
    Restoration(
            SnapshotStore store,
            TaskPlan plan,
            List<Integer> tasks,
            ValuesCodec codec,
            Function<WrittenClasses, ValuesCodec> reading,
            ReusableStates reusable) {
        this.store = store;
        this.plan = plan;
        this.tasks = tasks;
        this.codec = codec;
        this.reading = reading;
        this.reusable = reusable;
    }

    /**
     * Returns the content with which each task of the worker begins.
     *
     * @throws io.millrace.runtime.snapshot.store.DamagedSnapshotException if the snapshot cannot be used
     * @throws IOException if the store cannot be reached
     */
    Map<Integer, TaskRestore> read(Reset to) throws IOException {
        Map<Integer, TaskRestore> restored = new HashMap<>();
        if (to.manifest().isEmpty()) {
            tasks.forEach(task -> restored.put(task, TaskRestore.NOTHING));
            return restored;
        }
        Map<TaskClaim, Integer> claims = new HashMap<>();
        Map<Integer, Gathered> gathered = new HashMap<>();
        for (int task : tasks) {
            int index = plan.indexOf(task);
            int count = plan.specOf(task).tasks();
            claims.put(
                    new TaskClaim(
                            plan.componentOf(task),
                            index,
                            count,
                            KeyPartitions.first(index, count),
                            KeyPartitions.first(index + 1, count)),
                    task);
            gathered.put(task, new Gathered(reusable.of(task, to.snapshotId())));
        }
        SnapshotReader snapshot = SnapshotReader.open(store, new ManifestRef(to.manifest(), to.digest()));
        requireSameTasks(snapshot);
        adapt(to.manifest(), snapshot.manifest().classes());
        snapshot.read(
                claims.keySet(),
                (claim, name) -> gathered.get(claims.get(claim)).needs(name),
                (claim, name, content) -> add(gathered.get(claims.get(claim)), name, content));
        tell(to, gathered.values());
        for (Map.Entry<TaskClaim, Integer> claim : claims.entrySet()) {
            if (isNew(claim.getKey(), snapshot.manifest())) {
                List<TaskRestore.Block> blocks = gathered.get(claim.getValue()).blocks;
                snapshot.readStatesOfTasks(
                        claim.getKey().component(),
                        content -> blocks.add(new TaskRestore.Block(TaskRestore.OF_ANOTHER_TASK, present(content))));
            }
        }
        gathered.forEach((task, all) -> restored.put(task, restore(plan.indexOf(task), all)));
        return restored;
    }

    private static void tell(Reset to, Collection<Gathered> tasks) {
        long keep = tasks.stream().filter(task -> task.reusable != null).count();
        if (keep > 0) {
            LOG.info("{} tasks keep their states, which are those of snapshot {}", keep, to.snapshotId());
        }
    }

    /**
     * Returns whether a task did not exist when the snapshot was taken, though others of its component did, so that it
     * begins with their event time.
     */
    private boolean isNew(TaskClaim task, Manifest manifest) {
        int former = manifest.tasksOf(task.component());
        return former > 0 && task.taskIndex() >= former;
    }

    /**
     * Refuses tuples on their way if the numbers of tasks have changed: the tuples belong to tasks, and a source cannot
     * tell other tasks which tuples it has sent to which task.
     */
    private void requireSameTasks(SnapshotReader reader) throws SnapshotFormatException {
        if (reader.blocks().keySet().stream().noneMatch(name -> name.kind() == BlockName.Kind.CHANNEL)) {
            return;
        }
        Map<String, Integer> present = new TreeMap<>();
        plan.tasks().forEach(task -> present.merge(plan.componentOf(task), 1, Integer::sum));
        Map<String, Integer> former = new TreeMap<>();
        reader.manifest().components().forEach(each -> former.put(each.id(), each.tasks()));
        if (!present.equals(former)) {
            throw new SnapshotFormatException("snapshot " + reader.manifest().snapshotId()
                    + " contains tuples on their way between the tasks " + former + ", but the topology has the tasks "
                    + present + " now: begin with a snapshot that was aligned");
        }
    }

    /** @param written classes of the snapshot; null if they were not noted, and so are the present ones */
    private void adapt(String manifest, WrittenClasses written) throws SnapshotFormatException {
        boolean same = written == null || written.equals(codec.classes());
        try {
            from = same ? codec : reading.apply(written);
            values = new ValueBlocks(from);
            translation = same ? null : new BlockTranslation(from, codec);
        } catch (CodecException e) {
            throw SnapshotFormatException.ofClasses(manifest, e);
        }
    }

    private void add(Gathered to, BlockName name, ByteBuffer content) {
        try {
            read(to, name, content);
        } catch (CodecException e) {
            throw new CodecException(
                    "component '" + name.component() + "': " + what(name) + " of the snapshot cannot be read: "
                            + e.getMessage(),
                    e);
        }
    }

    private static String what(BlockName block) {
        return switch (block.kind()) {
            case PARTITION -> "the states in partition " + block.index();
            case TASK -> "the states of task index " + block.index();
            case POSITION -> "the position of task index " + block.index();
            case PREPARED -> "what task index " + block.index() + " has prepared";
            case CHANNEL -> "a tuple on its way to task index " + block.index();
        };
    }

    private void read(Gathered to, BlockName name, ByteBuffer content) {
        switch (name.kind()) {
            case PARTITION -> to.blocks.add(new TaskRestore.Block(name.index(), present(content)));
            case TASK -> to.blocks.add(new TaskRestore.Block(-1 - name.index(), present(content)));
            case POSITION -> to.positions.put(name.index(), values.position(content));
            case PREPARED -> to.prepared.addAll(values.prepared(content));
            case CHANNEL -> to.passing.addAll(ChannelTuples.read(content, from));
        }
    }

    private ByteBuffer present(ByteBuffer content) {
        return translation == null ? copy(content) : translation.translate(content);
    }

    private static ByteBuffer copy(ByteBuffer content) {
        ByteBuffer copy = ByteBuffer.allocate(content.remaining());
        copy.put(content);
        return copy.flip();
    }

    private static TaskRestore restore(int index, Gathered all) {
        // The task's own block is first, as it wins against those of tasks that do not exist any more
        List<TaskRestore.Block> blocks = new ArrayList<>();
        for (TaskRestore.Block block : all.blocks) {
            boolean own = block.partition() == -1 - index;
            boolean ofTask = block.partition() < 0 && block.partition() != TaskRestore.OF_ANOTHER_TASK;
            TaskRestore.Block named = ofTask ? new TaskRestore.Block(-1, block.bytes()) : block;
            blocks.add(own ? 0 : blocks.size(), named);
        }
        List<Object> positions = null;
        if (!all.positions.isEmpty()) {
            positions = new ArrayList<>();
            for (int i = 0; i <= all.positions.lastKey(); i++) {
                positions.add(all.positions.get(i));
            }
        }
        return new TaskRestore(all.reusable, blocks, positions, all.prepared, all.passing);
    }
}
