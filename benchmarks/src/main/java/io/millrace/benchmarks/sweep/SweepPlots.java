// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.report.HeatMap;
import io.millrace.benchmarks.report.MarkdownTable;
import io.millrace.benchmarks.report.Median;
import io.millrace.benchmarks.report.Panel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** The pictures of a setting: the whole field, and lines over the size of messages. */
final class SweepPlots {

    private static final String SIZE_AXIS = "bytes of a message";

    /** Works that have lines: costs as published, and how messages without cost find an engine. */
    private static final List<Work> WORKS = List.of(Work.SHUFFLED, Work.of(0), Work.of(100), Work.of(500));

    /** Works that are drawn for engines beside each other. */
    private static final List<Work> FEW_WORKS = List.of(Work.SHUFFLED, Work.of(100));

    private static final List<String> OWN = List.of(EngineCommand.MILLRACE);

    static final String BY_BYTES = "bound by bytes";

    private SweepPlots() {}

    static String heatMapName(Setting setting) {
        return "sweep-" + setting.text();
    }

    static String linesName(Setting setting) {
        return "sweep-" + setting.text() + "-lines";
    }

    static void write(Path directory, Field field) throws IOException {
        heatMap(field).picture().write(directory, heatMapName(field.setting()));
        Panel.picture(panels(field)).write(directory, linesName(field.setting()));
    }

    private static HeatMap heatMap(Field field) {
        Map<String, HeatMap.Spot> spots = new HashMap<>();
        for (Field.Point point : field.own()) {
            spots.put(
                    HeatMap.key(point.cell().size(), point.cell().work().text()),
                    new HeatMap.Spot(point.ratio(), MarkdownTable.shorten(point.perSecond())));
        }
        return new HeatMap(
                field.setting().text() + ": messages per second; colour: share of the bound",
                "size of a message",
                "cost",
                field.sizes().stream().map(Cell::size).toList(),
                field.works().stream().map(Work::text).toList(),
                spots);
    }

    static List<Panel> panels(Field field) {
        List<Panel> panels = new ArrayList<>();
        Map<String, NavigableMap<Double, Double>> frequencies = lines(field, OWN, WORKS, Field.Point::perSecond);
        frequencies.putAll(bounds(field));
        panels.add(panel("Messages per second", "1/s", true, frequencies));
        panels.add(panel("Divided by the bound", "f/f*", false, lines(field, OWN, WORKS, Field.Point::ratio)));
        if (field.engines().size() > 1) {
            panels.add(panel(
                    "Divided by the best engine",
                    "f/best f",
                    false,
                    lines(field, field.engines(), FEW_WORKS, point -> point.perSecond() / best(field, point.cell()))));
        }
        return panels;
    }

    private static Panel panel(
            String title, String yAxis, boolean logY, Map<String, NavigableMap<Double, Double>> lines) {
        return Panel.ofLines(title, SIZE_AXIS, yAxis, true, logY, lines);
    }

    private static double best(Field field, Cell cell) {
        return field.engines().stream()
                .flatMap(engine -> field.point(engine, cell.bytes(), cell.work()))
                .mapToDouble(Field.Point::perSecond)
                .max()
                .orElse(Double.NaN);
    }

    private static Map<String, NavigableMap<Double, Double>> lines(
            Field field, List<String> engines, List<Work> works, ToDoubleFunction<Field.Point> value) {
        Map<String, NavigableMap<Double, Double>> lines = new LinkedHashMap<>();
        for (String engine : engines) {
            for (Work work : works) {
                put(lines, engine + ", " + work.text(), field, engine, work, value);
            }
        }
        return lines;
    }

    static Map<String, NavigableMap<Double, Double>> bounds(Field field) {
        Map<String, NavigableMap<Double, Double>> lines = new LinkedHashMap<>();
        NavigableMap<Double, Double> byBytes = byBytes(field);
        if (!byBytes.isEmpty()) {
            lines.put(BY_BYTES, byBytes);
        }
        for (Work work : WORKS) {
            if (work.costMillis() > 0) {
                put(
                        lines,
                        "bound by cores, " + work.text(),
                        field,
                        EngineCommand.MILLRACE,
                        work,
                        point -> point.coresLeft() / point.cell().costSeconds());
            }
        }
        return lines;
    }

    /** The way's bound is that of any cell of a size: the median, as cells of several runs differ. */
    private static NavigableMap<Double, Double> byBytes(Field field) {
        Map<Integer, List<Double>> bounds = new HashMap<>();
        for (Field.Point point : field.own()) {
            bounds.computeIfAbsent(point.cell().bytes(), bytes -> new ArrayList<>())
                    .add(point.bytesPerSecond() / point.cell().bytes());
        }
        NavigableMap<Double, Double> line = new TreeMap<>();
        bounds.forEach((bytes, all) -> line.put((double) bytes, Median.of(all)));
        return line;
    }

    private static void put(
            Map<String, NavigableMap<Double, Double>> lines,
            String name,
            Field field,
            String engine,
            Work work,
            ToDoubleFunction<Field.Point> value) {
        NavigableMap<Double, Double> line = new TreeMap<>();
        for (int bytes : field.sizes()) {
            field.point(engine, bytes, work).forEach(point -> {
                double y = value.applyAsDouble(point);
                if (y > 0 && y < Double.POSITIVE_INFINITY) {
                    line.put((double) bytes, y);
                }
            });
        }
        if (!line.isEmpty()) {
            lines.put(name, line);
        }
    }
}
