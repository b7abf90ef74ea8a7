package io.millrace.benchmarks.faults;

import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * Emits numbers at a steady rate and notes acks. Failed numbers are emitted again, and an instance that takes the task over first
 * emits all that have no ack. What was due while there was no instance is not made up for.
 */
final class CheckedSource implements Spout {

    private static final long serialVersionUID = 1L;
    private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long HALTED_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final String file;
    private final int rate;
    private transient Tally tally;
    private transient TaskContext context;
    private transient SpoutCollector out;
    private transient Deque<Integer> again;
    private transient int pending;

    /** Where it looks for numbers without an ack, and where it ends to look. */
    private transient int unacked;

    private transient int known;
    private transient long due;
    private transient long spacing;

    CheckedSource(String file, int rate) {
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
        again = new ArrayDeque<>();
        known = tally.next(context.taskIndex());
        spacing = TimeUnit.SECONDS.toNanos(1) * context.taskCount() / rate;
        due = context.nanoTime();
    }

    @Override
    public void nextTuple() {
        Integer failed = again.poll();
        if (failed != null) {
            emit(failed);
            return;
        }
        while (unacked < known) {
            int number = unacked++;
            if (!tally.isAcked(context.taskIndex(), number)) {
                emit(number);
                return;
            }
        }
        long now = context.nanoTime();
        if (due - now > 0) {
            out.idleUntil(due);
            return;
        }
        int number = tally.claim(context.taskIndex());
        if (number < 0) {
            lookAgain();
            out.idleUntil(now + HALTED_NANOS);
            return;
        }
        due = Math.max(due + spacing, now - LATE_NANOS);
        emit(number);
    }

    /** An instance that was believed dead may have claimed numbers since this one was opened, and died with them. */
    private void lookAgain() {
        if (pending == 0) {
            unacked = 0;
            known = tally.next(context.taskIndex());
        }
    }

    private void emit(int number) {
        pending++;
        out.emitTracked(number, context.taskIndex(), number);
    }

    @Override
    public void ack(Object number) {
        pending--;
        tally.ack(context.taskIndex(), (Integer) number);
    }

    @Override
    public void fail(Object number) {
        pending--;
        again.add((Integer) number);
    }
}
