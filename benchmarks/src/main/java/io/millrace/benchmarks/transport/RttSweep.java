// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.transport;

import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.machine.ResultLine;
import io.millrace.benchmarks.report.Columns;
import io.millrace.benchmarks.report.Csv;
import io.millrace.benchmarks.report.Panel;
import io.millrace.benchmarks.study.Study;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * One hot channel between two emulated hosts at several round-trip times: its throughput, how much stands in queues,
 * and how soon it is back after a stall of the receiver. The media take turns at each time. Prints a table, writes CSV
 * and a plot.
 */
public final class RttSweep {

    private static final String USAGE =
            "[--rtts=0.1,10,25,30,50,100,242] [--media=millrace,netty] [--length=4096] [--link=200 (Mbit/s), or 0 for no bound]"
                    + " [--warm-up=seconds] [--seconds=n] [--stall=4] [--recovery=seconds] [--congestion=reno]"
                    + " [--out=file.csv] [--continue] [--plot=file.png]";
    private static final Columns TABLE = new Columns(
            "%-7s %-9s %10s %10s %12s %12s %10s  %s",
            "RTT ms|medium|MB/s|queue ms|recovery s|B/write|packets|late >1ms, most ms");
    private static final String CSV =
            "rtt_ms,medium,link_mbit,mbytes_per_second,queue_ms,recovery_seconds,bytes_per_write"
                    + ",lab_packets,lab_dropped,lab_late_over_1ms,lab_max_lateness_ms";
    private static final double MEGA = 1e6;

    /** More than the longest and fattest link here has under way, so that the kernel does not bound it. */
    private static final long TCP_WINDOW_BYTES = 64 << 20;

    private RttSweep() {}

    public static void main(String[] arguments) {
        Options.run(USAGE, arguments, RttSweep::run);
    }

    private static void run(Options options) throws IOException {
        Study study = new Study(options, "benchmarks/target/rtt-sweep.csv");
        List<Double> rtts = options.takeNumbers("rtts", "0.1,10,25,30,50,100,242", 0);
        List<String> media = options.takeNames("media", String.join(",", Medium.NAMES), Medium.NAMES);
        int length = options.take("length", 4096, Message.LEAST_BYTES);
        double link = options.take("link", 200.0, 0);
        Stall stall = new Stall(
                options.take("warm-up", 8.0, 0),
                options.take("seconds", 6.0, 0.1),
                options.take("stall", 4.0, 0),
                options.take("recovery", 6.0, 0));
        String congestion = options.take("congestion", "");
        Path plot = study.plots("benchmarks/target/rtt-sweep.png");
        Csv csv = study.csv(CSV, 2);
        System.out.println(TABLE.head());
        try (Lab lab = Lab.up(TCP_WINDOW_BYTES, congestion)) {
            if (link > 0) {
                lab.rate(link);
            }
            for (double rtt : rtts) {
                lab.rtt(rtt);
                for (String medium : media) {
                    lab.reset();
                    ResultLine figures = Pair.in(lab).flood(medium, length, stall);
                    Lab.Status status = lab.status();
                    print(rtt, medium, figures, status);
                    csv.put(row(rtt, medium, link, figures, status));
                }
            }
        }
        plot(csv, plot, link);
        study.end(", flags " + String.join(" ", Pair.FLAGS) + "; link "
                + (link > 0 ? link + " Mbit/s" : "without a bound") + ", messages of " + length + " B");
    }

    /** How long what is under way beyond a round trip's worth would take to drain. */
    private static double queueMillis(double rtt, ResultLine figures) {
        return figures.get("inFlightBytes") / figures.get("bytesPerSecond") * 1000 - rtt;
    }

    private static void print(double rtt, String medium, ResultLine figures, Lab.Status status) {
        System.out.println(TABLE.row(
                rtt,
                medium,
                String.format("%.1f", figures.get("bytesPerSecond") / MEGA),
                text("%.1f", queueMillis(rtt, figures)),
                text("%.2f", figures.get("recoverySeconds")),
                text("%,.0f", figures.get("bytesPerWrite")),
                status.packets(),
                String.format("%d, %.1f", status.lateOver1ms(), status.maxLatenessMillis())));
    }

    private static List<String> row(double rtt, String medium, double link, ResultLine figures, Lab.Status status) {
        return List.of(
                Double.toString(rtt),
                medium,
                Double.toString(link),
                text("%.3f", figures.get("bytesPerSecond") / MEGA),
                text("%.2f", queueMillis(rtt, figures)),
                text("%.2f", figures.get("recoverySeconds")),
                text("%.0f", figures.get("bytesPerWrite")),
                Long.toString(status.packets()),
                Long.toString(status.dropped()),
                Long.toString(status.lateOver1ms()),
                text("%.2f", status.maxLatenessMillis()));
    }

    private static String text(String format, double value) {
        return Double.isNaN(value) ? "" : String.format(format, value);
    }

    private static void plot(Csv csv, Path file, double link) throws IOException {
        String bound = link > 0 ? String.format(", link of %.0f Mbit/s", link) : "";
        Panel.write(
                file,
                List.of(Panel.overRtt(
                        "One hot channel" + bound,
                        "throughput (MB/s)",
                        csv.lines(row -> csv.value(row, "medium"), "rtt_ms", "mbytes_per_second"))));
    }
}
