package io.millrace.api;

import io.millrace.api.error.TopologyException;
import java.io.Serializable;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Spouts that emit a bounded number of tuples, for tests and small jobs. Every tuple is tracked and emitted again until
 * it is acked, in any order; when all of a task's tuples are acked, the task says that it has finished. A tuple that
 * cannot be emitted, as it has too few values, is reported as an error and left out.
 */
public final class Spouts {

    private Spouts() {}

    /** Opens what one task emits. */
    @FunctionalInterface
    public interface Source extends Serializable {

        /**
         * Called once per task, when it is opened, also when it is opened again in place of one that has died: then from
         * the beginning. Each element is a list with one value per field; an iterator that is {@link AutoCloseable} is
         * closed with the task. With several tasks the source must take its own part, by
         * {@link TaskContext#taskIndex()} of {@link TaskContext#taskCount()}.
         */
        Iterator<? extends List<?>> open(TaskContext context);
    }

    /**
     * Emits each of these values as a tuple of one field; the tasks share them, so that the parallelism does not change
     * what is emitted. The values travel with the topology and must be serializable.
     */
    public static Spout of(String field, Collection<?> values) {
        Object[] copy = values.toArray();
        return from(
                Fields.of(field),
                context -> IntStream.iterate(context.taskIndex(), i -> i < copy.length, i -> i + context.taskCount())
                        .mapToObj(i -> Collections.singletonList(copy[i]))
                        .iterator());
    }

    /** Emits what the source's iterators give. */
    public static Spout from(Fields fields, Source source) {
        if (fields == null || source == null) {
            throw new TopologyException(
                    "a spout has no " + (fields == null ? "fields" : "source") + " (null): give it");
        }
        return new IteratorSpout(fields, source);
    }
}
