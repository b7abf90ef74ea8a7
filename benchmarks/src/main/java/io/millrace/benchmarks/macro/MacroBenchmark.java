// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import io.millrace.benchmarks.machine.Machine;
import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.report.Columns;
import io.millrace.benchmarks.study.Repeated;
import io.millrace.benchmarks.study.Settings;
import io.millrace.benchmarks.study.Study;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs every workload on every engine, one process after the other, the engines taking turns in each repetition; prints
 * a table and writes it as JSON.
 */
public final class MacroBenchmark {

    private static final String USAGE =
            "[--engines=millrace,millrace-spin,storm,jstorm,jstorm-unbatched,flink,jet] [--workloads=name or part of it]"
                    + " [--kafka] [--warm-up=seconds] [--seconds=n] [--repetitions=n] [--settings=key=value;...]"
                    + " [--check[=kill]] [--out=file]";

    private static final int HICCUP_SECONDS = 5;

    private static final Columns TABLE = new Columns(
            "%-42s %-13s %12s %8s %8s %8s %9s %9s %17s %6s",
            "workload|engine|tuples/s|p50 µs|p99|1 s p99|p99.9|max|spread|cores");

    private MacroBenchmark() {}

    public static void main(String[] arguments) {
        Options.run(USAGE, arguments, MacroBenchmark::run);
    }

    private static void run(Options options) throws IOException, InterruptedException {
        Study study = new Study(options, "benchmarks/target/macro.json");
        List<EngineCommand> engines = EngineCommand.take(
                options, EngineCommand.MILLRACE, EngineCommand.names(Engine.class), Settings.take(options));
        String part = options.take("workloads", "");
        boolean kafka = options.takeFlag("kafka");
        List<Workload> all = Workload.all(options.take("warm-up", 30, 0), options.take("seconds", 30, 1));
        List<Workload> workloads =
                Options.chosen(named(kafka ? Workload.fromKafka(all) : all, part), "workloads", part);
        int repetitions = study.repetitions(3);
        Check check = options.takeFlag("check") ? Check.read(options.take("check", "")) : Check.NONE;
        List<String> json = new ArrayList<>();
        Study.printHiccups(HICCUP_SECONDS);
        System.out.println(TABLE.head());
        try (EventTopics topics = kafka ? EventTopics.find() : EventTopics.NONE) {
            for (Workload workload : workloads) {
                Check checked = workload.shape() == Shape.YAHOO_JSON ? check : Check.NONE;
                study.turns(
                                workload.name(),
                                repetitions,
                                engines,
                                engine -> Measurement.of(engine, workload, checked, topics))
                        .forEach((engine, runs) -> {
                            Repeated values = Repeated.of(
                                    runs.stream().map(MacroBenchmark::values).toList());
                            System.out.println(row(workload, engine, values));
                            runs.forEach(one -> System.out.println("    " + one.coreUse()));
                            json.add(values.json(labels(workload, engine)));
                        });
            }
        }
        Study.printHiccups(HICCUP_SECONDS);
        study.writeJson(Machine.describe(), json.stream());
        study.end("; options of the engines' processes: " + EngineCommand.describe(engines));
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

    private static Map<String, Double> values(Measurement run) {
        return Map.of(
                "tuplesPerSecond",
                run.tuplesPerSecond(),
                "p50",
                run.micros(50),
                "p99",
                run.micros(99),
                "secondsP99",
                run.medianSecondsMicros(),
                "p999",
                run.micros(99.9),
                "max",
                run.micros(100),
                "cores",
                run.cores());
    }

    /** The spread is that of the p50, or of the rate where that is not given. */
    private static String row(Workload workload, EngineCommand engine, Repeated values) {
        boolean timed = !workload.unlimited();
        String micros = timed ? "%.1f" : "";
        return TABLE.row(
                workload.name(),
                engine,
                values.text("tuplesPerSecond", "%,.0f"),
                values.texts(micros, "p50", "p99", "secondsP99", "p999", "max"),
                timed ? values.spread("p50", micros) : values.spread("tuplesPerSecond", "%,.0f"),
                values.text("cores", "%.2f"));
    }

    private static String labels(Workload workload, EngineCommand engine) {
        return String.format(
                "\"workload\": \"%s\", \"shape\": \"%s\", \"rate\": %d, \"workers\": %d, \"guarantee\": \"%s\","
                        + " \"asked\": %b, \"engine\": \"%s\"",
                workload.name(),
                workload.shape(),
                workload.rate(),
                workload.workers(),
                workload.promise().name(),
                workload.asked(),
                engine);
    }
}
