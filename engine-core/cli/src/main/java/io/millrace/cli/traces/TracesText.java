// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.traces;

import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.TracePart;
import io.millrace.api.metrics.TraceSpan;
import io.millrace.cli.terminal.Format;
import io.millrace.cli.terminal.LatencyMarks;
import io.millrace.cli.terminal.TextTable;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The text of a report on traces. */
public final class TracesText {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);

    private TracesText() {}

    /** @param zone the time zone of the times that are shown */
    public static List<String> lines(TracesReport report, ZoneId zone) {
        List<String> lines = new ArrayList<>();
        LatencyMarks marks = new LatencyMarks(report.clockErrorNanos());
        lines.addAll(endToEnd(report, marks));
        if (report.around().isEmpty()) {
            lines.add("");
            lines.add("no trace of a sampled tuple of '" + report.topology() + "' has ended in the last "
                    + report.sample().seconds() + " s");
        } else {
            lines.add("");
            lines.addAll(parts(report.around(), marks));
        }
        if (!report.slowest().isEmpty()) {
            lines.add("");
            lines.addAll(slowest(report.slowest(), zone, marks));
        }
        marks.note().forEach(note -> lines.addAll(List.of("", note)));
        return lines;
    }

    private static List<String> endToEnd(TracesReport report, LatencyMarks marks) {
        TextTable table =
                new TextTable("END TO END OF " + report.topology(), "P50", "P90", "P99", "P99.9", "MAX", "TUPLES");
        LatencySummary all = report.endToEnd();
        if (all.count() == 0) {
            table.row("all tuples since the start", "-", "-", "-", "-", "-", 0);
        } else {
            table.row(
                    "all tuples since the start",
                    marks.text(all.p50Nanos()),
                    marks.text(all.p90Nanos()),
                    marks.text(all.p99Nanos()),
                    marks.text(all.p999Nanos()),
                    marks.text(all.maxNanos()),
                    Format.count(all.count()));
        }
        List<Object> traces =
                new ArrayList<>(List.of("traces of the last " + report.sample().seconds() + " s"));
        for (TracesReport.Percentile each : report.percentiles()) {
            traces.add(report.sample().chosen() == 0 ? "-" : marks.text(each.latencyNanos()));
        }
        traces.add(Format.count(report.sample().chosen()));
        table.row(traces.toArray());
        return table.lines();
    }

    /** Returns a table with one column pair for each percentile. */
    private static List<String> parts(List<TracesReport.Around> around, LatencyMarks marks) {
        List<String> heading = new ArrayList<>(List.of("COMPONENT OR LINK", "PART"));
        Map<List<String>, List<Object>> rows = new LinkedHashMap<>();
        for (TracesReport.Around each : around) {
            heading.addAll(List.of("P" + number(each.at()), "SHARE"));
            each.parts()
                    .forEach(part -> rows.computeIfAbsent(
                            List.of(part.place(), part.part().name().toLowerCase(Locale.ROOT)),
                            none -> new ArrayList<>()));
        }
        for (TracesReport.Around each : around) {
            Map<List<String>, TracesReport.Part> known = each.parts().stream()
                    .collect(Collectors.toMap(
                            part -> List.of(part.place(), part.part().name().toLowerCase(Locale.ROOT)), part -> part));
            rows.forEach((key, cells) -> {
                TracesReport.Part part = known.get(key);
                cells.addAll(
                        part == null
                                ? List.of("-", "-")
                                : List.of(
                                        nanos(part, marks), Format.percent(Math.round(1e6 * part.share()), 1_000_000)));
            });
        }
        TextTable table = new TextTable(heading.toArray(String[]::new));
        rows.forEach((key, cells) -> {
            List<Object> row = new ArrayList<>(key);
            row.addAll(cells);
            table.row(row.toArray());
        });
        table.row(summary(around, "mean of all parts", each -> marks.text(each.meanNanos()), each -> "100.0 %"));
        table.row(summary(
                around,
                "useful share: execute",
                each -> Format.nanos(Math.round(each.usefulShare() * each.meanNanos())),
                each -> Format.percent(Math.round(1e6 * each.usefulShare()), 1_000_000)));
        List<String> lines = new ArrayList<>(table.lines());
        for (TracesReport.Around each : around) {
            lines.add("P" + number(each.at()) + ": " + Format.count(each.traces()) + " traces of "
                    + marks.text(each.fromNanos()) + " to " + marks.text(each.toNanos()));
        }
        return lines;
    }

    private interface Cell {
        String of(TracesReport.Around around);
    }

    private static Object[] summary(List<TracesReport.Around> around, String name, Cell time, Cell share) {
        List<Object> row = new ArrayList<>(List.of(name, ""));
        around.forEach(each -> row.addAll(List.of(time.of(each), share.of(each))));
        return row.toArray();
    }

    private static String nanos(TracesReport.Part part, LatencyMarks marks) {
        long nanos = Math.round(part.meanNanos());
        return part.part() == TracePart.WIRE ? marks.text(nanos) : Format.nanos(nanos);
    }

    private static List<String> slowest(List<TracesReport.Slow> slowest, ZoneId zone, LatencyMarks marks) {
        TextTable table = new TextTable("SLOWEST", "ENDED AT", "LARGEST PART", "TIME", "TRACE");
        for (TracesReport.Slow each : slowest) {
            table.row(
                    marks.text(each.latencyNanos()),
                    TIME.format(Instant.ofEpochMilli(each.endedMillis()).atZone(zone)),
                    each.largest().part().name().toLowerCase(Locale.ROOT) + " of "
                            + each.largest().place(),
                    Format.nanos(Math.round(each.largest().meanNanos())),
                    each.spans().stream().map(TracesText::span).collect(Collectors.joining(" > ")));
        }
        return table.lines();
    }

    private static String span(TraceSpan span) {
        return span.isMiddle()
                ? TracesReport.component(span)
                : span.component() + " " + span.task() + (span.worker().isEmpty() ? "" : "@" + span.worker());
    }

    static String number(double value) {
        return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
    }
}
