package io.millrace.benchmarks.sweep;

import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.macro.Settings;
import io.millrace.benchmarks.report.Lines;
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
        Effort effort,
        String topologySettings,
        boolean useCase,
        List<Language> languages,
        int useCaseSeconds,
        Path out,
        boolean continued,
        Path plots,
        String docs,
        boolean tableOnly) {

    static final String USAGE = "[--setting=shm,link,slots] [--quick] [--engines=millrace,flink,jet,storm]"
            + " [--cells=part of a name] [--settings=key=value;...] [--use-case [--languages=python,java] [--seconds=n]]"
            + " [--out=file.jsonl] [--continue] [--plot=directory] [--docs=page.md [--table]]";

    static final List<Integer> SIZES = List.of(100, 1_000, 10_000, 100_000, 1_000_000, 5_000_000, 10_000_000);

    static final List<Work> WORKS = Stream.concat(
                    Stream.of(Work.SHUFFLED),
                    Stream.of(0, 10, 50, 100, 200, 500, 1_000).map(Work::of))
            .toList();

    /** Of the quick form, and of the engines beside Millrace. */
    static final List<Integer> FEW_SIZES = List.of(100, 100_000, 10_000_000);

    static final List<Work> FEW_WORKS = List.of(Work.SHUFFLED, Work.of(10), Work.of(100));

    private static final int USE_CASE_SECONDS = 600;

    /** @param quickEffort of {@code --quick} */
    static Plan of(Options options, Effort quickEffort) throws IOException {
        boolean quick = options.takeFlag("quick");
        List<Setting> settings = options
                .takeNames(
                        "setting",
                        Setting.SHM.text(),
                        Stream.of(Setting.values()).map(Setting::text).toList())
                .stream()
                .map(Setting::of)
                .toList();
        String topologySettings = options.take("settings", "");
        Settings.read(topologySettings);
        List<EngineCommand> engines = new ArrayList<>();
        for (String name : options.takeNames("engines", EngineCommand.MILLRACE, EngineCommand.names())) {
            engines.add(EngineCommand.of(name, topologySettings));
        }
        boolean tableOnly = options.takeFlag("table");
        Plan plan = new Plan(
                settings,
                engines,
                options.take("cells", ""),
                quick,
                quick ? quickEffort : Effort.FULL,
                topologySettings,
                options.takeFlag("use-case"),
                options.takeNames("languages", "python,java", Language.names()).stream()
                        .map(Language::of)
                        .toList(),
                options.take("seconds", USE_CASE_SECONDS, 1),
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
            Options.chosen(
                    settings.stream().flatMap(one -> plan.cells(one).stream()).toList(), "cells", plan.part);
        }
        return plan;
    }

    List<Cell> cells(Setting setting) {
        return cells(setting, quick).stream()
                .filter(cell -> cell.name().contains(part))
                .toList();
    }

    private static List<Cell> cells(Setting setting, boolean few) {
        List<Cell> cells = new ArrayList<>();
        for (int bytes : few ? FEW_SIZES : SIZES) {
            for (Work work : few ? FEW_WORKS : WORKS) {
                // Engines that wait have threads of their own, so nothing is dealt out to shared ones
                if (setting != Setting.SLOTS || work.grouping() == Grouping.FIRST_IDLE) {
                    cells.add(new Cell(setting, bytes, work));
                }
            }
        }
        if (few) {
            // Beside the nine: what the engine itself takes for a message
            cells.add(new Cell(setting, FEW_SIZES.get(0), Work.of(0)));
        }
        return cells;
    }

    /** Whether an engine is measured there: only Millrace as it is on hosts, and others in a few cells of one node. */
    static boolean measures(EngineCommand engine, Cell cell) {
        return switch (cell.setting()) {
            case LINK -> engine.name().equals(EngineCommand.MILLRACE);
            case SLOTS -> engine.name().startsWith(EngineCommand.MILLRACE);
            case SHM ->
                engine.name().startsWith(EngineCommand.MILLRACE)
                        || FEW_SIZES.contains(cell.bytes()) && FEW_WORKS.contains(cell.work());
        };
    }

    /** The engines that are to be measured in a cell: no line has a figure of theirs in the same form. */
    List<EngineCommand> missing(Lines lines, Cell cell) {
        return engines.stream()
                .filter(engine -> measures(engine, cell))
                .filter(engine -> lines.of(cell.setting().text(), cell.labels(engine.name())).stream()
                        .noneMatch(line -> Field.isQuick(line) == quick))
                .toList();
    }

    /** What each setting takes by default. */
    static String durations() {
        StringBuilder text = new StringBuilder("about, by default:");
        for (Setting setting : Setting.values()) {
            text.append(String.format(
                    " %s %.0f min,", setting.text(), seconds(cells(setting, false), Effort.FULL) / 60));
        }
        return text + String.format(" one quick %.1f min", seconds(cells(Setting.SHM, true), Effort.QUICK) / 60);
    }

    private static double seconds(List<Cell> cells, Effort effort) {
        return cells.stream().mapToDouble(effort::cellSeconds).sum();
    }
}
