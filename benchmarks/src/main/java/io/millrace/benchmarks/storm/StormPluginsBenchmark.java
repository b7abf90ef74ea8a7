// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.storm;

import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.macro.Measurement;
import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.macro.Workload;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Repeated;
import io.millrace.benchmarks.study.Study;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs WordCount on Storm as it comes, with the ring, with the scheduler and with both, which take turns, on two and
 * four workers of one supervisor and four of two; at a rate and without one. Supervisors are on one machine: messages
 * between their workers go by Netty over the loopback device. Prints a table with the change against Storm as it comes.
 */
public final class StormPluginsBenchmark {
    private static final String USAGE = "[--quick] [--variants=a,b] [--cells=part of a name] [--rate=n]"
            + " [--warm-up=seconds] [--seconds=n] [--repetitions=n] [--out=file.jsonl] [--continue]";

    private static final String PART = "storm-plugins";

    private static final int HICCUP_SECONDS = 5;

    /** The scheduler looks at the counts of 15 seconds, and then some workers start again. */
    private static final int WARM_UP_SECONDS = 90;

    private record Cell(int nodes, Workload workload) {
        @Override
        public String toString() {
            return nodes + "N" + workload.workers() + "W "
                    + (workload.unlimited() ? "unlimited" : workload.rate() + "/s");
        }
    }

    private StormPluginsBenchmark() {}

    public static void main(String[] arguments) {
        Options.run(USAGE, arguments, StormPluginsBenchmark::run);
    }

    private static void run(Options options) throws IOException, InterruptedException {
        Study study = new Study(options, "benchmarks/target/storm-plugins.jsonl");
        int rate = options.take("rate", 5_000, 1);
        int warmUp = study.take("warm-up", 45, WARM_UP_SECONDS, 0);
        int seconds = study.take("seconds", 10, 30, 1);
        List<Variant> variants = Variant.take(options);
        List<Cell> cells = study.cells(all(rate, warmUp, seconds), Cell::toString);
        int turns = study.repetitions(5);
        Figures figures = study.figures().under(warmUp, seconds);
        Study.printHiccups(HICCUP_SECONDS);
        VariantTable table = new VariantTable(Variant.STOCK);
        for (Cell cell : cells) {
            Map<Variant, Repeated> runs = study.measure(
                    figures,
                    PART,
                    cell.toString(),
                    turns,
                    variants,
                    variant -> Measurement.of(variant.command(cell.nodes()), cell.workload())
                            .measured(cell.workload(), Measurement.Latency.MICROSECONDS));
            table.print(cell.toString(), cell.workload(), runs);
        }
        Study.printHiccups(HICCUP_SECONDS);
        study.end("");
    }

    private static List<Cell> all(int rate, int warmUp, int seconds) {
        List<Cell> cells = new ArrayList<>();
        for (int[] place : new int[][] {{1, 2}, {1, 4}, {2, 4}}) {
            for (int each : new int[] {rate, 0}) {
                cells.add(new Cell(
                        place[0],
                        new Workload(Shape.WORDCOUNT, each, place[1], Promise.atMostOnce(), warmUp, seconds)));
            }
        }
        return cells;
    }
}
