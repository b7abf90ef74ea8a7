// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.guarantees;

import io.millrace.api.metrics.SnapshotReport;
import io.millrace.api.metrics.SnapshotReport.Outcome;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Median;
import java.util.ArrayList;
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

    static List<SnapshotReport> committed(List<SnapshotReport> reports, long fromMillis, long untilMillis) {
        return reports.stream()
                .filter(report -> report.outcome() == Outcome.COMMITTED)
                .filter(report -> report.begunMillis() >= fromMillis && report.begunMillis() < untilMillis)
                .toList();
    }

    /**
     * Adds the phases of committed snapshots in milliseconds; nothing if there are none.
     *
     * @param runs the snapshots of each run
     */
    static void add(Figures figures, String part, String cell, String mode, List<List<SnapshotReport>> runs) {
        List<List<SnapshotReport>> some =
                runs.stream().filter(run -> !run.isEmpty()).toList();
        if (some.isEmpty()) {
            return;
        }
        PHASES.forEach((name, of) -> figures.add(part, cell, mode, name, "ms", medians(some, of)));
        figures.add(part, cell, mode, LONGEST, "ms", longest(some, SnapshotReport::totalNanos));
        figures.add(part, cell, mode, COPY_LONGEST, "ms", longest(some, SnapshotReport::copyNanos));
        figures.add(part, cell, mode, "snapshots", "number", each(some, run -> (double) run.size()));
        figures.add(part, cell, mode, "snapshot bytes", "MB", medians(some, SnapshotReport::bytes));
    }

    /** The medians in millions of the unit: nanoseconds become milliseconds, bytes megabytes. */
    private static List<Double> medians(List<List<SnapshotReport>> runs, ToLongFunction<SnapshotReport> of) {
        return each(
                runs, run -> Median.of(run.stream().mapToDouble(of::applyAsLong).toArray()) / 1e6);
    }

    private static List<Double> longest(List<List<SnapshotReport>> runs, ToLongFunction<SnapshotReport> of) {
        return each(runs, run -> run.stream().mapToLong(of).max().orElse(0) / 1e6);
    }

    private interface Reduction {
        double of(List<SnapshotReport> run);
    }

    private static List<Double> each(List<List<SnapshotReport>> runs, Reduction reduction) {
        List<Double> values = new ArrayList<>();
        runs.forEach(run -> values.add(reduction.of(run)));
        return values;
    }
}
