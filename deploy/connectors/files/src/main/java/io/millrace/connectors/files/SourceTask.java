// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files;

import io.millrace.api.Counter;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.PendingInputs;
import io.millrace.operators.format.FormatReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One task of a source. Called by the task's thread. */
final class SourceTask {

    /** What a call of nextTuple does at most; a line counts with its bytes and a constant, a read with a constant. */
    private static final int CALL_BUDGET = 32 << 10;

    private static final int LINE_COST = 64;
    private static final int READ_COST = 8 << 10;

    /** Directory entries that a call of nextTuple looks at. */
    private static final int CALL_ENTRIES = 256;

    /** After so much of one file it is another one's turn, if there is any. */
    private static final long SLICE_BYTES = 1 << 20;

    private static final long FINISHED_PAUSE_NANOS = 3_600_000_000_000L;

    /** A line that was emitted and not acked. */
    private record Pending(SourceFile file, int resets, long offset, FormatReader.Row row, long bytes)
            implements PendingInputs.Input {

        @Override
        public String origin() {
            return file.path + "@" + offset;
        }
    }

    /** @param header whether the first line of a file makes no tuple */
    record Settings(long pollNanos, boolean finishAtEnd, boolean header, boolean tracked) {}

    private final TaskContext context;
    private final SpoutCollector out;
    private final FileSet files;
    private final FileTimes times;
    private final LineReader reader;
    private final LineRows rows;
    private final Settings settings;
    private final Counter skipped;
    private final Counter resets;
    private final Counter failures;

    private final PendingInputs<Pending> inputs;
    private final Set<String> told = new HashSet<>();
    private boolean scanning;
    private long nextScan;
    private long sliceBegin;
    private boolean allRead;
    private boolean finished;

    SourceTask(
            TaskContext context,
            SpoutCollector out,
            FileSet files,
            FileTimes times,
            LineReader reader,
            LineRows rows,
            Settings settings) {
        this.context = context;
        this.out = out;
        this.files = files;
        this.times = times;
        this.reader = reader;
        this.rows = rows;
        this.settings = settings;
        skipped = context.counter("lines.skipped");
        resets = context.counter("files.reset");
        failures = context.counter("errors.files");
        inputs = new PendingInputs<>(context, out);
        nextScan = context.nanoTime();
    }

    void nextTuple() {
        times.fromNone();
        if (inputs.repeat()) {
            return;
        }
        long now = context.nanoTime();
        times.run(now);
        if (!allRead) {
            scan(now);
            if (inputs.mayEmit() && (reader.file() != null || openNext())) {
                read();
                return;
            }
        }
        if (allRead && inputs.isEmpty() && !finished) {
            finished = true;
            out.finish();
        }
        if (!inputs.mayEmit()) {
            out.idleUntil(inputs.deadline());
        } else if (!scanning && !files.hasReady()) {
            long next = allRead ? now + FINISHED_PAUSE_NANOS : Math.min(nextScan, times.deadline());
            out.idleUntil(Math.min(next, inputs.deadline()));
        }
    }

    private void scan(long now) {
        if (!scanning && now - nextScan < 0) {
            return;
        }
        try {
            scanning = !files.scan(CALL_ENTRIES, reader.file(), now);
            told.remove("");
            if (!scanning) {
                times.scanned(now);
                nextScan = now + settings.pollNanos;
                allRead = settings.finishAtEnd && reader.file() == null && !files.hasReady() && files.allSeen();
            }
        } catch (IOException e) {
            scanning = false;
            nextScan = now + settings.pollNanos;
            failed("", "cannot list the source's directory", e);
        }
    }

    private boolean openNext() {
        SourceFile file = files.poll();
        if (file == null) {
            return false;
        }
        try {
            boolean same = reader.open(file);
            if (!files.isAtPath(file)) {
                // Renamed since the last scan, which has to be made again to find it.
                reader.close();
                return false;
            }
            if (!same) {
                changed(file);
                return false;
            }
            file.compared(reader.size(), context.nanoTime());
            sliceBegin = file.offset;
            return true;
        } catch (IOException e) {
            failed(file, "cannot open", e);
            return false;
        }
    }

    private void changed(SourceFile file) {
        closeReader();
        resets.increment();
        long lost = file.lost();
        context.counter("bytes.lost").add(lost);
        out.reportError(new TopologyException(file.path + " was truncated or replaced after " + file.offset
                + " bytes were read: its lines are read from the beginning"
                + (lost == 0 ? "" : ", and " + lost + " bytes that were not read are lost")));
        file.reset();
        files.enqueue(file);
        isUnread(file);
    }

    private void read() {
        SourceFile file = reader.file();
        times.from(file);
        try {
            for (int budget = CALL_BUDGET; budget > 0; ) {
                long begin = file.offset;
                switch (reader.next()) {
                    case LINE -> {
                        if (begin > 0 || !settings.header()) {
                            emit(file, begin);
                        }
                        budget -= reader.lineLength() + LINE_COST;
                    }
                    case SKIPPED -> {
                        skipped.increment();
                        tellSkipped(file, begin);
                        budget -= READ_COST;
                    }
                    case MORE -> budget -= READ_COST;
                    case TRUNCATED -> {
                        changed(file);
                        return;
                    }
                    case END -> {
                        told.remove(file.key);
                        file.readSize = reader.position();
                        file.size = Math.max(file.size, file.readSize);
                        file.sizeBefore = file.size;
                        times.ends(file, context.nanoTime());
                        reader.noteTail();
                        reader.close();
                        return;
                    }
                    default -> throw new IllegalStateException();
                }
            }
            if (file.offset - sliceBegin >= SLICE_BYTES && files.hasReady()) {
                reader.noteTail();
                reader.close();
                files.enqueue(file);
            }
        } catch (IOException e) {
            failed(file, "cannot read", e);
        }
    }

    private void isUnread(SourceFile file) {
        times.begins(file);
        times.from(file);
    }

    private void emit(SourceFile file, long offset) {
        if (!file.unread) {
            isUnread(file);
        }
        FormatReader.Row row = rows.read(reader, file, offset);
        if (row == null) {
            return;
        }
        if (settings.tracked) {
            inputs.emit(new Pending(file, file.resets, offset, row, reader.lineLength()));
        } else {
            out.emitTo(row.stream(), null, row.values());
        }
    }

    void ack(Object messageId) {
        inputs.ack(messageId);
    }

    void fail(Object messageId) {
        inputs.fail(messageId);
    }

    /** What is pending may have to be emitted again, so the position is before it. */
    Object snapshot() {
        if (reader.file() != null) {
            reader.noteTail();
        }
        Map<SourceFile, Long> first = new HashMap<>();
        for (Pending line : inputs.all()) {
            if (line.resets == line.file.resets) {
                first.merge(line.file, line.offset, Math::min);
            }
        }
        List<Object> snapshot = new ArrayList<>();
        for (SourceFile file : files.files()) {
            snapshot.add(file.encode(first.getOrDefault(file, file.offset)));
        }
        return snapshot;
    }

    void restore(List<?> positionsOfAll) {
        closeReader();
        inputs.clear();
        allRead = false;
        finished = false;
        scanning = false;
        try {
            files.restore(positionsOfAll, context.nanoTime());
        } catch (IOException e) {
            throw new TopologyException("cannot go back to a snapshot: " + e.getMessage(), e);
        }
    }

    private void tellSkipped(SourceFile file, long begin) {
        if (told.add("skipped " + file.key)) {
            out.reportError(new TopologyException(file.path + ": the line at byte " + begin
                    + " is longer than maxLineBytes: it is skipped, as are further ones, which are counted as"
                    + " lines.skipped; raise maxLineBytes"));
        }
    }

    private void failed(SourceFile file, String what, IOException cause) {
        closeReader();
        file.failing = true;
        times.ends(file, context.nanoTime());
        failed(file.key, what + " " + file.path, cause);
    }

    /** Counts what has failed, and tells it until it succeeds. */
    private void failed(String key, String what, IOException cause) {
        failures.increment();
        if (told.add(key)) {
            out.reportError(new TopologyException(
                    what + " (" + cause.getMessage() + ", " + cause.getClass().getSimpleName()
                            + "): it is tried again; make it readable for the user who runs the workers",
                    cause));
        }
    }

    private void closeReader() {
        try {
            reader.close();
        } catch (IOException e) {
            failed("close", "cannot close a file", e);
        }
    }

    void close() {
        closeReader();
        try {
            files.close();
        } catch (IOException e) {
            failed("close", "cannot close the source's directory", e);
        }
    }
}
