// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.report.Lines;

/** Whether the processors or the emulation of hosts had more to do than leaves a cell as it is on real hosts. */
final class Disturbance {

    /** The field of a line that was disturbed. */
    static final String MARK = "disturbed";

    private static final double MOST_BUSY = 0.9;
    private static final double MOST_LATE = 0.001;

    private Disturbance() {}

    /** On this machine alone there is no emulation, and engines may take all processors. */
    static boolean isIn(JsonNode line) {
        return line.path(Lines.NETWORK).asText().equals(Lab.NETWORK)
                && (line.path("busy").asDouble() > MOST_BUSY || late(line) > MOST_LATE);
    }

    private static double late(JsonNode line) {
        return line.path("late_over_1ms").asDouble()
                / Math.max(1, line.path("packets").asDouble());
    }

    static String describe(JsonNode line) {
        return String.format(
                "all processors were busy for %.0f %% of the time, and %.2f %% of the packets late",
                100 * line.path("busy").asDouble(), 100 * late(line));
    }
}
