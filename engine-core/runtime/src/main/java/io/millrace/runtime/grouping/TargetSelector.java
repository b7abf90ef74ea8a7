// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.grouping;

import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.tuple.StreamRef;
import java.util.List;
import java.util.Map;

/** One output stream of one source task, with the choice of its targets. Confined to the executor's thread. */
public final class TargetSelector {

    private final StreamRef stream;
    private final Grouper[] groupers;
    private final int[] directTasks;
    private final ValuesCodec codec;
    private final int fields;

    /** The class that was checked last, for each field. */
    private final Class<?>[] encodable;

    /**
     * @param groupers groupers, one per subscription
     * @param directTasks tasks that the source may name, if the stream is direct; ascending
     * @param codec codec that decides what may be a value, before a tuple goes to any target; null if all targets are
     *     in this worker, which gets values by reference, so that anything may be a value
     */
    TargetSelector(StreamRef stream, List<Grouper> groupers, int[] directTasks, ValuesCodec codec) {
        this.stream = stream;
        this.groupers = groupers.toArray(Grouper[]::new);
        this.directTasks = directTasks;
        this.codec = codec;
        this.fields = stream.fields().size();
        this.encodable = new Class<?>[fields];
    }

    public StreamRef stream() {
        return stream;
    }

    /** Adds the tasks that get a tuple with these values; none if there is no subscriber. */
    public void choose(Object[] values, TargetList targets) {
        checkValues(values);
        if (stream.direct()) {
            throw new IllegalArgumentException(stream + " is direct: name the target task with emitDirect");
        }
        targets.clear();
        try {
            for (Grouper grouper : groupers) {
                grouper.choose(values, targets);
            }
        } catch (CodecException e) {
            throw new IllegalArgumentException("the key of a grouping of " + stream + ": " + e.getMessage(), e);
        }
    }

    /** Returns whether the choice depends on this value. */
    public boolean reads(int field) {
        for (Grouper grouper : groupers) {
            if (grouper.reads(field)) {
                return true;
            }
        }
        return false;
    }

    /** Chooses the task that the source of the tuple names. */
    public void chooseDirect(int task, Object[] values, TargetList targets) {
        checkValues(values);
        if (!stream.direct()) {
            throw new IllegalArgumentException(
                    stream + " is not direct: declare it with declareDirect, or emit without naming a task");
        }
        if (java.util.Arrays.binarySearch(directTasks, task) < 0) {
            throw new IllegalArgumentException("task " + task + " does not get " + stream + ": name one of "
                    + java.util.Arrays.toString(directTasks));
        }
        targets.clear();
        targets.add(task);
    }

    private void checkValues(Object[] values) {
        if (values == null || values.length != fields) {
            throw new IllegalArgumentException(
                    stream + (fields == 0 ? " has no fields, " : " has the fields " + stream.fields() + ", ")
                            + (values == null ? "null was" : values.length + " values were")
                            + " emitted: emit one value per field");
        }
        for (int i = 0; i < values.length; i++) {
            Object value = values[i];
            if (codec != null && value != null && value.getClass() != encodable[i]) {
                checkClass(i, value);
            }
        }
    }

    private void checkClass(int field, Object value) {
        try {
            codec.check(value);
        } catch (CodecException e) {
            throw new IllegalArgumentException(
                    "field '" + stream.fields().names().get(field) + "' of " + stream + ": " + e.getMessage(), e);
        }
        // The elements of a list or map may differ each time
        if (!(value instanceof List) && !(value instanceof Map)) {
            encodable[field] = value.getClass();
        }
    }
}
