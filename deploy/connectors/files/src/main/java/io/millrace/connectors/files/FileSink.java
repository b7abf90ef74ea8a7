// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.CommittingBolt;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.config.Units;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.format.Delimited;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * Writes each input as a line into files of a directory that all nodes of the topology reach. A file is visible only
 * when it is complete and durable. Immutable: each method that sets something returns another sink.
 *
 * <pre>{@code
 * builder.setBolt("out", FileSink.lines("/data/counts").suffix(".tsv"), 2).blocking().shuffle("count");
 * }</pre>
 *
 * <p>With snapshots a file has the lines between two snapshots, becomes visible when the later one is committed, and is
 * called {@code part-TASK-SNAPSHOT}. Without snapshots a file becomes visible after {@link #rollEvery} or
 * {@link #rollBytes}, is called {@code part-TASK-RANDOM-N}, and its inputs are acked then. Intervals without inputs
 * make no file.
 *
 * <p>If the directory cannot be written or the disk is full, the error is reported once, the sink pauses its input, and
 * tries again each second. An input whose line has a line break or cannot be made is an error of the component.
 */
public final class FileSink implements Bolt, CommittingBolt {

    private static final long serialVersionUID = 1L;

    private static final long MIN_ROLL_BYTES = 64 << 10;
    private static final long ROLL_BYTES = 128L << 20;
    private static final Duration ROLL_EVERY = Duration.ofSeconds(1);
    private static final Duration MAX_ROLL_EVERY = Duration.ofHours(24);

    private final String directory;
    private LineFormat format = joined("\t");
    private String prefix = "part";
    private String suffix = "";
    private long rollBytes = ROLL_BYTES;
    private Duration rollEvery = ROLL_EVERY;

    private transient SinkTask task;

    private FileSink(String directory) {
        this.directory = directory;
    }

    private FileSink copy() {
        FileSink copy = new FileSink(directory);
        copy.format = format;
        copy.prefix = prefix;
        copy.suffix = suffix;
        copy.rollBytes = rollBytes;
        copy.rollEvery = rollEvery;
        return copy;
    }

    /** Returns a sink that joins the values of an input by tabs. */
    public static FileSink lines(String directory) {
        check(directory != null && !directory.isBlank(), "the sink's directory is missing: name one");
        return new FileSink(directory);
    }

    /**
     * Joins the values by another separator. A value that contains it, or a quote, is written in quotes, as {@link
     * Delimited#join} has it. An input with a value that has a line break, or is a {@code byte[]}, is refused.
     *
     * @param text at least one character, no quote and no line break
     */
    public FileSink separator(String text) {
        check(
                text != null && !text.isEmpty() && text.indexOf('"') < 0 && !SinkTask.hasBreak(text),
                "the separator is empty, or has a quote or a line break: give another one");
        return format(joined(text));
    }

    private static LineFormat joined(String separator) {
        return input -> Delimited.join(input, separator);
    }

    /** Makes the lines by a function, instead of joining the values. */
    public FileSink format(LineFormat lineFormat) {
        FileSink copy = copy();
        copy.format = Objects.requireNonNull(lineFormat, "the format is null: give one");
        return copy;
    }

    /**
     * Sets how the names of the files begin. Sinks that write to the same directory need different prefixes.
     *
     * @param text 1 to 100 letters, digits and underscores; by default {@code part}
     */
    public FileSink prefix(String text) {
        check(
                text != null && text.matches("\\w{1,100}"),
                "the prefix '" + text + "' is not 1 to 100 letters, digits and underscores: choose another one");
        FileSink copy = copy();
        copy.prefix = text;
        return copy;
    }

    /**
     * Sets how the names of visible files end, such as {@code .csv}.
     *
     * @param text up to 20 letters, digits, dots and underscores
     */
    public FileSink suffix(String text) {
        check(
                text != null && text.matches("[\\w.]{0,20}"),
                "the suffix '" + text + "' is not up to 20 letters, digits, dots and underscores: choose another one");
        FileSink copy = copy();
        copy.suffix = text;
        return copy;
    }

    /**
     * Begins another file when a file has this size. With snapshots both become visible together.
     *
     * @param bytes at least 65,536; by default 134,217,728
     */
    public FileSink rollBytes(long bytes) {
        check(bytes >= MIN_ROLL_BYTES, "rollBytes is " + bytes + ": set at least " + MIN_ROLL_BYTES);
        FileSink copy = copy();
        copy.rollBytes = bytes;
        return copy;
    }

    /**
     * Sets after which time a file becomes visible in a topology without snapshots, counted from its first line. With
     * at-least-once the inputs are pending meanwhile, so it must be less than {@code topology.message.timeout}.
     *
     * @param time 1 ms to 24 h; by default 1 s
     */
    public FileSink rollEvery(Duration time) {
        check(
                time != null && time.toMillis() >= 1 && time.compareTo(MAX_ROLL_EVERY) <= 0,
                "rollEvery is " + time + ": set 1 ms to 24 h");
        FileSink copy = copy();
        copy.rollEvery = time;
        return copy;
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new TopologyException(otherwise);
        }
    }

    @Override
    public void prepare(TaskContext context, BoltCollector out) {
        Path path = Path.of(directory).toAbsolutePath().normalize();
        check(
                Files.isDirectory(path) && Files.isWritable(path),
                "the sink's directory " + path + (Files.isDirectory(path) ? " is not writable" : " does not exist")
                        + " on node " + context.node() + ": create it for the user who runs the workers");
        open(context, out, new DiskFiles(), path);
    }

    /** Opens with a file system that a test gives. */
    void open(TaskContext context, BoltCollector out, FileOperations files, Path path) {
        boolean acks = context.config().get(TopologyKeys.GUARANTEE) == Guarantee.AT_LEAST_ONCE;
        Duration timeout = context.config().get(TopologyKeys.MESSAGE_TIMEOUT);
        check(
                !acks || rollEvery.compareTo(timeout) < 0,
                "rollEvery is " + Units.duration(rollEvery) + ", topology.message.timeout is " + Units.duration(timeout)
                        + ": the first must be less, as inputs are pending until their file is visible");
        SinkNames names =
                SinkNames.of(prefix, suffix, context.topologyName(), context.componentId(), context.taskIndex());
        SinkTask.Setup setup = new SinkTask.Setup(path, names, format, rollBytes, rollEvery.toNanos());
        task = new SinkTask(context, out, files, acks, setup);
    }

    @Override
    public void execute(Tuple input) {
        if (!input.isTick()) {
            task.write(input);
        }
    }

    @Override
    public Object prepare(long snapshotId) {
        return task.prepare(snapshotId);
    }

    @Override
    public void commit(long snapshotId) {
        task.commit(snapshotId);
    }

    @Override
    public void recover(long generation, List<Prepared> prepared) {
        task.recover(generation, prepared);
    }

    /** Without snapshots makes visible what was written; with snapshots removes what was not prepared. */
    @Override
    public void close() {
        if (task != null) {
            task.close();
        }
    }
}
