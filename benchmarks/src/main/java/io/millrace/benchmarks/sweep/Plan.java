package io.millrace.benchmarks.sweep;

import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.macro.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What is asked for. */
record Plan(
        List<Setting> settings,
        List<EngineCommand> engines,
        String part,
        boolean quick,
        String topologySettings,
        boolean useCase,
        int caseMinutes,
        Path out,
        boolean continued,
        Path plots,
        String docs,
        boolean tableOnly) {

    static final String USAGE = "[--setting=shm,link,slots] [--quick] [--engines=millrace,flink,jet,storm]"
            + " [--cells=part of a name] [--settings=key=value;...] [--case [--minutes=n]] [--out=file.jsonl] [--continue]"
            + " [--plot=directory] [--docs=page.md [--table]]";

    static final List<Integer> SIZES = List.of(100, 1_000, 10_000, 100_000, 1_000_000, 5_000_000, 10_000_000);
    static final List<Integer> COSTS = List.of(0, 10, 50, 100, 200, 500, 1_000);

    /** Of the quick form, and of the engines beside Millrace. */
    static final List<Integer> FEW_SIZES = List.of(100, 100_000, 10_000_000);

    static final List<Integer> FEW_COSTS = List.of(0, 10, 100);

    private static final int CASE_MINUTES = 10;

    static Plan of(Options options) throws IOException {
        boolean quick = options.takeFlag("quick");
        List<Setting> settings = options
                .takeNames("setting", Setting.SHM.text(), Stream.of(Setting.values()).map(Setting::text).toList())
                .stream()
                .map(Setting::of)
                .toList();
        String topologySettings = options.take("settings", "");
        Settings.read(topologySettings);
        boolean useCase = options.takeFlag("case");
        // What the command line says is laid over it
        String ofTopologies = useCase ? UseCase.GUARANTEE + ";" + topologySettings : topologySettings;
        List<EngineCommand> engines = new ArrayList<>();
        for (String name : options.takeNames("engines", EngineCommand.MILLRACE, EngineCommand.names())) {
            engines.add(EngineCommand.of(name, ofTopologies));
        }
        boolean tableOnly = options.takeFlag("table");
        Plan plan = new Plan(
                settings,
                engines,
                options.take("cells", ""),
                quick,
                topologySettings,
                useCase,
                options.take("minutes", CASE_MINUTES, 1),
                options.takePath("out", "benchmarks/target/sweep.jsonl"),
                options.takeFlag("continue") || tableOnly,
                options.takePath("plot", "benchmarks/target/sweep"),
                options.take("docs", ""),
                tableOnly);
        options.requireNoOther(USAGE);
        if (tableOnly && plan.docs.isEmpty()) {
            throw new Options.Mistake("--table needs the page: give --docs=page.md");
        }
        if (!tableOnly && !plan.useCase) {
            Options.chosen(settings.stream().flatMap(one -> plan.cells(one).stream()).toList(), "cells", plan.part);
        }
        return plan;
    }

    Effort effort() {
        return quick ? Effort.QUICK : Effort.FULL;
    }

    List<Cell> cells(Setting setting) {
        return cells(setting, quick).stream()
                .filter(cell -> cell.name().contains(part))
                .toList();
    }

    private static List<Cell> cells(Setting setting, boolean few) {
        List<Cell> cells = new ArrayList<>();
        for (int bytes : few ? FEW_SIZES : SIZES) {
            for (int cost : few ? FEW_COSTS : COSTS) {
                cells.add(new Cell(setting, bytes, cost));
            }
        }
        return cells;
    }

    /** Whether an engine is measured there: only Millrace as it is on hosts, and others in a few cells of one node. */
    static boolean measures(EngineCommand engine, Cell cell) {
        return switch (cell.setting()) {
            case LINK -> engine.name().equals(EngineCommand.MILLRACE);
            case SLOTS -> engine.name().startsWith(EngineCommand.MILLRACE);
            case SHM -> engine.name().startsWith(EngineCommand.MILLRACE)
                    || FEW_SIZES.contains(cell.bytes()) && FEW_COSTS.contains(cell.costMillis());
        };
    }

    /** About how long a cell takes. */
    static double seconds(Effort effort, Cell cell) {
        return effort.cellSeconds(cell.costSeconds(), cell.setting().engines() / cell.costSeconds());
    }

    /** What each setting takes by default. */
    static String durations() {
        StringBuilder text = new StringBuilder("about, by default:");
        for (Setting setting : Setting.values()) {
            double seconds = cells(setting, false).stream()
                    .mapToDouble(cell -> seconds(Effort.FULL, cell))
                    .sum();
            text.append(String.format(" %s %.0f min,", setting.text(), seconds / 60));
        }
        double quick = cells(Setting.SHM, true).stream()
                .mapToDouble(cell -> seconds(Effort.QUICK, cell))
                .sum();
        return text + String.format(" one quick %.1f min", quick / 60);
    }
}
