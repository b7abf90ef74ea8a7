// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators;

import io.millrace.api.FedSpout;
import io.millrace.api.Fields;
import io.millrace.api.RecordShape;
import io.millrace.api.RunningTopology;
import io.millrace.api.Spout;
import io.millrace.api.TaskContext;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.format.ReadFormat;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Makes spouts. The spouts of {@code of} and {@code from} emit a bounded number of tuples, for tests and small jobs:
 * every tuple is tracked, and is emitted again until it is acked, with pauses as {@link PendingInputs} makes them; the
 * order of repetitions is not defined. A task finishes when all its tuples are acked. A tuple that cannot be emitted,
 * because the number of values is wrong, is reported as an error and skipped. The other methods make the sources of the
 * connectors, whose module must be in the topology's jar, or beside it. Other settings need the connector's own class,
 * which makes the same source.
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
     * Emits each record as a tuple, with its components as fields. The tasks share the records, as those of {@link
     * #of(String, Collection)} share the values.
     *
     * @param values the records, of one class, at least one
     */
    public static Spout of(Collection<? extends Record> values) {
        Record[] copy = values.toArray(Record[]::new);
        if (copy.length == 0) {
            throw new TopologyException("a spout has no records, so its fields are not known: give at least one");
        }
        RecordShape<?> shape = RecordShape.of(copy[0].getClass());
        Object[][] rows = Stream.of(copy).map(shape::values).toArray(Object[][]::new);
        return from(
                shape.fields(),
                context -> IntStream.iterate(context.taskIndex(), i -> i < rows.length, i -> i + context.taskCount())
                        .mapToObj(i -> Arrays.asList(rows[i]))
                        .iterator());
    }

    /**
     * Emits the lines of the files in a directory, or of one file, and follows them. Module {@code
     * millrace-connector-files}, class {@code FileSource}.
     *
     * @param path a path that all nodes of the topology reach
     */
    public static Spout files(String path) {
        return files(path, null);
    }

    /** Emits lines of files as {@link #files(String)} does, with a tuple for each line as the format makes it. */
    public static Spout files(String path, ReadFormat format) {
        return ConnectorProvider.of("files").source(Map.of("path", path), format);
    }

    /**
     * Emits the records of a topic from its beginning, and follows it. Module {@code millrace-connector-kafka}, class
     * {@code KafkaSource}.
     *
     * @param servers the servers, host:port, separated by commas
     * @param format the format of the records' values
     */
    public static Spout kafka(String servers, String topic, ReadFormat format) {
        return ConnectorProvider.of("kafka").source(Map.of("servers", servers, "topic", topic), format);
    }

    /**
     * Emits the messages that are posted to a port, for tests: messages that were accepted and not processed are lost
     * with the worker. Module {@code millrace-connector-http}, class {@code HttpSource}.
     *
     * @param port the port, 1 to 65,535
     * @param path the path that takes messages, such as {@code /events}
     */
    public static Spout http(int port, String path, ReadFormat format) {
        return ConnectorProvider.of("http").source(Map.of("port", Integer.toString(port), "path", path), format);
    }

    /**
     * Makes a spout whose tuples come from a service ({@link RunningTopology#feed}, {@link RunningTopology#ask}). This
     * class's rules for repetition and end do not hold for it.
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
