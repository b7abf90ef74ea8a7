package io.millrace.benchmarks.service;

import io.millrace.benchmarks.machine.Child;
import io.millrace.benchmarks.machine.Machine;
import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.machine.Scratch;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.macro.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Timer;
import java.util.TimerTask;
import java.util.stream.Collectors;

/**
 * Runs every cell on every engine, each in a process of its own, the engines taking turns in each repetition; prints a
 * table and writes it as JSON.
 */
public final class ServiceBenchmark {

    static final String USAGE =
            "[--quick] [--engines=a,b] [--cells=part of a name] [--rate=n] [--warm-up=seconds] [--seconds=n]"
                    + " [--repetitions=n] [--settings=key=value;...] [--out=file]";

    private static final int SPARE_SECONDS = 120;

    /** What the command line asks for. */
    record Plan(
            List<String> engines,
            List<Cell> cells,
            int warmUpSeconds,
            int seconds,
            int repetitions,
            String settings,
            Path out) {

        static Plan of(Options options) {
            boolean quick = options.takeFlag("quick");
            List<String> names = names();
            List<String> engines = options.takeNames("engines", String.join(",", ownNames()), names);
            String part = options.take("cells", "");
            int rate = options.take("rate", 1_000, 1);
            int warmUp = options.take("warm-up", quick ? 3 : 10, 0);
            int seconds = options.take("seconds", quick ? 3 : 10, 1);
            int repetitions = options.take("repetitions", quick ? 1 : 3, 1);
            String settings = options.take("settings", "");
            Settings.read(settings);
            Path out = options.takePath("out", "benchmarks/target/service.json");
            List<Cell> cells = Options.chosen(
                    Cell.all(rate).stream()
                            .filter(cell -> cell.name().contains(part))
                            .toList(),
                    "cells",
                    part);
            options.requireNoOther(USAGE);
            return new Plan(engines, cells, warmUp, seconds, repetitions, settings, out);
        }
    }

    private final Plan plan;
    private final Map<String, EngineCommand> commands = new LinkedHashMap<>();

    private ServiceBenchmark(Plan plan) throws IOException {
        this.plan = plan;
        for (String engine : plan.engines()) {
            commands.put(engine, EngineCommand.service(engine, settings(engine, plan.settings())));
        }
    }

    /** Those that need no other engine's libraries. */
    private static List<String> ownNames() {
        List<String> names = new ArrayList<>(MillraceServiceEngine.NAMES);
        names.add(ExecutorServiceEngine.EXECUTOR);
        return names;
    }

    private static List<String> names() {
        List<String> names = ownNames();
        names.addAll(List.of("jet", "storm"));
        return names;
    }

    /** An executor that spins takes a core, and a caller needs one as well. */
    private static String settings(String engine, String further) {
        int executors = Math.max(1, Runtime.getRuntime().availableProcessors() - 1);
        return engine.endsWith("-spin")
                ? "topology.idle=spin;topology.worker.executors=" + executors + ";" + further
                : further;
    }

    public static void main(String[] arguments) {
        Options.run(arguments, ServiceBenchmark::run);
    }

    private static void run(Options options) throws IOException {
        new ServiceBenchmark(Plan.of(options)).run();
    }

    private void run() throws IOException {
        List<Row> rows = new ArrayList<>();
        System.out.println(Row.header());
        for (Cell cell : plan.cells()) {
            Map<String, List<Map<String, Double>>> measured = new LinkedHashMap<>();
            Set<String> unable = new HashSet<>();
            for (int i = 0; i < plan.repetitions(); i++) {
                for (String engine : plan.engines()) {
                    if (!unable.contains(engine)) {
                        String line = measure(cell, engine);
                        if (line.startsWith(ServiceMain.REFUSAL)) {
                            unable.add(engine);
                            System.out.println(Row.refused(
                                    cell,
                                    engine,
                                    line.substring(ServiceMain.REFUSAL.length()).strip()));
                        } else {
                            measured.computeIfAbsent(engine, none -> new ArrayList<>())
                                    .add(Child.figures(line));
                        }
                    }
                }
            }
            measured.forEach((engine, runs) -> {
                Row row = Row.of(cell, engine, runs);
                System.out.println(row.text());
                rows.add(row);
            });
        }
        Files.createDirectories(plan.out().toAbsolutePath().getParent());
        Files.writeString(
                plan.out(),
                "{\"machine\": \"" + Machine.describe() + "\", \"results\": [\n"
                        + rows.stream().map(Row::json).collect(Collectors.joining(",\n")) + "\n]}\n");
        System.out.println("\n" + Machine.describe() + "; options of the processes: "
                + commands.values().stream()
                        .map(command -> command.name() + " " + String.join(" ", command.options()))
                        .collect(Collectors.joining("; "))
                + "\nwritten to " + plan.out());
    }

    private String measure(Cell cell, String engine) throws IOException {
        Timer limit = new Timer("limit", true);
        try (Scratch scratch = new Scratch()) {
            List<String> command = new ArrayList<>(commands.get(engine).java(scratch.directory()));
            command.addAll(
                    List.of(ServiceMain.class.getName(), engine, "" + plan.warmUpSeconds(), "" + plan.seconds()));
            command.addAll(cell.encode());
            try (Child child = Child.start(command)) {
                limit.schedule(
                        new TimerTask() {
                            @Override
                            public void run() {
                                child.kill();
                            }
                        },
                        (plan.warmUpSeconds() + plan.seconds() + SPARE_SECONDS) * 1000L);
                return child.await(Child.RESULT, ServiceMain.REFUSAL);
            }
        } finally {
            limit.cancel();
        }
    }
}
