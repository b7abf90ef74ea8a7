// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

import static io.millrace.api.metrics.Figure.Kind.LEVEL;
import static io.millrace.api.metrics.Figure.Kind.TOTAL;
import static io.millrace.api.metrics.Unit.COUNT;
import static io.millrace.api.metrics.Unit.FLAG;
import static io.millrace.api.metrics.Unit.KNOWN_NANOS;
import static io.millrace.api.metrics.Unit.NANOS;
import static io.millrace.api.metrics.Unit.REAL;
import static io.millrace.api.metrics.Unit.REAL_BYTES;

/** The figures of one route of a channel between regions. */
public enum RouteFigure implements Figure {
    USABLE(LEVEL, FLAG, "millrace.channel.route.up", "1 if the route can be used."),
    USED(LEVEL, FLAG, "", "1 if batches go by it now."),
    BYTES_PER_SECOND(LEVEL, REAL_BYTES, "millrace.channel.route.rate", "What it carries at most, per second."),
    DELAY_NANOS(LEVEL, KNOWN_NANOS, "millrace.channel.route.delay", "One way without queues."),
    JITTER_NANOS(LEVEL, NANOS, "", "Mean deviation of its round trip."),
    LOSS(LEVEL, REAL, "millrace.channel.route.loss.ratio", "Which part of its batches it lost lately."),
    SHARE(LEVEL, REAL, "millrace.channel.route.share.ratio", "Which part of the channel's bytes went by it lately."),
    BATCHES(TOTAL, COUNT, "", "Batches that went by it."),
    BYTES(TOTAL, Unit.BYTES, "", "The bytes of these, with what the transport adds."),
    LOST(TOTAL, COUNT, "", "Batches that it has not brought.");

    private final Meaning meaning;

    RouteFigure(Kind kind, Unit unit, String meter, String help) {
        meaning = Meaning.of(this, kind, unit, meter, help);
    }

    @Override
    public Meaning meaning() {
        return meaning;
    }
}
