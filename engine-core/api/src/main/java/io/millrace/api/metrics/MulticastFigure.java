// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

import static io.millrace.api.metrics.Figure.Kind.LEVEL;
import static io.millrace.api.metrics.Figure.Kind.TOTAL;
import static io.millrace.api.metrics.Unit.BYTES;
import static io.millrace.api.metrics.Unit.COUNT;
import static io.millrace.api.metrics.Unit.FLAG;
import static io.millrace.api.metrics.Unit.KNOWN_NANOS;
import static io.millrace.api.metrics.Unit.REAL;
import static io.millrace.api.metrics.Unit.REAL_BYTES;

/**
 * What is counted of copies that a task sends to several tasks of another region: of the channel by which they go once.
 */
public enum MulticastFigure implements Figure {
    /** Counts the changes of the tasks, too. */
    SWITCHES(TOTAL, COUNT, "millrace.multicast.switches", "How often the strategy has changed."),
    BATCH_EVENTS(LEVEL, COUNT, "", "Tuples in a batch."),
    COMPRESSED(LEVEL, FLAG, "", "1 if batches are compressed."),
    PREDICTED_NANOS(LEVEL, KNOWN_NANOS, "", "Latency of the mean tuple, by the model."),
    MEASURED_NANOS(LEVEL, KNOWN_NANOS, "", "Latency of the mean tuple lately, at the slowest of the tasks."),
    EVENTS(TOTAL, COUNT, "millrace.multicast.tuples", "Tuples that went once."),
    BATCHES(TOTAL, COUNT, "", "Batches that were made of them."),
    RESENDS(TOTAL, COUNT, "millrace.multicast.resends", "Their batches that were sent again."),
    KEPT_BYTES(LEVEL, BYTES, "millrace.multicast.kept", "What waits for the acknowledgement of all tasks."),
    BYTES_PER_SECOND(LEVEL, REAL_BYTES, "", "What left the region lately."),
    MONEY_PER_HOUR(LEVEL, REAL, "", "Money per hour lately."),
    MONEY(TOTAL, REAL, "millrace.multicast.money", "Money that was spent for it.");

    private final Meaning meaning;

    MulticastFigure(Kind kind, Unit unit, String meter, String help) {
        meaning = Meaning.of(this, kind, unit, meter, help);
    }

    @Override
    public Meaning meaning() {
        return meaning;
    }
}
