// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.study.Settings;
import io.millrace.benchmarks.study.Study;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What is asked for. */
record Plan(
        Study study,
        List<Setting> settings,
        List<EngineCommand> engines,
        String part,
        Effort effort,
        String topologySettings,
        boolean useCase,
        List<Language> languages,
        int useCaseSeconds,
        Path plots) {

    static final String USAGE = "[--setting=shm,link,slots,tcp,kafka,files] [--quick]"
            + " [--engines=millrace,flink,jet,storm] [--cells=part of a name] [--settings=key=value;...]"
            + " [--use-case [--languages=python,java] [--seconds=n]]"
            + " [--out=file.jsonl] [--continue] [--plot=directory] [--docs=page.md [--table]]";

    static final List<Integer> SIZES = List.of(100, 1_000, 10_000, 100_000, 1_000_000, 5_000_000, 10_000_000);

    static final List<Work> WORKS = Stream.concat(
                    Stream.of(Work.SHUFFLED),
                    Stream.of(0, 10, 50, 100, 200, 500, 1_000).map(Work::of))
            .toList();

    /** The sizes of the quick form, and of the engines beside Millrace. */
    static final List<Integer> FEW_SIZES = List.of(100, 100_000, 10_000_000);

    static final List<Work> FEW_WORKS = List.of(Work.SHUFFLED, Work.of(10), Work.of(100));

    private static final int USE_CASE_SECONDS = 600;

    /** @param quickEffort of {@code --quick} */
    static Plan of(Options options, Effort quickEffort) throws IOException {
        Study study = new Study(options, "benchmarks/target/sweep.jsonl");
        List<Setting> settings = options
                .takeNames(
                        "setting",
                        Setting.SHM.text(),
                        Stream.of(Setting.values()).map(Setting::text).toList())
                .stream()
                .map(Setting::of)
                .toList();
        String topologySettings = Settings.take(options);
        List<EngineCommand> engines = EngineCommand.take(
                options, EngineCommand.MILLRACE, EngineCommand.names(SweepEngine.class), topologySettings);
        Plan plan = new Plan(
                study,
                settings,
                engines,
                options.take("cells", ""),
                study.quick() ? quickEffort : Effort.FULL,
                topologySettings,
                options.takeFlag("use-case"),
                options.takeNames("languages", "python,java", Language.names()).stream()
                        .map(Language::of)
                        .toList(),
                options.take("seconds", USE_CASE_SECONDS, 1),
                study.plots("benchmarks/target/sweep"));
        if (!study.tableOnly() && !plan.useCase) {
            Options.chosen(
                    settings.stream().flatMap(one -> plan.cells(one).stream()).toList(), "cells", plan.part);
        }
        return plan;
    }

    List<Cell> cells(Setting setting) {
        return cells(setting, study.quick()).stream()
                .filter(cell -> cell.name().contains(part))
                .toList();
    }

    static List<Cell> cells(Setting setting, boolean few) {
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

    /**
     * Whether an engine is measured there: only Millrace as it is on hosts, and others in a few cells of one node. Only
     * Millrace's class path has Kafka.
     */
    static boolean measures(EngineCommand engine, Cell cell) {
        return switch (cell.setting()) {
            case LINK -> engine.name().equals(EngineCommand.MILLRACE);
            case SLOTS, KAFKA -> engine.name().startsWith(EngineCommand.MILLRACE);
            case SHM, TCP, FILES ->
                engine.name().startsWith(EngineCommand.MILLRACE)
                        || FEW_SIZES.contains(cell.bytes()) && FEW_WORKS.contains(cell.work());
        };
    }

    /** The engines that are to be measured in a cell: no line has a figure of theirs in the same form. */
    List<EngineCommand> missing(Lines lines, Cell cell) {
        return engines.stream()
                .filter(engine -> measures(engine, cell))
                .filter(engine -> lines.of(cell.setting().text(), cell.labels(engine.name())).stream()
                        .noneMatch(line -> Field.isQuick(line) == study.quick()))
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

    static double seconds(List<Cell> cells, Effort effort) {
        return cells.stream().mapToDouble(effort::cellSeconds).sum();
    }
}
