// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import io.millrace.api.metrics.SnapshotReport;
import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.macro.Workload;
import io.millrace.benchmarks.report.Columns;
import io.millrace.benchmarks.report.Csv;
import io.millrace.benchmarks.report.Panel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What one cell showed. Times in milliseconds.
 *
 * @param messagesPerWrite that the workers exchanged
 * @param busy the share of all processors' time that was not idle while it was recorded, 0 to 1
 * @param snapshots that have begun while it was recorded
 * @param use of its workers
 */
public record NetlabResult(
        Cell cell,
        OverheadReport report,
        double messagesPerWrite,
        double busy,
        Lab.Status lab,
        List<SnapshotReport> snapshots,
        WorkersUse use) {

    private static final Columns TABLE = new Columns(
            "%-16s %7s %11s %8s %9s %9s %9s %9s %9s %7s %6s %13s  %s",
            "workload|RTT ms|tuples/s|offered|p50 ms|p99|- wire|p99|p99.9|batch|busy|late >1ms"
                    + "|p99 above the wire by crossings");

    static final String CSV = "workload,guarantee,rtt_ms,offered_per_second,tuples_per_second,p50_ms,p99_ms"
            + ",overhead_p50_ms,overhead_p99_ms,overhead_p999_ms,messages_per_write,busy"
            + ",lab_packets,lab_late_over_1ms,lab_max_lateness_ms";

    /** The workload, its guarantee, and the round-trip time. */
    static final int KEY_COLUMNS = 3;

    static String header() {
        return TABLE.head();
    }

    public Workload workload() {
        return cell.workload();
    }

    public double rttMillis() {
        return cell.rttMillis();
    }

    /** What sinks took of what was offered, 0 to 1. */
    public double offeredShare() {
        return perSecond() / cell.expectedPerSecond();
    }

    /** The latency from the intended emit time to the sink. */
    public double totalMillis(double percentile) {
        return millis(total(), percentile);
    }

    /** All latencies of {@link #totalMillis}, in nanoseconds. */
    public Histogram total() {
        return report.total(cell.oneWayNanos());
    }

    /** The latency of {@link #totalMillis} without the delays of the wire. */
    public double overheadMillis(double percentile) {
        return millis(report.overhead(), percentile);
    }

    /** The tuples per second that the sinks took. */
    public double perSecond() {
        return (double) report.arrivals().tuples() / cell.workload().seconds();
    }

    /** The tuples that the sinks took in each second. */
    public long[] bySecond() {
        return report.arrivals().bySecond();
    }

    /** The longest time for which a sink took none. */
    public double longestGapMillis() {
        return report.arrivals().longestGapNanos() / 1e6;
    }

    static double millis(Histogram histogram, double percentile) {
        return histogram.getValueAtPercentile(percentile) / 1e6;
    }

    /** The turn with the median 99th percentile above the wire, or the lower of two. */
    static NetlabResult median(List<NetlabResult> turns) {
        List<NetlabResult> sorted = turns.stream()
                .sorted(Comparator.comparingDouble(turn -> millis(turn.report.overhead(), 99)))
                .toList();
        return sorted.get((sorted.size() - 1) / 2);
    }

    String text() {
        Histogram total = report.total(cell.oneWayNanos());
        Histogram overhead = report.overhead();
        StringBuilder crossings = new StringBuilder();
        for (int i = 0; i < report.overheads().length; i++) {
            Histogram one = report.overheads()[i];
            if (one.getTotalCount() > 0) {
                crossings.append(String.format("%d: %.2f  ", i, millis(one, 99)));
            }
        }
        return TABLE.row(
                Cell.name(cell.workload()),
                cell.rttMillis(),
                String.format("%,.0f", perSecond()),
                String.format("%.2f%%", 100 * perSecond() / cell.expectedPerSecond()),
                two(millis(total, 50)),
                two(millis(total, 99)),
                two(millis(overhead, 50)),
                two(millis(overhead, 99)),
                two(millis(overhead, 99.9)),
                String.format("%.1f", messagesPerWrite),
                String.format("%.0f%%", 100 * busy),
                lab.lateOver1ms() + "/" + lab.packets(),
                crossings.toString().strip());
    }

    private static String two(double value) {
        return String.format("%.2f", value);
    }

    List<String> row() {
        Histogram total = report.total(cell.oneWayNanos());
        Histogram overhead = report.overhead();
        List<String> row = new ArrayList<>(List.of(
                Cell.name(cell.workload()).split(",")[0],
                cell.workload().promise().name(),
                Double.toString(cell.rttMillis()),
                String.format("%.0f", cell.expectedPerSecond()),
                String.format("%.0f", perSecond())));
        for (double millis : new double[] {
            millis(total, 50), millis(total, 99), millis(overhead, 50), millis(overhead, 99), millis(overhead, 99.9)
        }) {
            row.add(String.format("%.3f", millis));
        }
        row.add(String.format("%.1f", messagesPerWrite));
        row.add(String.format("%.2f", busy));
        row.add(Long.toString(lab.packets()));
        row.add(Long.toString(lab.lateOver1ms()));
        row.add(String.format("%.3f", lab.maxLatenessMillis()));
        return row;
    }

    /** What is above the wire at the 99th percentile, of every workload, over the round-trip time. */
    static void plot(Csv csv, Path file) throws IOException {
        Panel.write(
                file,
                List.of(Panel.overRtt(
                        "p99 above the wire's delay",
                        "milliseconds",
                        csv.lines(
                                row -> csv.value(row, "workload") + " " + csv.value(row, "guarantee"),
                                "rtt_ms",
                                "overhead_p99_ms"))));
    }
}
