// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.guarantees;

import io.millrace.api.metrics.SnapshotReport;
import io.millrace.api.metrics.SnapshotReport.Outcome;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Measured;
import io.millrace.benchmarks.report.Median;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** What committed snapshots took: the median of each phase, and the longest. */
final class SnapshotPhases {

    static final String TOTAL = "snapshot total";
    static final String SLOWEST = "snapshot slowest capture";
    static final String LONGEST = "snapshot longest";
    static final String COPY_LONGEST = "snapshot longest copy";

    private static final Map<String, ToLongFunction<SnapshotReport>> PHASES = phases();

    private SnapshotPhases() {}

    private static Map<String, ToLongFunction<SnapshotReport>> phases() {
        Map<String, ToLongFunction<SnapshotReport>> phases = new LinkedHashMap<>();
        phases.put("snapshot travel", SnapshotReport::travelNanos);
        phases.put("snapshot alignment", SnapshotReport::alignmentNanos);
        phases.put("snapshot copy", SnapshotReport::copyNanos);
        phases.put("snapshot write", SnapshotReport::writeNanos);
        phases.put("snapshot commit", SnapshotReport::commitNanos);
        phases.put(SLOWEST, SnapshotReport::slowestNanos);
        phases.put(TOTAL, SnapshotReport::totalNanos);
        return phases;
    }

    static List<SnapshotReport> committed(List<SnapshotReport> reports) {
        return committed(reports, 0, Long.MAX_VALUE);
    }

    static List<SnapshotReport> committed(List<SnapshotReport> reports, long fromMillis, long untilMillis) {
        return reports.stream()
                .filter(report -> report.outcome() == Outcome.COMMITTED)
                .filter(report -> report.begunMillis() >= fromMillis && report.begunMillis() < untilMillis)
                .toList();
    }

    /** Adds the phases of a run's committed snapshots in milliseconds; nothing if there are none. */
    static Measured add(Measured measured, List<SnapshotReport> snapshots) {
        if (snapshots.isEmpty()) {
            return measured;
        }
        PHASES.forEach((name, of) -> measured.add(name, "ms", median(snapshots, of)));
        return measured.add(LONGEST, "ms", longest(snapshots, SnapshotReport::totalNanos))
                .add(COPY_LONGEST, "ms", longest(snapshots, SnapshotReport::copyNanos))
                .add("snapshots", Figures.NUMBER, snapshots.size())
                .add("snapshot bytes", "MB", median(snapshots, SnapshotReport::bytes));
    }

    /** The median in millions of the unit: nanoseconds become milliseconds, bytes megabytes. */
    private static double median(List<SnapshotReport> snapshots, ToLongFunction<SnapshotReport> of) {
        return Median.of(snapshots.stream().mapToDouble(of::applyAsLong).toArray()) / 1e6;
    }

    private static double longest(List<SnapshotReport> snapshots, ToLongFunction<SnapshotReport> of) {
        return snapshots.stream().mapToLong(of).max().orElse(0) / 1e6;
    }
}
