// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

import static io.millrace.api.metrics.Figure.Kind.LEVEL;
import static io.millrace.api.metrics.Figure.Kind.TOTAL;
import static io.millrace.api.metrics.Unit.BYTES;
import static io.millrace.api.metrics.Unit.COUNT;
import static io.millrace.api.metrics.Unit.NANOS;

/** The figures of an executor since its worker was started. The numbers lie in a worker's metrics in this order. */
public enum ExecutorFigure implements Figure {
    /** Turns that processed something. */
    BUSY_NANOS(TOTAL, NANOS, "millrace.executor", "What an executor's thread did with its time.", "busy"),
    /** Turns that could process nothing because an emission waited for room. */
    BACK_PRESSURED_NANOS(
            TOTAL, NANOS, "millrace.executor", "What an executor's thread did with its time.", "backpressured"),
    /** All other turns, including blocked time. */
    IDLE_NANOS(TOTAL, NANOS, "millrace.executor", "What an executor's thread did with its time.", "idle"),
    QUEUED(LEVEL, COUNT, "", "Tuples from other executors of the worker in its queue."),
    QUEUE_CAPACITY(LEVEL, COUNT, "", "Most tuples in that queue."),
    RING_USED_BYTES(LEVEL, BYTES, "", "What its ring has from other workers of the node."),
    RING_BYTES(LEVEL, BYTES, "", "Capacity of the ring; 0 if it has none."),
    RING_FULL_EVENTS(TOTAL, COUNT, "", "How often a worker of the node found no room in the ring."),
    RING_SKIPS(TOTAL, COUNT, "", "How often it passed over a message in the ring that was still being written.");

    private final Meaning meaning;

    ExecutorFigure(Kind kind, Unit unit, String meter, String help) {
        meaning = Meaning.of(this, kind, unit, meter, help);
    }

    /** @param state the state of its thread */
    ExecutorFigure(Kind kind, Unit unit, String meter, String help, String state) {
        meaning = Meaning.of(this, kind, unit, meter, help).with("state", state);
    }

    @Override
    public Meaning meaning() {
        return meaning;
    }
}
