// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Emits numbers at a steady rate and notes acks. Failed numbers are emitted again, and an instance that takes the task
 * over first emits all that have no ack.
 */
final class CheckedSource extends TalliedSource {

    private static final long serialVersionUID = 1L;

    private transient Deque<Integer> again;
    private transient int pending;

    /** Where it looks for numbers without an ack, and where it ends to look. */
    private transient int unacked;

    private transient int known;

    CheckedSource(String file, int rate) {
        super(file, rate);
    }

    @Override
    public void open(TaskContext taskContext, SpoutCollector collector) {
        super.open(taskContext, collector);
        again = new ArrayDeque<>();
        known = tally.next(context.taskIndex());
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
        if (!isDue(now)) {
            return;
        }
        int number = tally.claim(context.taskIndex());
        if (number < 0) {
            lookAgain();
            halted(now);
            return;
        }
        emitted(now);
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
