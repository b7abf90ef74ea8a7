// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.transport;

import io.millrace.benchmarks.machine.Machine;
import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.machine.ResultLine;
import io.millrace.benchmarks.report.Columns;
import io.millrace.benchmarks.study.Repeated;
import io.millrace.benchmarks.study.Study;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs every cell by every medium on the loopback device, in two other JVMs, the media taking turns in each repetition;
 * prints a table and writes it as JSON.
 */
public final class TransportBenchmark {

    private static final String USAGE =
            "[--quick] [--media=millrace,netty] [--cells=part of a name] [--repetitions=n] [--out=file]";

    private static final Columns TABLE = new Columns(
            "%-18s %-9s %12s %21s %9s %9s %9s %9s %10s", "cell|medium|messages/s|spread|p50 µs|p99|p99.9|max|B/write");

    private TransportBenchmark() {}

    public static void main(String[] arguments) {
        Options.run(USAGE, arguments, TransportBenchmark::run);
    }

    private static void run(Options options) throws IOException, InterruptedException {
        Study study = new Study(options, "benchmarks/target/transport.json");
        List<String> media = options.takeNames("media", String.join(",", Medium.NAMES), Medium.NAMES);
        List<Cell> cells = study.cells(study.quick() ? Cell.quick() : Cell.all(), Cell::name);
        int repetitions = study.repetitions(3);
        List<String> json = new ArrayList<>();
        System.out.println(TABLE.head());
        for (Cell cell : cells) {
            Map<String, Repeated> byMedium = new LinkedHashMap<>();
            study.turns(cell.name(), repetitions, media, medium -> cell.measure(Pair.onLoopback(), medium))
                    .forEach((medium, runs) -> byMedium.put(
                            medium,
                            Repeated.of(runs.stream().map(ResultLine::values).toList())));
            byMedium.forEach((medium, values) -> {
                System.out.println(row(cell, medium, values));
                json.add(values.json(String.format(
                        "\"cell\": \"%s\", \"medium\": \"%s\", \"length\": %d, \"rate\": %d",
                        cell.name(), medium, cell.length(), cell.perSecond())));
            });
            if (cell.kind() == Cell.Kind.PING && byMedium.keySet().containsAll(Medium.NAMES)) {
                double ratio = byMedium.get(Medium.MILLRACE).median("p50")
                        / byMedium.get(Medium.NETTY).median("p50");
                System.out.printf("%-18s p50 of millrace is %.2f times that of netty%n", cell.name(), ratio);
            }
        }
        String flags = ", flags " + String.join(" ", Pair.FLAGS);
        study.writeJson(Machine.describe() + flags, json.stream());
        study.end(flags);
    }

    /** The spread is that of the p50, or of the rate where latency is not looked at. */
    private static String row(Cell cell, String medium, Repeated values) {
        boolean flood = cell.kind() == Cell.Kind.FLOOD;
        String micros = flood ? "" : "%.1f";
        return TABLE.row(
                cell.name(),
                medium,
                values.text("perSecond", "%,.0f"),
                flood ? values.spread("perSecond", "%,.0f") : values.spread("p50", "%.1f"),
                values.texts(micros, "p50", "p99", "p999", "max"),
                values.text("bytesPerWrite", "%,.0f"));
    }
}
