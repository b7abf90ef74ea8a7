// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Emits numbers of a {@link Tally} at a steady rate. What was due while there was no instance is not made up for. */
abstract class TalliedSource implements Spout {

    private static final long serialVersionUID = 1L;
    private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long HALTED_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final String file;
    private final int rate;
    transient Tally tally;
    transient TaskContext context;
    transient SpoutCollector out;
    private transient long due;
    private transient long spacing;

    TalliedSource(String file, int rate) {
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

    /** Whether a number is due now; else nothing is before the next one is. */
    final boolean isDue(long now) {
        if (due - now > 0) {
            out.idleUntil(due);
            return false;
        }
        return true;
    }

    /** The number that was due is emitted. */
    final void emitted(long now) {
        due = Math.max(due + spacing, now - LATE_NANOS);
    }

    /** The tally gives no new number now. */
    final void halted(long now) {
        out.idleUntil(now + HALTED_NANOS);
    }
}
