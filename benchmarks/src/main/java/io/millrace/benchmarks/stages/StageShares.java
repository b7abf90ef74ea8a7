// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.stages;

import io.millrace.api.metrics.TracePart;
import io.millrace.cli.traces.TracesReport;
import java.util.EnumSet;
import java.util.Set;

/**
 * What a latency is made of, in shares of 0 to 1, which add up to 1.
 *
 * @param latencyNanos the mean of the traces
 * @param between links, and waiting for execute
 * @param work execute, with what it calls
 * @param held by a window
 * @param late the source's lateness
 */
public record StageShares(double latencyNanos, double between, double work, double held, double late) {

    private static final Set<TracePart> WORK = EnumSet.of(TracePart.EXECUTE, TracePart.NESTED);
    private static final Set<TracePart> HELD = EnumSet.of(TracePart.OTHER);
    private static final Set<TracePart> LATE = EnumSet.of(TracePart.DUE);
    private static final Set<TracePart> BETWEEN =
            EnumSet.complementOf(EnumSet.of(TracePart.EXECUTE, TracePart.NESTED, TracePart.OTHER, TracePart.DUE));

    static StageShares of(TracesReport.Around around) {
        return new StageShares(
                around.meanNanos(),
                share(around, BETWEEN),
                share(around, WORK),
                share(around, HELD),
                share(around, LATE));
    }

    private static double share(TracesReport.Around around, Set<TracePart> parts) {
        return around.parts().stream()
                .filter(part -> parts.contains(part.part()))
                .mapToDouble(TracesReport.Part::share)
                .sum();
    }
}
