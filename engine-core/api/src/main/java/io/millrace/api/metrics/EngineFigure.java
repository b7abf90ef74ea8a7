// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

import static io.millrace.api.metrics.Figure.Kind.LEVEL;
import static io.millrace.api.metrics.Figure.Kind.TOTAL;
import static io.millrace.api.metrics.Unit.COUNT;
import static io.millrace.api.metrics.Unit.REAL;

/**
 * What is counted of the engines of one task, by the names of the task's gauges, and of its counters for those that
 * only grow.
 */
public enum EngineFigure implements Figure {
    MIN(LEVEL, COUNT, "engines.min", "Engines that it has at least."),
    MAX(LEVEL, COUNT, "engines.max", "Engines that it may have."),
    ALL(LEVEL, COUNT, "engines.all", "Engines that are ready."),
    FREE(LEVEL, COUNT, "engines.free", "Those of them without a message."),
    BUSY_SHARE(
            LEVEL,
            REAL,
            "engines.busy.share",
            "Share of their time that they had a message, 0 to 1, in the last second."),
    BY_TOKEN(LEVEL, COUNT, "engines.messages.by.token", "Messages for which an engine was free before they came."),
    BY_QUEUE(LEVEL, COUNT, "engines.messages.by.queue", "Messages that had to wait for an engine at their source."),
    STARTS(TOTAL, COUNT, "engines.starts", "Engines that became ready."),
    DEATHS(TOTAL, COUNT, "engines.deaths", "Engines that have died."),
    DEAD_MESSAGES(TOTAL, COUNT, "engines.dead.messages", "Messages that were given up as engines died on them.");

    private final Meaning meaning;

    EngineFigure(Kind kind, Unit unit, String meter, String help) {
        meaning = Meaning.of(this, kind, unit, meter, help);
    }

    @Override
    public Meaning meaning() {
        return meaning;
    }
}
