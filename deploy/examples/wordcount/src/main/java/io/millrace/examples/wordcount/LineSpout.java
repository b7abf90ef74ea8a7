// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.wordcount;

import io.millrace.api.Counter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.ReplayableSpout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.config.Config;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/** Emits its share of a file's lines, at a steady rate if one is set. Its position is the number of the next line. */
final class LineSpout implements ReplayableSpout {

    private static final long serialVersionUID = 1L;

    private final String input;

    private transient TaskContext context;
    private transient SpoutCollector out;
    private transient Counter remaining;
    private transient Lines lines;
    private transient double nanosPerLine;
    private transient boolean started;
    private transient long startNanos;
    private transient long emitted;

    LineSpout(Path input) {
        this.input = input.toString();
    }

    @Override
    public void declareOutputs(OutputDeclarer outputs) {
        outputs.declare("line");
    }

    @Override
    public void open(TaskContext taskContext, SpoutCollector collector) {
        context = taskContext;
        out = collector;
        remaining = context.counter("remaining");
        Config config = context.config();
        int passes = Integer.parseInt(config.get(WordCount.REPEAT, "1"));
        double rate = Double.parseDouble(config.get(WordCount.RATE, "0"));
        nanosPerLine = rate == 0 ? 0 : 1e9 * context.taskCount() / rate;
        Path file = Path.of(input);
        try {
            lines = new Lines(file, passes, context.taskIndex(), context.taskCount());
            remaining.set(Lines.share(file, passes, context.taskIndex(), context.taskCount()));
            lines.advance();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + input + ": " + e.getMessage(), e);
        }
    }

    /** One line per call: the engine calls again at once if there is time, and gives others their turn if not. */
    @Override
    public void nextTuple() {
        if (lines.atEnd()) {
            out.finish();
            return;
        }
        long now = context.nanoTime();
        if (!started) {
            started = true;
            startNanos = now;
        }
        long due = nanosPerLine == 0 ? now : startNanos + (long) (emitted * nanosPerLine);
        if (due - now > 0) {
            out.idleUntil(due);
            return;
        }
        out.intendedAt(due);
        out.emit(lines.line());
        emitted++;
        advance();
    }

    @Override
    public Object snapshot() {
        return lines.number();
    }

    @Override
    public void restore(List<Object> snapshots) {
        if (snapshots.size() != context.taskCount()) {
            throw new IllegalStateException("'" + context.componentId() + "' had " + snapshots.size()
                    + " tasks, which share the lines: keep this number");
        }
        long next = (Long) snapshots.get(context.taskIndex());
        while (lines.number() < next) {
            advance();
        }
    }

    @Override
    public void close() {
        if (lines == null) {
            return;
        }
        try {
            lines.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void advance() {
        try {
            remaining.add(-1);
            lines.advance();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + input + ": " + e.getMessage(), e);
        }
    }
}
