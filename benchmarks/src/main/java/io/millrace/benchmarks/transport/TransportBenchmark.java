// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.transport;

import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.machine.ResultLine;
import io.millrace.benchmarks.report.Columns;
import io.millrace.benchmarks.report.CrossTable;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.Measured;
import io.millrace.benchmarks.report.Repeated;
import io.millrace.benchmarks.report.TableSection;
import io.millrace.benchmarks.study.Study;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Runs every cell by every medium on the loopback device, in two other JVMs, the media taking turns in each repetition;
 * prints a table, and writes lines and the tables of a page.
 */
public final class TransportBenchmark {

    private static final String USAGE =
            "[--quick] [--media=millrace,netty] [--cells=part of a name] [--repetitions=n] [--out=file.jsonl]"
                    + " [--continue] [--docs=page.md [--table]]";

    static final String PART = "transport";
    private static final String RATE = "perSecond";

    // Without a rate, and with one or in pings.
    private static final String MESSAGES = "messages";
    private static final String CARRIED = "carried";

    private static final String[] LATENCIES = {"p50", "p99", "p999", "max"};
    private static final String WRITE_BYTES = "bytesPerWrite";

    /** What a page shows. */
    public static final List<TableSection> SECTIONS = List.of(
            new TableSection(
                    "latencies of the transport",
                    "Latencies of one way on loopback: of pings half the way back and forth, else at a rate.",
                    "benchmarks/run transport",
                    CrossTable.of(PART, LATENCIES[0], LATENCIES[1])),
            new TableSection(
                    "messages of the transport",
                    "Messages per second without a rate, on loopback.",
                    "benchmarks/run transport",
                    CrossTable.of(PART, MESSAGES)));

    private static final Columns TABLE = new Columns(
            "%-18s %-9s %12s %21s %9s %9s %9s %9s %10s", "cell|medium|messages/s|spread|p50 µs|p99|p99.9|max|B/write");

    private TransportBenchmark() {}

    public static void main(String[] arguments) {
        Options.run(USAGE, arguments, TransportBenchmark::run);
    }

    private static void run(Options options) throws IOException, InterruptedException {
        Study study = new Study(options, "benchmarks/target/transport.jsonl");
        List<String> media = options.takeNames("media", String.join(",", Medium.NAMES), Medium.NAMES);
        List<Cell> cells = study.cells(study.quick() ? Cell.quick() : Cell.all(), Cell::name);
        int turns = study.repetitions(3);
        String flags = "flags " + String.join(" ", Pair.FLAGS);
        Figures figures = study.figures().under("engine_flags", flags);
        if (!study.tableOnly()) {
            System.out.println(TABLE.head());
            for (Cell cell : cells) {
                print(cell, study.measure(figures, PART, cell.name(), turns, media, medium -> measured(cell, medium)));
            }
        }
        study.writeSections(SECTIONS, figures);
        study.end(", " + flags);
    }

    private static Measured measured(Cell cell, String medium) throws IOException {
        ResultLine values = cell.measure(Pair.onLoopback(), medium);
        Measured all = new Measured()
                .add(WRITE_BYTES, "B", values.get(WRITE_BYTES))
                .with(Lines.WARM_UP_SECONDS, cell.warmUpSeconds())
                .with(Lines.SECONDS, cell.seconds());
        if (cell.kind() == Cell.Kind.FLOOD) {
            return all.add(MESSAGES, "1/s", values.get(RATE));
        }
        all.add(CARRIED, "1/s", values.get(RATE));
        for (String latency : LATENCIES) {
            all.add(latency, "us", values.get(latency));
        }
        return all;
    }

    private static void print(Cell cell, Map<String, Repeated> byMedium) {
        byMedium.forEach((medium, values) -> System.out.println(row(cell, medium, values)));
        if (cell.kind() == Cell.Kind.PING && byMedium.keySet().containsAll(Medium.NAMES)) {
            double ratio = byMedium.get(Medium.MILLRACE).median(LATENCIES[0])
                    / byMedium.get(Medium.NETTY).median(LATENCIES[0]);
            System.out.printf("%-18s p50 of millrace is %.2f times that of netty%n", cell.name(), ratio);
        }
    }

    /** The spread is that of the p50, or of the rate where latency is not looked at. */
    private static String row(Cell cell, String medium, Repeated values) {
        boolean flood = cell.kind() == Cell.Kind.FLOOD;
        return TABLE.row(
                cell.name(),
                medium,
                values.text(flood ? MESSAGES : CARRIED, "%,.0f"),
                flood ? values.spread(MESSAGES, "%,.0f") : values.spread(LATENCIES[0], "%.1f"),
                values.texts("%.1f", LATENCIES),
                values.text(WRITE_BYTES, "%,.0f"));
    }
}
