// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.report.Columns;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.MarkdownTable;
import io.millrace.benchmarks.study.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures every cell, the engines in turn; prints a table, writes raw lines, pictures, bars and the tables of a page.
 */
public final class SweepBenchmark {

    /** The least share of the cores of engines for which a bound is computed. */
    private static final double LEAST_LEFT = 0.05;

    private static final Columns TABLE = new Columns(
            "%-13s %-26s %10s %10s %6s %6s %9s  %-17s %-17s %9s %5s",
            "engine|cell|f, 1/s|f*, 1/s|f/f*|C|B, MB/s|0.5f p50/p99, ms|0.9f p50/p99, ms|late >1ms|busy");

    private final Plan plan;
    private final Lines lines;
    private final Progress progress;

    private SweepBenchmark(Plan plan, Lines lines) {
        this.plan = plan;
        this.lines = lines;
        this.progress = new Progress(plan.settings().stream()
                .flatMap(setting -> plan.cells(setting).stream())
                .mapToDouble(cell -> plan.effort().cellSeconds(cell)
                        * plan.missing(lines, cell).size())
                .sum());
    }

    public static void main(String[] arguments) {
        Options.run(Plan.USAGE, arguments, SweepBenchmark::run);
    }

    private static void run(Options options) throws IOException, InterruptedException {
        run(options, Effort.QUICK);
    }

    /** Measures as its command does. */
    public static void run(List<String> options) throws IOException, InterruptedException {
        run(new Options(Plan.USAGE, options.toArray(String[]::new)));
    }

    /** @param quickEffort of {@code --quick} */
    static void run(Options options, Effort quickEffort) throws IOException, InterruptedException {
        Plan plan = Plan.of(options, quickEffort);
        Lines lines = plan.study().lines();
        SweepBenchmark benchmark = new SweepBenchmark(plan, lines);
        if (plan.useCase()) {
            benchmark.measureUseCase();
        } else if (!plan.study().tableOnly()) {
            benchmark.measure();
        }
        report(plan, lines);
        plan.study().requireSuccess();
    }

    /** Draws and writes what the lines have. */
    private static void report(Plan plan, Lines lines) throws IOException {
        List<Field> fields = plan.settings().stream()
                .map(setting -> new Field(lines, setting))
                .filter(field -> !field.engines().isEmpty())
                .toList();
        for (Field field : fields) {
            SweepPlots.write(plan.plots(), field);
            SweepCsv.write(plan.plots(), field);
            System.out.println("\n" + field.setting().text() + ": "
                    + lines.provenance(field.setting().text()));
            SweepBars.of(field).forEach(bar -> System.out.println(bar.text()));
        }
        if (lines.has(UseCase.NAME)) {
            System.out.println("\nuse case: " + lines.provenance(UseCase.NAME) + "\n" + UseCase.table(lines));
            UseCase.bars(lines).forEach(bar -> System.out.println(bar.text()));
        }
        plan.study().writePages(SweepPage.parts(lines, fields));
        plan.study().printWritten();
    }

    private void measure() throws IOException, InterruptedException {
        System.out.println(Plan.durations());
        System.out.println(TABLE.head());
        for (Setting setting : plan.settings()) {
            List<Cell> cells = plan.cells(setting).stream()
                    .filter(cell -> !plan.missing(lines, cell).isEmpty())
                    .toList();
            if (cells.isEmpty()) {
                continue;
            }
            try (Place place = place(setting)) {
                Map<Integer, BytesPerSecond> carried = new HashMap<>();
                for (Cell cell : cells) {
                    measure(place, cell, carried);
                }
            }
        }
    }

    private void measureUseCase() throws IOException, InterruptedException {
        for (Language language : plan.languages()) {
            if (UseCase.isMissing(lines, language, plan.useCaseSeconds())) {
                measureUseCase(language);
            }
        }
    }

    private void measureUseCase(Language language) throws IOException, InterruptedException {
        EngineCommand millrace = EngineCommand.of(EngineCommand.MILLRACE, plan.topologySettings());
        try (Place place = new NodePlace(plan.effort().boundSeconds())) {
            ObjectNode line = new UseCaseRun(language, plan.useCaseSeconds()).measure(place, millrace);
            write(place, UseCase.NAME, UseCase.labels(language), line);
        }
    }

    private Place place(Setting setting) throws IOException {
        double seconds = plan.effort().boundSeconds();
        if (setting.intake().isPresent()) {
            return IntakePlace.of(setting.intake().get(), seconds);
        }
        if (setting != Setting.LINK) {
            return new NodePlace(seconds);
        }
        List<String> settings = new ArrayList<>();
        Settings.read(plan.topologySettings()).asMap().forEach((key, value) -> settings.add(key + "=" + value));
        return LinkPlace.up(settings, seconds);
    }

    private void measure(Place place, Cell cell, Map<Integer, BytesPerSecond> known)
            throws IOException, InterruptedException {
        if (!known.containsKey(cell.bytes())) {
            known.put(cell.bytes(), place.bytesPerSecond(cell.bytes()));
        }
        Bound bound = bound(place, cell, known.get(cell.bytes()));
        for (EngineCommand engine : plan.missing(lines, cell)) {
            try {
                ObjectNode line = new CellRun(plan.effort(), cell, bound).measure(place, engine);
                progress.done(plan.effort().cellSeconds(cell));
                add(place, engine, cell, line);
            } catch (IOException e) {
                progress.done(plan.effort().cellSeconds(cell));
                plan.study().failed(cell.name() + ", " + engine, e);
            }
        }
    }

    private static Bound bound(Place place, Cell cell, BytesPerSecond carried)
            throws IOException, InterruptedException {
        double cores = cell.setting().engines();
        double taken = cell.setting() == Setting.SLOTS || cell.costSeconds() == 0
                ? 0
                : place.busyCores(cell, Bound.atMost(cell, carried, cores));
        // Something is left also when other work takes it all, as nothing would ever be due otherwise; "busy" tells
        // that
        return new Bound(cell, carried, cores, Math.max(cores - taken, LEAST_LEFT * cores));
    }

    private void add(Place place, EngineCommand engine, Cell cell, ObjectNode line) throws IOException {
        write(place, cell.setting().text(), cell.labels(engine.name()), line);
        JsonNode result = line.get("result");
        String row = TABLE.row(
                engine,
                cell.name(),
                number(result, "per_second"),
                number(result, "bound"),
                number(result, "ratio"),
                number(result, "cores_left"),
                MarkdownTable.shorten(result.get("bound_bytes_per_second").asDouble() / 1e6),
                number(result, "half_p50_ms") + "/" + number(result, "half_p99_ms"),
                number(result, "most_p50_ms") + "/" + number(result, "most_p99_ms"),
                line.get("late_over_1ms").asLong(),
                Math.round(100 * line.get("busy").asDouble()) + "%");
        System.out.println(row + progress.left());
    }

    private static String number(JsonNode result, String name) {
        return MarkdownTable.shorten(result.path(name).asDouble(Double.NaN));
    }

    private void write(Place place, String figure, Map<String, String> labels, ObjectNode line) throws IOException {
        line.put("quick", plan.study().quick()).put("network", place.kind());
        lines.add(figure, labels, 1, line);
    }
}
