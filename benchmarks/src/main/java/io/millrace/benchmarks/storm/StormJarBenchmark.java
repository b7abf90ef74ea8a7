// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.storm;

import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.macro.EngineCommand;
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
import java.util.Locale;
import java.util.Map;

/**
 * Runs one jar of Storm on Storm, and on Millrace by its adapter, and beside them the same topology written for
 * Millrace, which take turns: WordCount and Throughput on one worker and two, acked or not, at a rate and without one.
 * Prints a table with the change against Storm.
 */
public final class StormJarBenchmark {
    private static final String USAGE = "[--quick] [--cells=part of a name] [--rate=n] [--warm-up=seconds]"
            + " [--seconds=n] [--repetitions=n] [--out=file.jsonl] [--continue]";

    private static final String PART = "storm-jar";

    private static final int HICCUP_SECONDS = 5;

    /** Who runs a cell, in the order of the table. */
    private enum Variant {
        STORM("storm", "storm"),
        ADAPTER(StormJarEngine.NAME, EngineCommand.MILLRACE),
        NATIVE(EngineCommand.MILLRACE, EngineCommand.MILLRACE);

        private final String engine;
        private final String likewise;

        /** @param likewise the engine whose JVM's options and class path it has */
        Variant(String engine, String likewise) {
            this.engine = engine;
            this.likewise = likewise;
        }

        EngineCommand command() throws IOException {
            EngineCommand command = EngineCommand.of(likewise, "");
            return new EngineCommand(engine, command.options(), command.classPath());
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private StormJarBenchmark() {}

    public static void main(String[] arguments) {
        Options.run(USAGE, arguments, StormJarBenchmark::run);
    }

    private static void run(Options options) throws IOException, InterruptedException {
        Study study = new Study(options, "benchmarks/target/storm-jar.jsonl");
        int rate = options.take("rate", 10_000, 1);
        int warmUp = study.take("warm-up", 5, 20, 0);
        int seconds = study.take("seconds", 5, 20, 1);
        List<Workload> cells = study.cells(all(rate, warmUp, seconds), Workload::name);
        int turns = study.repetitions(5);
        Figures figures = study.figures().under(warmUp, seconds);
        Study.printHiccups(HICCUP_SECONDS);
        VariantTable table = new VariantTable(Variant.STORM);
        for (Workload cell : cells) {
            Map<Variant, Repeated> runs = study.measure(
                    figures,
                    PART,
                    cell.name(),
                    turns,
                    List.of(Variant.values()),
                    variant ->
                            Measurement.of(variant.command(), cell).measured(cell, Measurement.Latency.MICROSECONDS));
            table.print(cell.name(), cell, runs);
        }
        Study.printHiccups(HICCUP_SECONDS);
        study.end("");
    }

    private static List<Workload> all(int rate, int warmUp, int seconds) {
        List<Workload> all = new ArrayList<>();
        for (Shape shape : List.of(Shape.WORDCOUNT, Shape.THROUGHPUT)) {
            for (int each : new int[] {rate, 0}) {
                for (int workers = 1; workers <= 2; workers++) {
                    for (Promise promise : List.of(Promise.atMostOnce(), Promise.atLeastOnce())) {
                        all.add(new Workload(shape, each, workers, promise, warmUp, seconds));
                    }
                }
            }
        }
        return all;
    }
}
