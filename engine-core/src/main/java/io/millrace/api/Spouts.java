package io.millrace.api;

import io.millrace.api.error.TopologyException;
import java.io.Serializable;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Makes spouts that emit a bounded number of tuples, for tests and small jobs. Every tuple is tracked, and is emitted
 * again until it is acked; the order of repetitions is not defined. A task finishes when all its tuples are acked. A
 * tuple that cannot be emitted, because the number of values is wrong, is reported as an error and skipped.
 */
public final class Spouts {

    private Spouts() {}

    /** Supplies the tuples of a task. */
    @FunctionalInterface
    public interface Source extends Serializable {

        /**
         * Returns the tuples of one task, each as a list with one value per field. Called once when the task is opened,
         * and again from the beginning when a task replaces one that died. With several tasks the source must select
         * the part of {@link TaskContext#taskIndex()} of {@link TaskContext#taskCount()}. An iterator that is
         * {@link AutoCloseable} is closed with the task.
         */
        Iterator<? extends List<?>> open(TaskContext context);
    }

    /**
     * Emits each value as a tuple of one field. The tasks share the values, so the parallelism does not change which
     * tuples are emitted. The values are serialized with the topology.
     */
    public static Spout of(String field, Collection<?> values) {
        Object[] copy = values.toArray();
        return from(
                Fields.of(field),
                context -> IntStream.iterate(context.taskIndex(), i -> i < copy.length, i -> i + context.taskCount())
                        .mapToObj(i -> Collections.singletonList(copy[i]))
                        .iterator());
    }

    /**
     * Makes a spout whose tuples come from a service ({@link RunningTopology#feed}, {@link RunningTopology#ask}). What this
     * class says of repetition and end does not hold for it.
     */
    public static FedSpout fed(Fields fields) {
        if (fields == null) {
            throw new TopologyException("a fed spout has no fields (null): give them");
        }
        return new FedSpout(fields, Fields.of(), 0);
    }

    /** Emits the tuples of a source. */
    public static Spout from(Fields fields, Source source) {
        if (fields == null || source == null) {
            throw new TopologyException(
                    "a spout has no " + (fields == null ? "fields" : "source") + " (null): give it");
        }
        return new IteratorSpout(fields, source);
    }
}
