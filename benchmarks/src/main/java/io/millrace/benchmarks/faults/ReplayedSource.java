package io.millrace.benchmarks.faults;

import io.millrace.api.OutputDeclarer;
import io.millrace.api.ReplayableSpout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Emits numbers at a steady rate, from the position of a snapshot on. When nothing new shall be emitted it still emits what another instance
 * of the task has.
 */
final class ReplayedSource implements ReplayableSpout {

    private static final long serialVersionUID = 1L;
    private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long HALTED_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final String file;
    private final int rate;
    private transient Tally tally;
    private transient TaskContext context;
    private transient SpoutCollector out;
    private transient int position;
    private transient long due;
    private transient long spacing;

    ReplayedSource(String file, int rate) {
        this.file = file;
        this.rate = rate;
    }

    @Override
    public void declareOutputs(OutputDeclarer declarer) {
        declarer.declare("source", "number");
    }

    @Override
    public void open(TaskContext taskContext, SpoutCollector collector) {
        context = taskContext;
        out = collector;
        tally = Tally.open(Path.of(file));
        spacing = TimeUnit.SECONDS.toNanos(1) * context.taskCount() / rate;
        due = context.nanoTime();
    }

    @Override
    public void nextTuple() {
        long now = context.nanoTime();
        boolean known = position < tally.next(context.taskIndex());
        if (!known && due - now > 0) {
            out.idleUntil(due);
            return;
        }
        if (!known && !tally.raise(context.taskIndex(), position)) {
            out.idleUntil(now + HALTED_NANOS);
            return;
        }
        if (!known) {
            due = Math.max(due + spacing, now - LATE_NANOS);
        }
        out.emit(context.taskIndex(), position);
        position++;
    }

    @Override
    public Object snapshot() {
        return position;
    }

    @Override
    public void restore(List<Object> positions) {
        position = (Integer) positions.get(context.taskIndex());
    }
}
