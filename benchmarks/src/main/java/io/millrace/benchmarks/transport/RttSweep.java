// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.transport;

import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.machine.ResultLine;
import io.millrace.benchmarks.report.Columns;
import io.millrace.benchmarks.report.CrossTable;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.Measured;
import io.millrace.benchmarks.report.Panel;
import io.millrace.benchmarks.report.TableSection;
import io.millrace.benchmarks.study.Study;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * One hot channel between two emulated hosts at several round-trip times: its throughput, how much stands in queues,
 * and how soon it is back after a stall of the receiver. The media take turns at each time. Prints a table; writes
 * lines, a plot and the table of a page.
 */
public final class RttSweep {

    private static final String USAGE = "[--rtts=0.1,10,25,30,50,100,242] [--media=millrace,netty] [--length=4096]"
            + " [--link=200 (Mbit/s), or 0 for no bound] [--warm-up=seconds] [--seconds=n] [--stall=4]"
            + " [--recovery=seconds] [--congestion=reno]"
            + " [--out=file.jsonl] [--continue] [--plot=file.png] [--docs=page.md [--table]]";
    private static final Columns TABLE = new Columns(
            "%-7s %-9s %10s %10s %12s %12s %10s  %s",
            "RTT ms|medium|MB/s|queue ms|recovery s|B/write|packets|late >1ms, most ms");

    static final String PART = "rtt-sweep";
    private static final String THROUGHPUT = "throughput";
    private static final String QUEUE = "standing queue";
    private static final String RECOVERY = "recovery";
    private static final String WRITE = "write";

    /** What a page shows. */
    public static final List<TableSection> SECTIONS = List.of(new TableSection(
            "one hot channel",
            "One channel over a link between two hosts: what comes, what stands in queues, and how long it takes until"
                    + " the rate is back after a pause of the receiver.",
            "benchmarks/run rtt-sweep",
            CrossTable.of(PART, THROUGHPUT, QUEUE, RECOVERY)));

    private static final double MEGA = 1e6;

    /** More than the longest and fattest link here has under way, so that the kernel does not bound it. */
    private static final long TCP_WINDOW_BYTES = 64 << 20;

    private RttSweep() {}

    public static void main(String[] arguments) {
        Options.run(USAGE, arguments, RttSweep::run);
    }

    private static void run(Options options) throws IOException {
        Study study = new Study(options, "benchmarks/target/rtt-sweep.jsonl");
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
        String flags = "flags " + String.join(" ", Pair.FLAGS) + "; link "
                + (link > 0 ? link + " Mbit/s" : "without a bound") + ", messages of " + length + " B";
        Figures figures = study.figures()
                .under(stall.warmUpSeconds(), stall.steadySeconds())
                .under("link_mbit", link)
                .under("engine_flags", flags);
        if (!study.tableOnly()) {
            System.out.println(TABLE.head());
            try (Lab lab = Lab.up(TCP_WINDOW_BYTES, congestion)) {
                if (link > 0) {
                    lab.rate(link);
                }
                for (double rtt : rtts) {
                    List<String> lacking = media.stream()
                            .filter(medium -> figures.turns(PART, cell(rtt), medium) == 0)
                            .toList();
                    lab.rtt(rtt);
                    for (String medium : lacking) {
                        lab.reset();
                        ResultLine values = Pair.in(lab).flood(medium, length, stall);
                        Lab.Status status = lab.status();
                        print(rtt, medium, values, status);
                        figures.add(PART, cell(rtt), medium, measured(rtt, values, status));
                    }
                }
            }
            plot(figures, plot, link);
        }
        study.writeSections(SECTIONS, figures);
        study.end(", " + flags);
    }

    private static String cell(double rtt) {
        return rtt + " ms";
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

    private static Measured measured(double rtt, ResultLine values, Lab.Status status) {
        Measured measured = new Measured()
                .add(THROUGHPUT, "MB/s", values.get("bytesPerSecond") / MEGA)
                .add(QUEUE, "ms", queueMillis(rtt, values))
                .add(RECOVERY, "s", values.get("recoverySeconds"))
                .add(WRITE, "B", values.get("bytesPerWrite"))
                .with(Lines.NETWORK, Lab.NETWORK);
        status.describe(measured.line());
        return measured;
    }

    private static String text(String format, double value) {
        return Double.isNaN(value) ? "" : String.format(format, value);
    }

    private static void plot(Figures figures, Path file, double link) throws IOException {
        String bound = link > 0 ? String.format(", link of %.0f Mbit/s", link) : "";
        Panel.write(
                file,
                List.of(Panel.overRtt(
                        "One hot channel" + bound, "throughput (MB/s)", figures.overCells(PART, THROUGHPUT))));
    }
}
