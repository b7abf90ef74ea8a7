package io.millrace.benchmarks.geo;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.Panel;
import io.millrace.benchmarks.report.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Rate and latency over the size of batches by one route, and the oracle's choice (JetStream's figures 1 and 7). */
final class BatchSizeFigure implements Figure {

    private static final String NAME = "batch-size";
    private static final String ORACLE = "oracle";
    private static final List<Integer> SIZES = List.of(1, 10, 100, 1_000, 10_000);

    /** Bytes of an event to events per second: about half of what the route carries. */
    private static final Map<Integer, Integer> EVENTS = new TreeMap<>(Map.of(224, 5_000, 800, 1_500, 2_500, 500));

    /** Of one batch: larger ones take seconds. */
    private static final int MOST_BYTES = 3 << 20;

    private static final List<String> PARTS = List.of("fill", "way", "order");
    private static final double CLOSE = 0.1;

    /** A part that differs by less of the whole is too small to tell. */
    private static final double SMALL = 0.01;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "Rate and latency over the size of batches";
    }

    @Override
    public List<Cell> cells(Scale scale) {
        boolean quick = scale.quick();
        List<Cell> cells = new ArrayList<>();
        EVENTS.forEach((bytes, rate) -> {
            if (!quick || bytes == 800) {
                for (int size : quick ? List.of(1, 100) : SIZES) {
                    if ((long) size * bytes <= MOST_BYTES) {
                        cells.add(cell(Cell.Chooser.STATIC, size, bytes, rate, quick)
                                .label("b", size));
                    }
                }
                cells.add(cell(Cell.Chooser.ORACLE, 1, bytes, rate, quick).label("b", ORACLE));
            }
        });
        return cells;
    }

    private static Cell cell(Cell.Chooser chooser, int size, int bytes, int rate, boolean quick) {
        double seconds = quick ? 0.2 : 0.8;
        List<Phase> phases = List.of(
                Phase.flood(Phase.WARM_UP, seconds),
                Phase.flood(Phase.FLOOD, seconds),
                Phase.drain(),
                // After the drain TCP begins with a small window again
                new Phase("settle", 2 * seconds, rate),
                new Phase(Phase.PACED, 2 * seconds, rate));
        return Cell.of(chooser, size, 1, bytes, phases).label("bytes", bytes).label("rate", rate);
    }

    private static Map<String, String> labels(String bytes, String size) {
        return Map.of("bytes", bytes, "b", size);
    }

    private static double mean(Lines lines, String bytes, String size) {
        return lines.median(NAME, labels(bytes, size), "/target/paced/mean_ms");
    }

    @Override
    public List<Panel> panels(Lines lines) {
        List<Panel> panels = new ArrayList<>();
        Map<String, NavigableMap<Double, Double>> rates = new LinkedHashMap<>();
        for (String bytes : lines.values(NAME, "bytes")) {
            NavigableMap<Double, Double> points = new TreeMap<>();
            for (String size : lines.values(NAME, "b")) {
                double rate = lines.median(NAME, labels(bytes, size), "/target/flood/per_second");
                if (!size.equals(ORACLE) && rate > 0) {
                    points.put(Double.valueOf(size), rate * Double.parseDouble(bytes) / 1e6);
                }
            }
            rates.put(bytes + " B", points);
        }
        panels.add(Panel.ofLines(
                "Most of one route of 20 Mbit/s", "events of a batch", "MB/s of events", true, false, rates));
        for (String bytes : lines.values(NAME, "bytes")) {
            Map<String, Map<String, Double>> columns = new LinkedHashMap<>();
            for (String size : lines.values(NAME, "b")) {
                if (mean(lines, bytes, size) > 0) {
                    columns.put(size, parts(lines, bytes, size, "/target/paced/"));
                    columns.put(size + "'", parts(lines, bytes, size, "/source/prediction/millrace/"));
                }
            }
            panels.add(Panel.ofColumns(
                    "Latency of an event of " + bytes + " B at " + EVENTS.getOrDefault(Integer.valueOf(bytes), 0)
                            + "/s: measured, and predicted (')",
                    "events of a batch",
                    "ms",
                    columns));
        }
        return panels;
    }

    private static Map<String, Double> parts(Lines lines, String bytes, String size, String from) {
        Map<String, Double> parts = new LinkedHashMap<>();
        for (String part : PARTS) {
            double value = lines.median(NAME, labels(bytes, size), from + part + "_ms");
            parts.put(part, Double.isFinite(value) ? Math.max(0, value) : 0);
        }
        return parts;
    }

    @Override
    public List<Bar> bars(Lines lines) {
        List<Bar> bars = new ArrayList<>();
        for (String bytes : lines.values(NAME, "bytes")) {
            double best = lines.values(NAME, "b").stream()
                    .filter(size -> !size.equals(ORACLE))
                    .mapToDouble(size -> mean(lines, bytes, size))
                    .filter(Double::isFinite)
                    .min()
                    .orElse(Double.NaN);
            bars.add(new Bar(
                    bytes + " B: the oracle's latency over that of the best size",
                    mean(lines, bytes, ORACLE) / best,
                    1.05,
                    "",
                    true));
        }
        List<JsonNode> all = lines.of(NAME);
        long close = all.stream().filter(BatchSizeFigure::isPredicted).count();
        bars.add(new Bar(
                "cells and turns with each part predicted within 10 %, or 1 % of the latency",
                100.0 * close / all.size(), 90, "%", false));
        return bars;
    }

    private static boolean isPredicted(JsonNode line) {
        double mean = line.at("/target/paced/mean_ms").asDouble();
        return PARTS.stream().allMatch(part -> {
            double measured = line.at("/target/paced/" + part + "_ms").asDouble();
            double predicted =
                    line.at("/source/prediction/millrace/" + part + "_ms").asDouble(Double.NaN);
            return Math.abs(predicted - measured) <= Math.max(CLOSE * measured, SMALL * mean);
        });
    }

    @Override
    public String table(Lines lines) {
        Table table = new Table(
                "bytes",
                "b",
                "most, events/s",
                "mean, ms",
                "p99",
                "fill / predicted",
                "way / predicted",
                "order / predicted",
                "JetStream's sum");
        for (String bytes : lines.values(NAME, "bytes")) {
            for (String size : lines.values(NAME, "b")) {
                if (Double.isFinite(mean(lines, bytes, size))) {
                    List<Object> row = new ArrayList<>();
                    row.add(bytes);
                    row.add(
                            size.equals(ORACLE)
                                    ? size + ": "
                                            + Math.round(
                                                    lines.median(NAME, labels(bytes, size), "/source/prediction/batch"))
                                    : size);
                    row.add(lines.median(NAME, labels(bytes, size), "/target/flood/per_second"));
                    row.add(mean(lines, bytes, size));
                    row.add(lines.median(NAME, labels(bytes, size), "/target/paced/p99_ms"));
                    Map<String, Double> measured = parts(lines, bytes, size, "/target/paced/");
                    Map<String, Double> predicted = parts(lines, bytes, size, "/source/prediction/millrace/");
                    for (String part : PARTS) {
                        row.add(Table.shorten(measured.get(part)) + " / " + Table.shorten(predicted.get(part)));
                    }
                    row.add(lines.median(NAME, labels(bytes, size), "/source/prediction/jetstream/mean_ms"));
                    table.row(row);
                }
            }
        }
        return table.toString();
    }
}
