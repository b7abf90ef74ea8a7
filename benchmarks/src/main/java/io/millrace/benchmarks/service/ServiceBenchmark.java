// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.service;

import io.millrace.benchmarks.machine.Child;
import io.millrace.benchmarks.machine.Children;
import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.machine.Scratch;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.report.Columns;
import io.millrace.benchmarks.report.CrossTable;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Measured;
import io.millrace.benchmarks.report.Repeated;
import io.millrace.benchmarks.report.TableSection;
import io.millrace.benchmarks.study.Refused;
import io.millrace.benchmarks.study.Settings;
import io.millrace.benchmarks.study.Study;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Runs every cell on every engine, each in a process of its own, the engines taking turns in each repetition; prints a
 * table, and writes lines and the tables of a page.
 */
public final class ServiceBenchmark {

    static final String USAGE =
            "[--quick] [--engines=a,b] [--cells=part of a name] [--rate=n] [--warm-up=seconds] [--seconds=n]"
                    + " [--repetitions=n] [--settings=key=value;...] [--out=file.jsonl] [--continue]"
                    + " [--docs=page.md [--table]]";

    static final String PART = "service";
    private static final String CALLS = "calls";

    /** The figures that a process tells, with their units. */
    private static final Map<String, String> UNITS = units();

    /** What a page shows. */
    public static final List<TableSection> SECTIONS = List.of(
            new TableSection(
                    "latencies of asking",
                    "From the call to its answer, or from the intended time.",
                    "benchmarks/run service",
                    CrossTable.of(PART, "p50", "p99")),
            new TableSection(
                    "calls per second",
                    "Calls, what their callers allocate for each, and the cores that all threads kept busy.",
                    "benchmarks/run service",
                    CrossTable.of(PART, CALLS, "callerBytes", "cores")));

    private static final int SPARE_SECONDS = 120;

    private static final Columns TABLE = new Columns(
            "%-24s %-24s %12s %23s %9s %9s %9s %10s %10s %10s %6s",
            "cell|engine|calls/s|spread|p50 µs|p99|p99.9|max|B/caller|B/all|cores");

    private static Map<String, String> units() {
        Map<String, String> units = new LinkedHashMap<>();
        units.put(CALLS, "1/s");
        for (String latency : List.of("p50", "p99", "p999", "max")) {
            units.put(latency, "us");
        }
        units.put("callerBytes", "B");
        units.put("allBytes", "B");
        units.put("executorNanos", "ns");
        units.put("cores", Figures.NUMBER);
        return units;
    }

    /** What the command line asks for. */
    record Plan(
            Study study,
            List<String> engines,
            List<Cell> cells,
            int warmUpSeconds,
            int seconds,
            int repetitions,
            String settings) {

        static Plan of(Options options) {
            Study study = new Study(options, "benchmarks/target/service.jsonl");
            // These need no other engine's libraries
            List<String> own = Stream.concat(
                            MillraceServiceEngine.NAMES.stream(), Stream.of(ExecutorServiceEngine.EXECUTOR))
                    .toList();
            List<String> all =
                    Stream.concat(own.stream(), Stream.of("jet", "storm")).toList();
            Plan plan = new Plan(
                    study,
                    options.takeNames("engines", String.join(",", own), all),
                    study.cells(Cell.all(options.take("rate", 1_000, 1)), Cell::name),
                    study.take("warm-up", 3, 10, 0),
                    study.take("seconds", 3, 10, 1),
                    study.repetitions(3),
                    Settings.take(options));
            return plan;
        }

        EngineCommand command(String engine) throws IOException {
            // An executor that spins takes a core, and a caller needs one as well
            int executors = Math.max(1, Runtime.getRuntime().availableProcessors() - 1);
            String spinning = "topology.idle=spin;topology.worker.executors=" + executors + ";";
            return EngineCommand.service(engine, (engine.endsWith("-spin") ? spinning : "") + settings);
        }
    }

    private ServiceBenchmark() {}

    public static void main(String[] arguments) {
        Options.run(USAGE, arguments, options -> run(Plan.of(options)));
    }

    private static void run(Plan plan) throws IOException, InterruptedException {
        List<EngineCommand> engines = new ArrayList<>();
        for (String engine : plan.engines()) {
            engines.add(plan.command(engine));
        }
        String flags = "options of the processes: " + EngineCommand.describe(engines);
        Figures figures = plan.study()
                .figures()
                .under(plan.warmUpSeconds(), plan.seconds())
                .under("engine_flags", flags);
        if (!plan.study().tableOnly()) {
            System.out.println(TABLE.head());
            for (Cell cell : plan.cells()) {
                plan.study()
                        .measure(
                                figures,
                                PART,
                                cell.name(),
                                plan.repetitions(),
                                engines,
                                engine -> new Measured().addAll(UNITS, measure(plan, cell, engine)))
                        .forEach((engine, values) -> System.out.println(row(cell, engine.name(), values)));
            }
        }
        plan.study().writeSections(SECTIONS, figures);
        plan.study().end("; " + flags);
    }

    /** The spread is that of the p50 where latencies are measured, else of the rate. */
    private static String row(Cell cell, String engine, Repeated values) {
        String executor = values.text("executorNanos", "  CPU of the executor per call: %.0f ns");
        return TABLE.row(
                        cell.name(),
                        engine,
                        values.text(CALLS, "%,.0f"),
                        cell.timed() ? values.spread("p50", "%.1f") : values.spread(CALLS, "%,.0f"),
                        values.texts("%.1f", "p50", "p99", "p999", "max", "callerBytes", "allBytes"),
                        values.text("cores", "%.2f"))
                + executor;
    }

    private static Map<String, Double> measure(Plan plan, Cell cell, EngineCommand engine) throws IOException {
        try (Scratch scratch = new Scratch();
                Children children = new Children(plan.warmUpSeconds() + plan.seconds() + SPARE_SECONDS)) {
            List<String> command = new ArrayList<>(engine.java(scratch.directory()));
            command.addAll(List.of(
                    ServiceMain.class.getName(), engine.name(), "" + plan.warmUpSeconds(), "" + plan.seconds()));
            command.addAll(cell.encode());
            String line = children.start(command).await(Child.RESULT, ServiceMain.REFUSAL);
            if (line.startsWith(ServiceMain.REFUSAL)) {
                throw new Refused(line.substring(ServiceMain.REFUSAL.length()).strip());
            }
            return Child.figures(line);
        }
    }
}
