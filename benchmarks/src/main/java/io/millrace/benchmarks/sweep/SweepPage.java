// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.MarkdownTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The parts of the page, from the raw lines: one per setting, and one for engines beside each other. */
final class SweepPage {

    static final String ENGINES = "sweep engines";

    static final String USE_CASE = "sweep use case";

    private SweepPage() {}

    static String part(Setting setting) {
        return "sweep " + setting.text();
    }

    static Map<String, String> parts(Lines lines, List<Field> fields) {
        Map<String, String> parts = new LinkedHashMap<>();
        for (Field field : fields) {
            boolean compared = field.engines().size() > 1;
            boolean apart = field.setting() == Setting.SHM;
            parts.put(part(field.setting()), text(field) + (compared && !apart ? "\n" + engines(field) : ""));
            if (compared && apart) {
                parts.put(ENGINES, engines(field));
            }
        }
        if (lines.has(UseCase.NAME)) {
            parts.put(
                    USE_CASE,
                    lines.provenance(UseCase.NAME) + ".\n\n" + bars(UseCase.bars(lines)) + UseCase.table(lines));
        }
        return parts;
    }

    private static String text(Field field) {
        String name = field.setting().text();
        return "![The field](plots/" + SweepPlots.heatMapName(field.setting())
                + ".png)\n\n![Lines over the size](plots/"
                + SweepPlots.linesName(field.setting()) + ".png)\n\n"
                + field.lines().provenance(name) + ".\n\n"
                + bars(SweepBars.of(field))
                + "Messages per second, and their share of the bound:\n\n"
                + matrix(
                        field,
                        point -> MarkdownTable.shorten(point.perSecond()) + " (" + MarkdownTable.shorten(point.ratio())
                                + ")")
                + "\nThe bound: messages per second, by the cores left, of messages of this size by MB/s (in brackets: lowest and"
                + " highest look):\n\n"
                + matrix(
                        field,
                        point -> MarkdownTable.shorten(point.bound()) + ", " + MarkdownTable.shorten(point.coresLeft())
                                + ", " + megabytesPerSecond(point))
                + "\nLatency at half of the frequency, p50/p99 in ms:\n\n"
                + matrix(field, point -> latency(point, "half"))
                + "\nLatency at 0.9 of the frequency, p50/p99 in ms:\n\n"
                + matrix(field, point -> latency(point, "most"));
    }

    private static String megabytesPerSecond(Field.Point point) {
        double lowest = point.lowestBytesPerSecond();
        double highest = point.highestBytesPerSecond();
        String median = MarkdownTable.shorten(point.bytesPerSecond() / 1e6);
        return lowest < highest
                ? median + " (" + MarkdownTable.shorten(lowest / 1e6) + "–" + MarkdownTable.shorten(highest / 1e6) + ")"
                : median;
    }

    private static String latency(Field.Point point, String at) {
        return MarkdownTable.shorten(point.number(at + "_p50_ms")) + "/"
                + MarkdownTable.shorten(point.number(at + "_p99_ms"));
    }

    private static String bars(List<Bar> bars) {
        StringBuilder text = new StringBuilder();
        bars.forEach(bar -> text.append("- ").append(bar.markdown()).append('\n'));
        return text.append('\n').toString();
    }

    private static String matrix(Field field, Function<Field.Point, String> value) {
        MarkdownTable table = MarkdownTable.of(
                "size \\ cost", field.works().stream().map(Work::text).toList());
        for (int bytes : field.sizes()) {
            table.row(
                    Cell.size(bytes),
                    field.works().stream()
                            .map(work -> field.point(EngineCommand.MILLRACE, bytes, work)
                                    .map(value)
                                    .findFirst()
                                    .orElse("–"))
                            .toList());
        }
        return table.toString();
    }

    private static String engines(Field field) {
        List<String> heads = new ArrayList<>(List.of("size", "cost", "bound"));
        heads.addAll(field.engines());
        MarkdownTable table = new MarkdownTable(heads.toArray(String[]::new));
        for (int bytes : Plan.FEW_SIZES) {
            for (Work work : Plan.FEW_WORKS) {
                List<Object> row = new ArrayList<>(List.of(Cell.size(bytes), work.text()));
                List<Field.Point> points = field.engines().stream()
                        .flatMap(engine -> field.point(engine, bytes, work))
                        .toList();
                if (!points.isEmpty()) {
                    row.add(points.get(0).bound());
                    field.engines()
                            .forEach(engine -> row.add(field.point(engine, bytes, work)
                                    .map(Field.Point::perSecond)
                                    .findFirst()
                                    .orElse(Double.NaN)));
                    table.row(row);
                }
            }
        }
        return "Messages per second:\n\n" + table;
    }
}
