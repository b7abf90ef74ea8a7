// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

import static io.millrace.api.metrics.Figure.Kind.LEVEL;
import static io.millrace.api.metrics.Figure.Kind.TOTAL;
import static io.millrace.api.metrics.Unit.COUNT;
import static io.millrace.api.metrics.Unit.FLAG;

/** The figures of a task since its worker was started. The numbers lie in a worker's metrics in this order. */
public enum TaskFigure implements Figure {
    EMITTED(TOTAL, COUNT, "millrace.tuples.emitted", "Tuples emitted, before groupings multiply them."),
    EXECUTED(TOTAL, COUNT, "millrace.tuples.executed", "Tuples executed, or calls of nextTuple that emitted."),
    ACKED(TOTAL, COUNT, "millrace.tuples.acked", "Trees acked (spout), inputs acked (bolt)."),
    FAILED(TOTAL, COUNT, "millrace.tuples.failed", "Trees failed (spout), inputs failed (bolt)."),
    ERRORS(TOTAL, COUNT, "millrace.errors", "Exceptions from the component."),
    PENDING(
            LEVEL,
            COUNT,
            "millrace.pending.trees",
            "Trees under way; of bolts: inputs that engines, calls or a batch have."),
    INBOX(LEVEL, COUNT, "millrace.inbox.tuples", "Tuples that wait in front of the task."),
    OUTBOX(LEVEL, COUNT, "millrace.outbox.tuples", "Emissions that wait for room."),
    FINISHED(LEVEL, FLAG, "", "1 if a spout task has declared that it will emit no more new tuples."),
    /**
     * Those that took longer than {@code topology.slow.call.warning} and delayed the other tasks of the executor; a
     * call is counted once, before it returns; calls of blocking components are not counted. The worker's timer counts
     * them.
     */
    SLOW_CALLS(TOTAL, COUNT, "millrace.slow.calls", "Calls of the component that held up its executor.");

    private final Meaning meaning;

    TaskFigure(Kind kind, Unit unit, String meter, String help) {
        meaning = Meaning.of(this, kind, unit, meter, help);
    }

    @Override
    public Meaning meaning() {
        return meaning;
    }
}
