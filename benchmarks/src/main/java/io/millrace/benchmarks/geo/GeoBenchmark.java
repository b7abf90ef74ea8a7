// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Columns;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.MarkdownTable;
import io.millrace.benchmarks.report.Panel;
import io.millrace.benchmarks.study.Study;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Measures figures of the channel between sites, and writes raw lines, pictures, bars and the tables of a page. */
public final class GeoBenchmark {

    static final List<Figure> FIGURES = List.of(
            new BatchSizeFigure(),
            new StaticFigure("static", "Fixed sizes of batches beside choosers", 224, List.of(500, 4_000, 30_000)),
            // About as many bytes per second
            new StaticFigure(
                    "static-800",
                    "Fixed sizes of batches of larger events beside the oracle",
                    800,
                    List.of(150, 1_100, 8_400)),
            new ReorderFigure(),
            new RoutesFigure(),
            new VaryingFigure(),
            new ReplayFigure(),
            new MulticastFigure(),
            new PriceFigure(),
            new PresetsFigure(),
            new NearFigure());

    static final String USAGE =
            "FIGURE|all [--quick] [--turns=n] [--seconds=n] [--step=n] [--rate=n] [--cells=part of a name] [--loopback]"
                    + " [--out=file.jsonl] [--continue] [--plot=directory] [--docs=page.md,page.md [--table]]";
    private static final Columns TABLE =
            new Columns("%-10s %-58s %12s %10s %10s %10s %6s", "figure|cell|1/s|mean, ms|p99, ms|late >1ms|busy");

    private static final int TURNS = 3;
    private static final int SECONDS = 30;
    private static final int STEP_SECONDS = 2;
    private static final int PER_SECOND = 2_200;

    private GeoBenchmark() {}

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        if (arguments.length == 0 || arguments[0].startsWith("--")) {
            System.err.println("which figure? " + USAGE + "\n" + durations());
            System.exit(2);
        }
        Options.run(USAGE, Arrays.copyOfRange(arguments, 1, arguments.length), options -> run(arguments[0], options));
    }

    private static Figure figure(String name) {
        return FIGURES.stream()
                .filter(figure -> figure.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no figure " + name));
    }

    /** The panels of a figure's picture, for who reads its lines. */
    public static List<Panel> panels(String name, Lines lines) {
        return figure(name).panels(lines);
    }

    /** The bars of a figure, for who reads its lines. */
    public static List<Bar> bars(String name, Lines lines) {
        return figure(name).bars(lines);
    }

    /** The number of cells of a figure. */
    public static int cells(String name) {
        return cells(figure(name), byDefault(false)).size();
    }

    /** About how long one turn of a figure takes. */
    public static double turnSeconds(String name) {
        return figure(name).seconds(byDefault(false), 1);
    }

    /**
     * Measures the turns that some lines lack of a figure.
     *
     * @param options that name the file of the lines, and how they are measured
     */
    public static void measureLacking(String name, Lines lines, int turns, List<String> options)
            throws IOException, InterruptedException {
        Options given = new Options(USAGE, options.toArray(String[]::new));
        int lacking = cells(figure(name), byDefault(given.takeFlag("quick"))).stream()
                .mapToInt(labels -> turns - lines.of(name, labels).size())
                .max()
                .orElse(0);
        if (lacking > 0) {
            List<String> all = new ArrayList<>(options);
            all.add("--turns=" + lacking);
            run(name, new Options(USAGE, all.toArray(String[]::new)));
        }
    }

    private static Scale byDefault(boolean quick) {
        return new Scale(quick, SECONDS, STEP_SECONDS, quick ? PER_SECOND / 10 : PER_SECOND);
    }

    /** The labels of its cells. */
    private static List<Map<String, String>> cells(Figure figure, Scale scale) {
        return figure instanceof TopologyFigure ofTopologies
                ? ofTopologies.topologies(scale).stream()
                        .map(TopologyCell::labels)
                        .toList()
                : figure.cells(scale).stream().map(Cell::labels).toList();
    }

    private static List<String> names() {
        return FIGURES.stream().map(Figure::name).toList();
    }

    /** What the figures take by default. */
    private static String durations() {
        StringBuilder text = new StringBuilder("about, by default:\n");
        Scale scale = byDefault(false);
        double sum = 0;
        for (Figure figure : FIGURES) {
            double seconds = figure.seconds(scale, TURNS);
            sum += seconds;
            text.append(String.format("%-12s %3.0f min%n", figure.name(), seconds / 60));
        }
        return text + String.format("%-12s %3.0f min", "all", sum / 60);
    }

    /** What is asked for. */
    private record Plan(List<Figure> figures, Scale scale, int turns, String part, boolean loopback, Lines lines) {

        List<Cell> cells(Figure figure) {
            return figure.cells(scale).stream()
                    .filter(cell -> cell.name().contains(part))
                    .toList();
        }

        List<TopologyCell> topologies(TopologyFigure figure) {
            return figure.topologies(scale).stream()
                    .filter(cell -> cell.name().contains(part))
                    .toList();
        }

        Stream<String> names(Figure figure) {
            return figure instanceof TopologyFigure ofTopologies
                    ? topologies(ofTopologies).stream().map(TopologyCell::name)
                    : cells(figure).stream().map(Cell::name);
        }
    }

    static void run(String figure, Options options) throws IOException, InterruptedException {
        List<Figure> figures = FIGURES.stream()
                .filter(one -> figure.equals("all") || figure.equals(one.name()))
                .toList();
        if (figures.isEmpty()) {
            throw new Options.Mistake("there is no figure '" + figure + "': give one of " + names() + ", or all");
        }
        Study study = new Study(options, "benchmarks/target/geo.jsonl");
        int turns = study.take("turns", 1, TURNS, 1);
        Scale scale = new Scale(
                study.quick(),
                options.take("seconds", SECONDS, 10),
                options.take("step", STEP_SECONDS, 1),
                study.take("rate", PER_SECOND / 10, PER_SECOND, 1));
        String part = options.take("cells", "");
        boolean loopback = options.takeFlag("loopback");
        Path plots = study.plots("benchmarks/target/geo");
        Lines lines = study.lines();
        if (!study.tableOnly()) {
            measure(new Plan(figures, scale, turns, part, loopback, lines));
        }
        Map<String, String> parts = new LinkedHashMap<>();
        for (Figure one : figures) {
            if (lines.has(one.name())) {
                Panel.picture(one.panels(lines)).write(plots, "geo-" + one.name());
                List<Bar> bars = one.bars(lines);
                System.out.println("\n" + one.name() + ": " + lines.provenance(one.name()));
                bars.forEach(bar -> System.out.println(bar.text()));
                parts.put(one.name(), part(one, bars, lines));
            }
        }
        study.writePages(parts);
        study.printWritten();
    }

    /** The part of a page. */
    private static String part(Figure figure, List<Bar> bars, Lines lines) {
        String texts = bars.stream().map(Bar::markdown).collect(Collectors.joining("; "));
        return "![" + figure.title() + "](plots/geo-" + figure.name() + ".png)\n\n" + lines.provenance(figure.name())
                + ".\n\n" + (texts.isEmpty() ? "" : "Bars: " + texts + ".\n\n") + figure.table(lines);
    }

    private static void measure(Plan plan) throws IOException, InterruptedException {
        Options.chosen(plan.figures.stream().flatMap(plan::names).toList(), "cells", plan.part);
        System.out.println(TABLE.head());
        for (int turn = 0; turn < plan.turns; turn++) {
            for (Figure one : plan.figures) {
                measure(plan, one);
            }
        }
        for (Figure one : plan.figures) {
            if (one instanceof TopologyFigure ofTopologies) {
                measureTopologies(plan, ofTopologies);
            }
        }
    }

    /** One turn of a figure: cells that need the same kind of network follow each other. */
    private static void measure(Plan plan, Figure figure) throws IOException, InterruptedException {
        List<Cell> cells = plan.cells(figure);
        List<Cell> losing = cells.stream()
                .filter(cell -> cell.conditions() == Conditions.LOSS)
                .toList();
        List<Cell> others = new ArrayList<>(cells);
        others.removeAll(losing);
        for (List<Cell> group : List.of(others, losing)) {
            if (!group.isEmpty()) {
                measure(plan, figure, group);
            }
        }
    }

    private static void measure(Plan plan, Figure figure, List<Cell> cells) throws IOException, InterruptedException {
        boolean losing = cells.get(0).conditions() == Conditions.LOSS;
        try (Bed testbed = figure.bed(() -> network(plan, losing), plan.loopback(), cells)) {
            for (Cell cell : cells) {
                if (!testbed.can(cell.conditions())) {
                    System.out.println(figure.name() + " " + cell.name() + ": not on this network");
                    continue;
                }
                String phase = cell.phases().get(cell.phases().size() - 1).name();
                add(plan, figure, cell.labels(), testbed.measure(cell), "/target/" + phase);
            }
        }
    }

    /** All turns of all topologies. */
    private static void measureTopologies(Plan plan, TopologyFigure figure) throws IOException, InterruptedException {
        if (plan.loopback) {
            System.out.println(figure.name() + ": not without hosts");
            return;
        }
        new TopologyRuns(figure.windows(plan.scale), plan.turns)
                .measure(plan.topologies(figure), (cell, line) -> add(plan, figure, cell.labels(), line, "/target"));
    }

    private static void add(Plan plan, Figure figure, Map<String, String> labels, ObjectNode line, String result)
            throws IOException {
        int turn = plan.lines.of(figure.name(), labels).size() + 1;
        plan.lines.add(figure.name(), labels, turn, line.put(Lines.QUICK, plan.scale.quick()));
        System.out.println(TABLE.row(
                figure.name(),
                Cell.name(labels),
                MarkdownTable.shorten(line.at(result + "/per_second").asDouble()),
                MarkdownTable.shorten(line.at(result + "/mean_ms").asDouble()),
                MarkdownTable.shorten(line.at(result + "/p99_ms").asDouble()),
                line.get("late_over_1ms").asLong(),
                Math.round(100 * line.path("busy").asDouble()) + "%"));
    }

    private static Network network(Plan plan, boolean losing) throws IOException {
        if (plan.loopback) {
            return new LoopbackNetwork();
        }
        try {
            return LabNetwork.up(losing);
        } catch (IOException e) {
            System.out.println("on pipes of this machine, as there can be no hosts: " + e.getMessage());
            return new LoopbackNetwork();
        }
    }
}
