// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.snapshots;

import io.millrace.api.metrics.SnapshotMetrics;
import io.millrace.api.metrics.SnapshotReport;
import io.millrace.api.metrics.SnapshotReport.Outcome;
import io.millrace.cli.terminal.Format;
import io.millrace.cli.terminal.TextTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The text of snapshots. */
public final class SnapshotText {

    private SnapshotText() {}

    /**
     * Returns a summary, a table of the snapshots, the latest first, and the reasons of those that were not committed.
     */
    public static List<String> lines(SnapshotMetrics snapshots, long nowMillis) {
        List<SnapshotReport> latest = new ArrayList<>(snapshots.recent());
        Collections.reverse(latest);
        List<String> lines = new ArrayList<>();
        lines.add(summary(snapshots));
        failing(snapshots).ifPresent(lines::add);
        if (!latest.isEmpty()) {
            lines.add("");
            lines.addAll(table(latest, nowMillis).lines());
        }
        List<SnapshotReport> others = latest.stream()
                .filter(report -> report.outcome() != Outcome.COMMITTED)
                .toList();
        if (!others.isEmpty()) {
            lines.add("");
            others.forEach(report -> lines.add("snapshot " + report.id() + " was "
                    + (report.outcome() == Outcome.FAILED ? "not committed: " : "abandoned: ") + report.reason()));
        }
        return lines;
    }

    /** Returns the age of the last commit; "-" if it is not known. */
    public static String age(SnapshotMetrics snapshots) {
        return snapshots == null || snapshots.ageMillis() < 0
                ? "-"
                : Format.age(Duration.ofMillis(snapshots.ageMillis()));
    }

    /** Returns the message that more snapshots than are tolerated have failed, with the reason, if that is so. */
    public static Optional<String> failing(SnapshotMetrics snapshots) {
        return snapshots == null || !snapshots.failing()
                ? Optional.empty()
                : Optional.of(snapshots.failuresInRow() + " snapshots have failed in a row, the last one: "
                        + snapshots.lastFailure());
    }

    /** Returns the counts of committed and failed snapshots, in one line. */
    public static String summary(SnapshotMetrics snapshots) {
        String last = snapshots.lastId() == 0
                ? "no snapshot was committed yet"
                : "last commit: snapshot " + snapshots.lastId()
                        + (snapshots.ageMillis() < 0 ? ", at an unknown time" : ", " + age(snapshots) + " ago");
        return last + "; since the coordinator began: " + Format.count(snapshots.committed()) + " committed, "
                + Format.count(snapshots.failed()) + " failed";
    }

    private static TextTable table(List<SnapshotReport> latest, long nowMillis) {
        TextTable table = new TextTable(
                "ID", "BEGUN", "TOTAL", "TRAVEL", "ALIGN", "COPY", "WRITE", "COMMIT", "BYTES", "WHOLE", "SLOWEST",
                "OUTCOME");
        for (SnapshotReport report : latest) {
            table.row(
                    report.id(),
                    Format.age(Duration.ofMillis(nowMillis - report.begunMillis())) + " ago",
                    Format.nanos(report.totalNanos()),
                    Format.nanos(report.travelNanos()),
                    Format.nanos(report.alignmentNanos()),
                    Format.nanos(report.copyNanos()),
                    Format.nanos(report.writeNanos()),
                    Format.nanos(report.commitNanos()),
                    Format.count(report.bytes()),
                    Format.count(report.wholeBytes()),
                    report.slowestTask() < 0 ? "-" : report.slowestComponent() + "/" + report.slowestTask(),
                    report.outcome().name().toLowerCase(Locale.ROOT));
        }
        return table;
    }
}
