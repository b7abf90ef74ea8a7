// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.report.Columns;
import io.millrace.benchmarks.report.CrossTable;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Repeated;
import io.millrace.benchmarks.report.TableSection;
import io.millrace.benchmarks.study.Settings;
import io.millrace.benchmarks.study.Study;
import java.io.IOException;
import java.util.List;

/**
 * Runs every workload on every engine, one process after the other, the engines taking turns in each repetition; prints
 * a table, and writes lines and the tables of a page.
 */
public final class MacroBenchmark {

    private static final String USAGE =
            "[--engines=millrace,millrace-spin,storm,jstorm,jstorm-unbatched,flink,jet] [--workloads=name or part of it]"
                    + " [--kafka] [--warm-up=seconds] [--seconds=n] [--repetitions=n] [--settings=key=value;...]"
                    + " [--check[=kill]] [--out=file.jsonl] [--continue] [--docs=page.md [--table]]";

    static final String PART = "macro";

    /** What a page shows. */
    public static final List<TableSection> SECTIONS = List.of(
            new TableSection(
                    "whole topologies at a rate",
                    "Latencies of whole topologies, and the cores that all processes of an engine kept busy.",
                    "benchmarks/run macro --engines=millrace,millrace-spin,storm,flink,jet",
                    CrossTable.of(PART, Measurement.P50, Measurement.P99, Measurement.CORES)),
            new TableSection(
                    "whole topologies without a rate",
                    "What sinks took of sources that emit as fast as they can.",
                    "benchmarks/run macro --engines=millrace,millrace-spin,storm,flink,jet --workloads=unlimited",
                    CrossTable.of(PART, Measurement.TUPLES_PER_CORE, Measurement.TUPLES)));

    private static final int HICCUP_SECONDS = 5;

    private static final Columns TABLE = new Columns(
            "%-42s %-13s %12s %8s %8s %8s %9s %9s %17s %6s",
            "workload|engine|tuples/s|p50 µs|p99|1 s p99|p99.9|max|spread|cores");

    private MacroBenchmark() {}

    public static void main(String[] arguments) {
        Options.run(USAGE, arguments, MacroBenchmark::run);
    }

    private static void run(Options options) throws IOException, InterruptedException {
        Study study = new Study(options, "benchmarks/target/macro.jsonl");
        List<EngineCommand> engines = EngineCommand.take(
                options, EngineCommand.MILLRACE, EngineCommand.names(Engine.class), Settings.take(options));
        String part = options.take("workloads", "");
        boolean kafka = options.takeFlag("kafka");
        int warmUp = options.take("warm-up", 30, 0);
        int seconds = options.take("seconds", 30, 1);
        List<Workload> all = Workload.all(warmUp, seconds);
        List<Workload> workloads =
                Options.chosen(named(kafka ? Workload.fromKafka(all) : all, part), "workloads", part);
        int turns = study.repetitions(3);
        Check check = options.takeFlag("check") ? Check.read(options.take("check", "")) : Check.NONE;
        String flags = "options of the engines' processes: " + EngineCommand.describe(engines);
        Figures figures = study.figures().under(warmUp, seconds).under("engine_flags", flags);
        if (!study.tableOnly()) {
            Study.printHiccups(HICCUP_SECONDS);
            System.out.println(TABLE.head());
            try (EventTopics topics = kafka ? EventTopics.find() : EventTopics.NONE) {
                for (Workload workload : workloads) {
                    Check checked = workload.shape() == Shape.YAHOO_JSON ? check : Check.NONE;
                    study.measure(figures, PART, workload.name(), turns, engines, engine -> {
                                Measurement run = Measurement.of(engine, workload, checked, topics);
                                System.out.println("    " + engine + ": " + run.coreUse());
                                return run.measured(workload, Measurement.Latency.MICROSECONDS);
                            })
                            .forEach((engine, values) -> System.out.println(row(workload, engine, values)));
                }
            }
            Study.printHiccups(HICCUP_SECONDS);
        }
        study.writeSections(SECTIONS, figures);
        study.end("; " + flags);
    }

    /** Those of this name, with sources of either kind, or else those that have it as a part of theirs. */
    private static List<Workload> named(List<Workload> all, String name) {
        List<Workload> exact =
                all.stream().filter(workload -> workload.isNamed(name)).toList();
        return exact.isEmpty()
                ? all.stream()
                        .filter(workload -> workload.name().contains(name))
                        .toList()
                : exact;
    }

    /** The spread is that of the p50, or of the rate where that is not given. */
    private static String row(Workload workload, EngineCommand engine, Repeated values) {
        return TABLE.row(
                workload.name(),
                engine,
                values.text(Measurement.TUPLES, "%,.0f"),
                values.texts(
                        "%.1f",
                        Measurement.P50, Measurement.P99, Measurement.SECONDS_P99, Measurement.P999, Measurement.MAX),
                workload.unlimited()
                        ? values.spread(Measurement.TUPLES, "%,.0f")
                        : values.spread(Measurement.P50, "%.1f"),
                values.text(Measurement.CORES, "%.2f"));
    }
}
