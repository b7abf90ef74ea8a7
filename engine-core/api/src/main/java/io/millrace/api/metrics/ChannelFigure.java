// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

import static io.millrace.api.metrics.Figure.Kind.LEVEL;
import static io.millrace.api.metrics.Figure.Kind.TOTAL;
import static io.millrace.api.metrics.Unit.BYTES;
import static io.millrace.api.metrics.Unit.COUNT;
import static io.millrace.api.metrics.Unit.FLAG;
import static io.millrace.api.metrics.Unit.KNOWN_NANOS;
import static io.millrace.api.metrics.Unit.NANOS;
import static io.millrace.api.metrics.Unit.REAL;
import static io.millrace.api.metrics.Unit.REAL_BYTES;

/** The figures of a channel between two tasks in different regions. Latencies are 0 if they are not known. */
public enum ChannelFigure implements Figure {
    BATCH_EVENTS(LEVEL, COUNT, "millrace.channel.batch.tuples", "Tuples in a batch for another region."),
    ROUTES_USED(LEVEL, COUNT, "millrace.channel.routes", "Routes that its batches go by."),
    COMPRESSED(LEVEL, FLAG, "millrace.channel.compressed", "1 if its batches are compressed."),
    EVENTS_PER_SECOND(LEVEL, REAL, "", "Tuples that the source offers; 0 before the first choice."),
    EVENT_BYTES(LEVEL, REAL_BYTES, "", "One of them before compression; 0 before the first choice."),
    /** -1 if the channel has not the capacity. */
    PREDICTED_NANOS(
            LEVEL, KNOWN_NANOS, "millrace.channel.predicted.latency", "Latency of its mean tuple, by the model."),
    PREDICTED_P99_NANOS(LEVEL, KNOWN_NANOS, "", "The same of 99 of 100 tuples."),
    MEASURED_NANOS(LEVEL, KNOWN_NANOS, "millrace.channel.measured.latency", "Latency of its mean tuple lately."),
    MEASURED_P99_NANOS(LEVEL, KNOWN_NANOS, "", "What the oldest tuple took in 99 of 100 batches lately."),
    REORDER_NANOS(
            LEVEL, NANOS, "millrace.channel.reorder.wait", "How long its batches waited for earlier ones lately."),
    EVENTS(TOTAL, COUNT, "millrace.channel.tuples", "Tuples that were taken for another region."),
    BATCHES(TOTAL, COUNT, "millrace.channel.batches", "Batches that were made of them."),
    RESENDS(TOTAL, COUNT, "millrace.channel.resends", "Batches that were sent again."),
    KEPT_BYTES(LEVEL, BYTES, "millrace.channel.kept", "What waits for its acknowledgement."),
    BYTES_PER_SECOND(LEVEL, REAL_BYTES, "", "What left the region lately."),
    MONEY_PER_HOUR(LEVEL, REAL, "millrace.channel.money.per.hour", "Money per hour lately."),
    MONEY(TOTAL, REAL, "millrace.channel.money", "Money that was spent for these bytes and for relays.");

    private final Meaning meaning;

    ChannelFigure(Kind kind, Unit unit, String meter, String help) {
        meaning = Meaning.of(this, kind, unit, meter, help);
    }

    @Override
    public Meaning meaning() {
        return meaning;
    }
}
