// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files;

import io.millrace.api.BoltCollector;
import io.millrace.api.CommittingBolt.Prepared;
import io.millrace.api.Counter;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.error.TopologyException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One task of a sink. Whether the topology takes snapshots is known by {@link #recover}, which the engine calls before
 * the first input if it does. Called by the task's thread.
 *
 * <p>What keeps readers and recovery right is the order of file operations. Prepare: write, fsync of the file, fsync of
 * the directory, then the handle is returned. Commit: rename, fsync of the directory. Temporary names are used once, so
 * a task that is believed dead and goes on writes to files that its successor removes, and its renames fail.
 */
final class SinkTask {

    static final int BUFFER_BYTES = 64 << 10;
    private static final int FIRST_BUFFER_BYTES = 4 << 10;
    private static final long RETRY_NANOS = 1_000_000_000L;

    /** What the sink sets. */
    record Setup(Path directory, SinkNames names, LineFormat format, long rollBytes, long rollNanos) {}

    private final TaskContext context;
    private final BoltCollector out;
    private final FileOperations files;
    private final Path directory;
    private final SinkNames names;

    /** 0 without snapshots. */
    private long generation;

    private final LineFormat format;
    private final boolean acks;
    private final long rollBytes;
    private final long rollNanos;
    private final Counter gone;
    private final Counter failures;

    private boolean snapshots;
    private boolean cleaned;
    private boolean stalled;
    private long count;
    private SinkFile current;

    /** Durable, of the interval that has not been prepared yet. */
    private List<SinkFile> finished = new ArrayList<>();

    /** Files that are not visible yet. A failed snapshot leaves its files here, and the next one contains them. */
    private final List<PreparedFile> prepared = new ArrayList<>();

    /** Inputs of the current file, which are acked when it is visible; only without snapshots. */
    private List<Tuple> held = new ArrayList<>();

    SinkTask(TaskContext context, BoltCollector out, FileOperations files, boolean acks, Setup setup) {
        this.context = context;
        this.out = out;
        this.files = files;
        this.directory = setup.directory();
        this.names = setup.names();
        this.format = setup.format();
        this.acks = acks;
        this.rollBytes = setup.rollBytes();
        this.rollNanos = setup.rollNanos();
        gone = context.counter("files.gone");
        failures = context.counter("errors.files");
    }

    static boolean hasBreak(String text) {
        return text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0;
    }

    void write(Tuple input) {
        String line = format.line(input);
        if (line == null || hasBreak(line)) {
            throw new IllegalArgumentException("the line of a tuple of " + input.sourceComponent()
                    + (line == null ? " is null" : " has a line break") + ": let the format return one line");
        }
        if (!snapshots && !cleaned) {
            cleaned = true;
            cleanLeftovers();
        }
        if (current == null) {
            begin();
        }
        current.append(line.getBytes(StandardCharsets.UTF_8));
        if (!snapshots && acks) {
            held.add(input);
        } else {
            out.ack(input);
        }
        if (!stalled && (current.buffered() >= BUFFER_BYTES || current.bytes() >= rollBytes)) {
            advance(current.bytes() >= rollBytes);
        }
    }

    private void begin() {
        SinkFile file =
                new SinkFile(files, directory.resolve(names.temporary(generation, count++)), FIRST_BUFFER_BYTES);
        current = file;
        if (!snapshots) {
            context.executeAt(context.nanoTime() + rollNanos, () -> {
                if (current == file && !stalled) {
                    advance(true);
                }
            });
        }
    }

    /** Writes what is buffered. A failure pauses the input, as there is no room for further lines. */
    private void advance(boolean roll) {
        try {
            if (!roll) {
                current.flush();
            } else if (snapshots) {
                roll();
            } else {
                show();
            }
            resume();
        } catch (IOException e) {
            stall(e);
        }
    }

    private void roll() throws IOException {
        current.finish();
        finished.add(current);
        current = null;
    }

    private void stall(IOException cause) {
        failures.increment();
        if (!stalled) {
            stalled = true;
            out.pauseInput();
            out.reportError(failure("cannot write to", cause, "the input waits until it can"));
            retryLater(current);
        }
    }

    /** A lost file is not tried again: only a recovery brings its inputs back, so the input stays paused. */
    private void retryLater(SinkFile file) {
        if (!file.isLost()) {
            context.executeAt(context.nanoTime() + RETRY_NANOS, () -> {
                if (stalled && current == file) {
                    advance(!snapshots || file.bytes() >= rollBytes);
                    if (stalled) {
                        retryLater(file);
                    }
                }
            });
        }
    }

    private void resume() {
        if (stalled) {
            stalled = false;
            out.resumeInput();
        }
    }

    private TopologyException failure(String what, IOException cause, String then) {
        String reason = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        return new TopologyException(
                what + " " + directory + " (" + reason + ", " + cause.getClass().getSimpleName() + "): " + then, cause);
    }

    /** Without snapshots: makes the current file visible and acks its inputs. If it is lost, fails them instead. */
    private void show() throws IOException {
        SinkFile file = current;
        try {
            file.finish();
        } catch (IOException e) {
            if (!file.isLost()) {
                throw e;
            }
            giveUp(file, e);
            return;
        }
        try {
            files.rename(file.path(), directory.resolve(names.immediate(count)));
            files.forceDirectory(directory);
        } catch (IOException e) {
            giveUp(file, e);
            return;
        }
        current = null;
        List<Tuple> inputs = takeHeld();
        inputs.forEach(out::ack);
    }

    private void giveUp(SinkFile file, IOException cause) {
        current = null;
        failures.increment();
        TopologyException error =
                failure("a file of " + held.size() + " pending inputs is lost in", cause, "they fail");
        out.reportError(error);
        takeHeld().forEach(each -> out.fail(each, error.getMessage()));
        discard(file);
    }

    private List<Tuple> takeHeld() {
        List<Tuple> inputs = held;
        held = new ArrayList<>();
        return inputs;
    }

    Object prepare(long snapshotId) {
        try {
            if (current != null) {
                roll();
                resume();
            }
            if (!finished.isEmpty()) {
                files.forceDirectory(directory);
                prepared.addAll(named(snapshotId));
                finished = new ArrayList<>();
            }
        } catch (IOException e) {
            if (current == null) {
                failures.increment();
            } else {
                stall(e);
            }
            throw failure("cannot prepare snapshot " + snapshotId + " in", e, "its lines are kept for the next one");
        }
        return prepared.isEmpty() ? null : PreparedFile.encode(prepared);
    }

    /** A name can be taken by an earlier topology, as its snapshots had the same ids. */
    private List<PreparedFile> named(long snapshotId) throws IOException {
        List<PreparedFile> named = new ArrayList<>();
        int n = 0;
        for (SinkFile file : finished) {
            while (files.exists(directory.resolve(names.committed(snapshotId, n)))) {
                n++;
            }
            named.add(new PreparedFile(
                    snapshotId,
                    directory.toString(),
                    file.path().getFileName().toString(),
                    names.committed(snapshotId, n++),
                    file.bytes()));
        }
        return named;
    }

    void commit(long snapshotId) {
        Set<Path> changed = new HashSet<>();
        List<PreparedFile> shown = new ArrayList<>();
        try {
            for (PreparedFile file : prepared) {
                if (file.snapshotId() <= snapshotId) {
                    if (file.show(files) == PreparedFile.Found.GONE) {
                        throw new IOException(file.temporary() + " is missing: another task has removed it");
                    }
                    changed.add(Path.of(file.directory()));
                    shown.add(file);
                }
            }
            for (Path each : changed) {
                files.forceDirectory(each);
            }
        } catch (IOException e) {
            throw failure("cannot commit snapshot " + snapshotId + " in", e, "it is tried again after a recovery");
        }
        prepared.removeAll(shown);
        if (!cleaned && names.task() == 0) {
            // A commit proves that all present tasks have recovered, so no one needs files of indexes beyond theirs.
            cleaned = true;
            removeTemporaries(context.taskCount(), Integer.MAX_VALUE, generation);
        }
    }

    void recover(long present, List<Prepared> handles) {
        generation = present;
        snapshots = true;
        current = null;
        finished.clear();
        prepared.clear();
        Set<Path> changed = new HashSet<>();
        try {
            for (Prepared each : handles) {
                for (PreparedFile file : PreparedFile.decode(each.handle())) {
                    if (file.show(files) == PreparedFile.Found.GONE) {
                        gone.increment();
                    }
                    changed.add(Path.of(file.directory()));
                }
            }
            for (Path each : changed) {
                files.forceDirectory(each);
            }
        } catch (IOException e) {
            throw failure("cannot recover in", e, "free the cause, and the worker's next start goes on");
        }
        // Only of earlier generations: this task may have been paused, and its successor may write already
        removeTemporaries(names.task(), names.task() + 1, generation);
    }

    /** Without snapshots: the inputs of these files were not acked. */
    private void cleanLeftovers() {
        removeTemporaries(names.task(), names.task() + 1, Long.MAX_VALUE);
        if (names.task() == 0) {
            removeTemporaries(context.taskCount(), Integer.MAX_VALUE, Long.MAX_VALUE);
        }
    }

    private void removeTemporaries(int fromTask, int toTask, long beforeGeneration) {
        try {
            for (String name : files.list(directory)) {
                Optional<SinkNames.Temporary> parsed = names.parse(name);
                if (parsed.isPresent()
                        && parsed.get().task() >= fromTask
                        && parsed.get().task() < toTask
                        && parsed.get().generation() < beforeGeneration) {
                    files.delete(directory.resolve(name));
                }
            }
        } catch (IOException e) {
            out.reportError(failure("cannot remove temporary files in", e, "remove those that begin with a dot"));
        }
    }

    void close() {
        if (!snapshots && current != null) {
            try {
                show();
            } catch (IOException e) {
                giveUp(current, e);
            }
        }
        if (current != null) {
            discard(current);
            current = null;
        }
        finished.forEach(this::discard);
        finished = new ArrayList<>();
    }

    private void discard(SinkFile file) {
        try {
            file.discard();
        } catch (IOException e) {
            out.reportError(failure(
                    "cannot remove a temporary file in",
                    e,
                    "remove " + file.path().getFileName()));
        }
    }
}
