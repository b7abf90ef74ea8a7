// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.api.metrics.TaskFigure;
import io.millrace.runtime.metrics.TaskCounters;

/** Counts of a task that are not published yet. Confined to its executor's thread. */
public final class TaskTally {

    private final TaskCounters counters;
    private long emitted;
    private long executed;
    private long acked;
    private long failed;
    private long turnNanos;
    private long inbox;
    private long outbox;
    private long pending;
    /** Inputs that were executed and neither acked nor failed, as far as they were published. */
    private long held;

    private long shownInbox;
    private long shownOutbox;
    private long shownPending;

    TaskTally(TaskCounters counters) {
        this.counters = counters;
    }

    void emitted() {
        emitted++;
    }

    void executed() {
        executed++;
    }

    void acked() {
        acked++;
    }

    void failed() {
        failed++;
    }

    void ran(long nanos) {
        turnNanos += nanos;
    }

    void inbox(int tuples) {
        inbox = tuples;
    }

    void outbox(long tuples) {
        outbox = tuples;
    }

    /** Sets the pending trees of a spout, or the inputs that a bolt keeps after {@code execute} has returned. */
    public void pending(int treesOrInputs) {
        pending = treesOrInputs;
    }

    /**
     * Returns the number of inputs that a bolt has been called with and has neither acked nor failed. It follows from
     * the other counts, so that it costs nothing per tuple.
     */
    public long held() {
        return Math.max(0, held + executed - acked - failed);
    }

    void publish() {
        held += executed - acked - failed;
        if (emitted > 0) {
            counters.add(TaskFigure.EMITTED, emitted);
            emitted = 0;
        }
        if (executed > 0) {
            counters.add(TaskFigure.EXECUTED, executed);
            executed = 0;
        }
        if (acked > 0) {
            counters.add(TaskFigure.ACKED, acked);
            acked = 0;
        }
        if (failed > 0) {
            counters.add(TaskFigure.FAILED, failed);
            failed = 0;
        }
        if (turnNanos > 0) {
            counters.addTurnNanos(turnNanos);
            turnNanos = 0;
        }
        if (inbox != shownInbox) {
            shownInbox = inbox;
            counters.set(TaskFigure.INBOX, inbox);
        }
        if (outbox != shownOutbox) {
            shownOutbox = outbox;
            counters.set(TaskFigure.OUTBOX, outbox);
        }
        if (pending != shownPending) {
            shownPending = pending;
            counters.set(TaskFigure.PENDING, pending);
        }
    }
}
