package io.millrace.examples.wordcount;

import io.millrace.api.Counter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.config.Config;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Emits its share of a file's lines, tracked, at a steady rate if one is set, and repeats what failed. Each tuple says
 * which of the task's words is the line's first, so that a counter can tell a repeated word from a new one.
 */
final class LineSpout implements Spout {

    private static final long serialVersionUID = 1L;
    private static final long SAVE_INTERVAL_NANOS = 100_000_000L;

    /** A line that was emitted and is not acked yet. */
    private record Sent(long number, String text, long firstWord, long dueNanos) {}

    private transient TaskContext context;
    private transient SpoutCollector out;
    private transient Counter remaining;
    private transient Lines lines;
    private transient Optional<Position> position;
    private transient double nanosPerLine;

    private transient Map<Long, Sent> pending;
    private transient ArrayDeque<Sent> failed;
    private transient long words;
    private transient long emitted;
    private transient boolean started;
    private transient long startNanos;
    private transient long savedNanos;
    private transient boolean exhausted;
    private transient boolean finished;

    @Override
    public void declareOutputs(OutputDeclarer outputs) {
        outputs.declare("line", "spout", "firstWord");
    }

    @Override
    public void open(TaskContext taskContext, SpoutCollector collector) {
        context = taskContext;
        out = collector;
        remaining = context.counter("remaining");
        pending = new LinkedHashMap<>();
        failed = new ArrayDeque<>();
        Config config = context.config();
        Path file = Path.of(config.get(WordCount.INPUT)
                .orElseThrow(() -> new IllegalArgumentException(
                        "no input: give the file to count as argument, or as -c " + WordCount.INPUT + "=FILE")));
        int passes = Integer.parseInt(config.get(WordCount.REPEAT, "1"));
        double rate = Double.parseDouble(config.get(WordCount.RATE, "0"));
        nanosPerLine = rate == 0 ? 0 : 1e9 * context.taskCount() / rate;
        position = config.get(WordCount.STATE).map(directory -> new Position(Path.of(directory), context.taskIndex()));
        try {
            lines = new Lines(file, passes, context.taskIndex(), context.taskCount());
            remaining.set(Lines.share(file, passes, context.taskIndex(), context.taskCount()));
            long done = position.isPresent() ? position.get().load() : 0;
            exhausted = !skipTo(done);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void nextTuple() {
        long now = context.nanoTime();
        if (!started) {
            started = true;
            startNanos = now;
        }
        try {
            emitNext(now);
            if (position.isPresent() && now - savedNanos >= SAVE_INTERVAL_NANOS) {
                savedNanos = now;
                position.get().save(firstNotDone());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (exhausted && pending.isEmpty() && !finished) {
            finished = true;
            out.finish();
        }
    }

    @Override
    public void ack(Object messageId) {
        if (pending.remove(messageId) != null) {
            remaining.add(-1);
        }
    }

    @Override
    public void fail(Object messageId) {
        Sent sent = pending.get(messageId);
        if (sent != null) {
            failed.add(sent);
        }
    }

    @Override
    public void close() {
        try {
            if (lines != null) {
                lines.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One line per call: the engine calls again at once if there is time, and gives others their turn if not. */
    private void emitNext(long now) throws IOException {
        if (!failed.isEmpty()) {
            emit(failed.poll());
            return;
        }
        long due = nanosPerLine == 0 ? now : startNanos + (long) (emitted * nanosPerLine);
        if (exhausted) {
            return;
        }
        if (due - now > 0) {
            out.idleUntil(due);
            return;
        }
        Sent sent = new Sent(lines.number(), lines.line(), words, due);
        int wordsOfLine = Words.of(sent.text).size();
        emitted++;
        if (wordsOfLine == 0) {
            remaining.add(-1);
        } else {
            pending.put(sent.number, sent);
            words += wordsOfLine;
            emit(sent);
        }
        exhausted = !lines.advance();
    }

    private void emit(Sent sent) {
        out.intendedAt(sent.dueNanos);
        out.emitTracked(sent.number, sent.text, context.taskIndex(), sent.firstWord);
    }

    /** Passes over what an earlier process of this task has done, and stands at the next line, if there is one. */
    private boolean skipTo(long number) throws IOException {
        while (lines.advance()) {
            if (lines.number() >= number) {
                return true;
            }
            words += Words.of(lines.line()).size();
            remaining.add(-1);
        }
        return false;
    }

    private long firstNotDone() {
        if (!pending.isEmpty()) {
            return pending.keySet().iterator().next();
        }
        return exhausted ? Long.MAX_VALUE : lines.number();
    }
}
