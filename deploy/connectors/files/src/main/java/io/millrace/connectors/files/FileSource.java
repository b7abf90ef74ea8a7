// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files;

import io.millrace.api.Counter;
import io.millrace.api.Fields;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.ReplayableSpout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.PendingInputs;
import io.millrace.operators.format.FormatReader;
import io.millrace.operators.format.ReadFormat;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * Emits the lines of the files in a directory, or of one file, and follows them as they grow, are renamed, and are
 * replaced. Immutable: each method that sets something returns another source.
 *
 * <pre>{@code
 * builder.setSpout("lines", FileSource.lines("/var/log/app").glob("*.log"), 2);
 * }</pre>
 *
 * <p>Lines are UTF-8 and end with a line feed, or a carriage return and a line feed. Without a {@link #format}, bytes
 * that are not UTF-8 become U+FFFD, and such lines are counted as {@code lines.malformed}, and the first of each file
 * is reported. The lines of a file are emitted in order. Of several files those come first that were begun, then those
 * with the oldest modification. Several tasks divide the files among them, so all of them must reach the same
 * directory.
 *
 * <p>With {@link io.millrace.api.SpoutDeclarer#eventTime} each file is a partition of event time, so results do not
 * depend on the order in which files are read, nor on the number of tasks. A file holds others up until it is read to
 * its end, and {@link #quietAfter} longer.
 *
 * <p>A snapshot contains the position in each file that exists. Without snapshots a new worker reads all files from
 * their beginning. With at-least-once lines are tracked and emitted again until they are acked.
 */
public final class FileSource implements ReplayableSpout {

    private static final long serialVersionUID = 1L;

    private static final int MAX_LINE_BYTES = 1 << 20;
    private static final int GREATEST_MAX_LINE_BYTES = 64 << 20;
    private static final Duration POLL_EVERY = Duration.ofMillis(100);
    private static final Duration MAX_POLL_EVERY = Duration.ofHours(1);
    private static final Duration QUIET_AFTER = Duration.ofSeconds(10);
    private static final Duration MAX_QUIET_AFTER = Duration.ofDays(365);

    private final String path;
    private String glob = "*";
    private boolean header;
    private boolean finishAtEnd;
    private int maxLineBytes = MAX_LINE_BYTES;
    private Duration pollEvery = POLL_EVERY;
    private Duration quietAfter = QUIET_AFTER;
    private boolean positions;
    private ReadFormat format;

    private transient SourceTask task;

    private FileSource(String path) {
        this.path = path;
    }

    private FileSource copy() {
        FileSource copy = new FileSource(path);
        copy.glob = glob;
        copy.header = header;
        copy.finishAtEnd = finishAtEnd;
        copy.maxLineBytes = maxLineBytes;
        copy.pollEvery = pollEvery;
        copy.quietAfter = quietAfter;
        copy.positions = positions;
        copy.format = format;
        return copy;
    }

    /**
     * Returns a source with one field, {@code line}.
     *
     * @param path of a directory, whose subdirectories are not read, or of a file, which may come later; its directory
     *     must be there
     */
    public static FileSource lines(String path) {
        check(path != null && !path.isBlank(), "the source's path is missing: name a directory or a file");
        return new FileSource(path);
    }

    /**
     * Makes a tuple of each line by a format, with its fields instead of {@code line}. Lines that it cannot read go to
     * the stream {@code malformed}, with the fields {@code error}, {@code origin} (the file's path, @, and the position
     * of the line's first byte) and {@code message} (the line's bytes), and are counted as {@code messages.malformed}.
     */
    public FileSource format(ReadFormat readFormat) {
        FileSource copy = copy();
        copy.format = Objects.requireNonNull(readFormat, "the format is null: give one");
        return copy;
    }

    /** Leaves out the first line of each file, which names the columns. */
    public FileSource header() {
        FileSource copy = copy();
        copy.header = true;
        return copy;
    }

    /**
     * Selects files of a directory by their names. Names that begin with a dot are never read.
     *
     * @param pattern as of {@link java.nio.file.FileSystem#getPathMatcher}, without {@code glob:}; by default {@code *}
     */
    public FileSource glob(String pattern) {
        try {
            matcher(pattern);
        } catch (IllegalArgumentException | NullPointerException e) {
            throw new TopologyException("the pattern '" + pattern + "' is no glob: " + e.getMessage(), e);
        }
        FileSource copy = copy();
        copy.glob = pattern;
        return copy;
    }

    /**
     * Finishes when all files are read to their ends, instead of following them. What follows the last line feed is a
     * line then.
     */
    public FileSource finishAtEnd() {
        FileSource copy = copy();
        copy.finishAtEnd = true;
        return copy;
    }

    /**
     * Sets how long a line may be, without its end. A longer one is skipped as a whole and counted as
     * {@code lines.skipped}, and the first of each file is reported as an error.
     *
     * @param bytes 1 to 67,108,864; by default 1,048,576
     */
    public FileSource maxLineBytes(int bytes) {
        check(
                bytes >= 1 && bytes <= GREATEST_MAX_LINE_BYTES,
                "maxLineBytes is " + bytes + ": set 1 to " + GREATEST_MAX_LINE_BYTES);
        FileSource copy = copy();
        copy.maxLineBytes = bytes;
        return copy;
    }

    /**
     * Sets how often the source looks for new files and lines.
     *
     * @param time 1 ms to 1 h; by default 100 ms
     */
    public FileSource pollEvery(Duration time) {
        check(
                time != null && time.toMillis() >= 1 && time.compareTo(MAX_POLL_EVERY) <= 0,
                "pollEvery is " + time + ": set 1 ms to 1 h");
        FileSource copy = copy();
        copy.pollEvery = time;
        return copy;
    }

    /**
     * Sets for how long a file that was read to its end holds event time back, as it may grow. A file that grows later
     * than that may have late lines. Without event time this has no effect. A file that was read to its end by
     * {@link #finishAtEnd} holds nobody back.
     *
     * @param time 1 ms to 365 days; by default 10 s. A shorter {@code idleAfter} of the spout is used instead
     */
    public FileSource quietAfter(Duration time) {
        check(
                time != null && time.toMillis() >= 1 && time.compareTo(MAX_QUIET_AFTER) <= 0,
                "quietAfter is " + time + ": set 1 ms to 365 days");
        FileSource copy = copy();
        copy.quietAfter = time;
        return copy;
    }

    /**
     * Adds the fields {@code file}, the path as a string, and {@code offset}, the position of the line's first byte in
     * it, a long.
     */
    public FileSource withPositions() {
        FileSource copy = copy();
        copy.positions = true;
        return copy;
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new TopologyException(otherwise);
        }
    }

    private static PathMatcher matcher(String glob) {
        return FileSystems.getDefault().getPathMatcher("glob:" + glob);
    }

    @Override
    public void declareOutputs(OutputDeclarer out) {
        List<String> fields = new ArrayList<>(
                format == null ? List.of("line") : format.fields().names());
        if (positions) {
            fields.addAll(List.of("file", "offset"));
        }
        if (format == null) {
            out.declare(fields.toArray(String[]::new));
        } else {
            FormatReader.declare(out, new Fields(fields));
        }
        PendingInputs.declare(out);
    }

    @Override
    public void open(TaskContext context, SpoutCollector out) {
        Path root = Path.of(path).toAbsolutePath().normalize();
        boolean isDirectory = Files.isDirectory(root);
        Path directory = isDirectory ? root : root.getParent();
        check(
                directory != null && Files.isDirectory(directory) && Files.isReadable(directory),
                "the source's directory " + directory + " does not exist or is not readable on node " + context.node()
                        + ": create it for the user who runs the workers");
        check(
                !finishAtEnd || Files.exists(root),
                "the source's file " + root + " does not exist on node " + context.node() + ": name one that does");
        PathMatcher matcher = matcher(glob);
        Predicate<Path> selected = isDirectory
                ? file -> !file.getFileName().toString().startsWith(".") && matcher.matches(file.getFileName())
                : root::equals;
        Counter lost = context.counter("bytes.lost");
        FileSet files = new FileSet(
                directory,
                isDirectory ? null : root,
                selected,
                context.taskIndex(),
                context.taskCount(),
                (problem, bytes) -> {
                    lost.add(bytes);
                    out.reportError(new TopologyException(problem));
                });
        boolean tracked = context.config().get(TopologyKeys.GUARANTEE) == Guarantee.AT_LEAST_ONCE;
        LineReader reader = new LineReader(maxLineBytes, finishAtEnd);
        LineRows rows = new LineRows(format, positions, context, out);
        FileTimes times = new FileTimes(files::files, out, finishAtEnd ? 0 : quietAfter.toNanos());
        SourceTask.Settings settings = new SourceTask.Settings(pollEvery.toNanos(), finishAtEnd, header, tracked);
        task = new SourceTask(context, out, files, times, reader, rows, settings);
    }

    @Override
    public void nextTuple() {
        task.nextTuple();
    }

    @Override
    public void ack(Object messageId) {
        task.ack(messageId);
    }

    @Override
    public void fail(Object messageId) {
        task.fail(messageId);
    }

    @Override
    public Object snapshot() {
        return task.snapshot();
    }

    @Override
    public void restore(List<Object> snapshots) {
        List<Object> positions = new ArrayList<>();
        for (Object snapshot : snapshots) {
            if (snapshot != null) {
                positions.addAll((List<?>) snapshot);
            }
        }
        task.restore(positions);
    }

    @Override
    public void close() {
        if (task != null) {
            task.close();
        }
    }
}
