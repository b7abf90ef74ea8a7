package io.millrace.runtime.routing;

import io.millrace.runtime.tuple.StreamRef;
import java.util.List;

/** One output stream of one source task: who gets its tuples. Only used by the task's executor. */
public final class Route {

    private final StreamRef stream;
    private final Grouper[] groupers;
    private final int[] directTasks;

    /**
     * @param groupers one per subscription
     * @param directTasks ascending; the tasks that the source may name, if the stream is direct
     */
    Route(StreamRef stream, List<Grouper> groupers, int[] directTasks) {
        this.stream = stream;
        this.groupers = groupers.toArray(Grouper[]::new);
        this.directTasks = directTasks;
    }

    public StreamRef stream() {
        return stream;
    }

    /** Fills in the tasks that get a tuple of these values; none if nobody subscribed. */
    public void choose(Object[] values, TargetList targets) {
        checkValues(values);
        if (stream.direct()) {
            throw new IllegalArgumentException(stream + " is direct: name the target task with emitDirect");
        }
        targets.clear();
        for (Grouper grouper : groupers) {
            grouper.choose(values, targets);
        }
    }

    /** The same for a tuple whose source names the task. */
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
        if (values == null || values.length != stream.fields().size()) {
            throw new IllegalArgumentException(stream + " has the fields " + stream.fields() + ", "
                    + (values == null ? "null was" : values.length + " values were")
                    + " emitted: emit one value per field");
        }
    }
}
