// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import io.millrace.api.metrics.SnapshotReport;
import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.macro.Histograms;
import io.millrace.benchmarks.macro.Measurement;
import io.millrace.benchmarks.macro.Workload;
import io.millrace.benchmarks.report.Columns;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.Measured;
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

    public static final String OFFERED = "of the offered rate";
    static final String P50_ABOVE = "p50 above the wire";
    static final String P99_ABOVE = "p99 above the wire";

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

    /** The figures of a line. */
    public Measured measured() {
        Measured measured = new Measured()
                .add(OFFERED, "%", 100 * offeredShare())
                .add(Measurement.P50, "ms", totalMillis(50))
                .add(Measurement.P99, "ms", totalMillis(99))
                .add(P50_ABOVE, "ms", overheadMillis(50))
                .add(P99_ABOVE, "ms", overheadMillis(99))
                .add("p99.9 above the wire", "ms", overheadMillis(99.9))
                .add("messages per write", Figures.NUMBER, messagesPerWrite)
                .with("histogram", Histograms.encodeCompressed(total()))
                .with(Lines.NETWORK, Lab.NETWORK)
                .with("busy", busy);
        lab.describe(measured.line());
        return measured;
    }
}
