package io.millrace.benchmarks.macro;

import io.millrace.benchmarks.machine.Hiccups;
import io.millrace.benchmarks.machine.Machine;
import io.millrace.benchmarks.machine.Options;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Runs every workload on every engine, one process after the other, the engines taking turns in each repetition; prints a
 * table and writes it as JSON.
 */
public final class MacroBenchmark {

    private static final String USAGE =
            "[--engines=millrace,millrace-spin,storm,flink,jet] [--workloads=name or part of it]"
                    + " [--warm-up=seconds] [--seconds=n] [--repetitions=n] [--settings=key=value;...] [--out=file]";

    /** What the machine adds by itself is shown before and after. */
    private static final int HICCUP_SECONDS = 5;

    private MacroBenchmark() {}

    public static void main(String[] arguments) {
        Options.run(arguments, MacroBenchmark::run);
    }

    private static void run(Options options) throws IOException, InterruptedException {
        String settings = options.take("settings", "");
        Settings.read(settings);
        List<EngineCommand> engines = new ArrayList<>();
        for (String name : options.takeNames("engines", EngineCommand.MILLRACE, EngineCommand.names())) {
            engines.add(EngineCommand.of(name, settings));
        }
        String part = options.take("workloads", "");
        int warmUp = options.take("warm-up", 30, 0);
        int seconds = options.take("seconds", 30, 1);
        int repetitions = options.take("repetitions", 3, 1);
        Path out = options.takePath("out", "benchmarks/target/macro.json");
        List<Workload> workloads = Options.chosen(named(Workload.all(warmUp, seconds), part), "workloads", part);
        options.requireNoOther(USAGE);
        int cores = Runtime.getRuntime().availableProcessors();
        System.out.println(Hiccups.of(cores, HICCUP_SECONDS).describe(cores));
        List<Row> rows = run(engines, workloads, repetitions);
        System.out.println(Hiccups.of(cores, HICCUP_SECONDS).describe(cores));
        Files.createDirectories(out.toAbsolutePath().getParent());
        Files.writeString(
                out,
                "{\"machine\": \"" + Machine.describe() + "\", \"results\": [\n"
                        + rows.stream().map(Row::json).collect(Collectors.joining(",\n")) + "\n]}\n");
        System.out.println("\n" + Machine.describe() + "; options of the engines' processes: "
                + engines.stream()
                        .map(engine -> engine.name() + " " + String.join(" ", engine.options()))
                        .collect(Collectors.joining("; "))
                + "\nwritten to " + out);
    }

    /** The one of this name, or those that have it as a part of theirs. */
    private static List<Workload> named(List<Workload> all, String name) {
        List<Workload> exact =
                all.stream().filter(workload -> workload.name().equals(name)).toList();
        return exact.isEmpty()
                ? all.stream()
                        .filter(workload -> workload.name().contains(name))
                        .toList()
                : exact;
    }

    private static List<Row> run(List<EngineCommand> engines, List<Workload> workloads, int repetitions)
            throws InterruptedException {
        List<Row> rows = new ArrayList<>();
        System.out.println(Row.header());
        for (Workload workload : workloads) {
            Map<EngineCommand, List<Measurement>> measured = new LinkedHashMap<>();
            List<EngineCommand> able = new ArrayList<>(engines);
            for (int i = 0; i < repetitions; i++) {
                for (EngineCommand engine : List.copyOf(able)) {
                    List<Measurement> runs = measured.computeIfAbsent(engine, none -> new ArrayList<>());
                    try {
                        runs.add(Measurement.of(engine, workload));
                    } catch (Refused e) {
                        System.err.println(workload.name() + ": " + engine.name() + " is left out: " + e.getMessage());
                        able.remove(engine);
                    } catch (IOException e) {
                        System.err.println(workload.name() + ": " + e.getMessage());
                    }
                }
            }
            measured.forEach((engine, runs) -> {
                if (!runs.isEmpty()) {
                    Row row = new Row(workload, engine.name(), runs);
                    System.out.println(row.text());
                    runs.forEach(one -> System.out.println("    " + one.coreUse()));
                    rows.add(row);
                }
            });
        }
        return rows;
    }
}
