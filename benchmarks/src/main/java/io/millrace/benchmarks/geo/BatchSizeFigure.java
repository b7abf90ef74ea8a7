// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.MarkdownTable;
import io.millrace.benchmarks.report.Panel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/** Rate and latency over the size of batches by one route, and the oracle's choice (JetStream's figures 1 and 7). */
final class BatchSizeFigure extends Figure {

    private static final List<Integer> SIZES = List.of(1, 10, 100, 1_000, 10_000);

    /** Bytes of an event to events per second: about half of what the route carries. */
    private static final Map<Integer, Integer> EVENTS = new TreeMap<>(Map.of(224, 5_000, 800, 1_500, 2_500, 500));

    /** The limit of one batch: larger ones take seconds. */
    private static final int MOST_BYTES = 3 << 20;

    private static final List<String> PARTS = List.of("fill", "way", "order");
    private static final double CLOSE = 0.1;

    /** A part that differs by less of the whole is too small to tell. */
    private static final double SMALL = 0.01;

    BatchSizeFigure() {
        super("batch-size", "Rate and latency over the size of batches", "bytes", "b");
    }

    @Override
    List<Cell> cells(Scale scale) {
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
                cells.add(cell(Cell.Chooser.PUBLISHED, 1, bytes, rate, quick).label("b", PUBLISHED));
                cells.add(cell(Cell.Chooser.NATURAL, 1, bytes, rate, quick).label("b", NATURAL));
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

    private static boolean isFixed(String size) {
        return !List.of(ORACLE, PUBLISHED, NATURAL).contains(size);
    }

    private static double mean(Measured measured, String bytes, String size) {
        return measured.median("/target/paced/mean_ms", bytes, size);
    }

    @Override
    List<Panel> panels(Measured measured) {
        List<Panel> panels = new ArrayList<>();
        Set<String> sizes = measured.values("b");
        Map<String, NavigableMap<Double, Double>> rates = new LinkedHashMap<>();
        for (String bytes : measured.values("bytes")) {
            NavigableMap<Double, Double> points = new TreeMap<>();
            for (String size : sizes) {
                double rate = measured.median("/target/flood/per_second", bytes, size);
                if (isFixed(size) && rate > 0) {
                    points.put(Double.valueOf(size), rate * Double.parseDouble(bytes) / 1e6);
                }
            }
            rates.put(bytes + " B", points);
        }
        panels.add(Panel.ofLines(
                "Most of one route of 20 Mbit/s", "events of a batch", "MB/s of events", true, false, rates));
        for (String bytes : measured.values("bytes")) {
            Map<String, Map<String, Double>> columns = new LinkedHashMap<>();
            for (String size : sizes) {
                if (mean(measured, bytes, size) > 0) {
                    columns.put(size, parts(measured, bytes, size, "/target/paced/"));
                    columns.put(size + "'", parts(measured, bytes, size, "/source/prediction/millrace/"));
                }
            }
            String rate = EVENTS.getOrDefault(Integer.valueOf(bytes), 0) + "/s";
            panels.add(Panel.ofColumns(
                    "Latency of an event of " + bytes + " B at " + rate + ": measured, and predicted (')",
                    "events of a batch",
                    "ms",
                    columns));
        }
        return panels;
    }

    private static Map<String, Double> parts(Measured measured, String bytes, String size, String from) {
        return Measured.each(PARTS, part -> {
            double value = measured.median(from + part + "_ms", bytes, size);
            return Double.isFinite(value) ? Math.max(0, value) : 0;
        });
    }

    @Override
    void addBars(Bars bars, Measured measured) {
        for (String bytes : measured.values("bytes")) {
            double best = measured.values("b").stream()
                    .filter(BatchSizeFigure::isFixed)
                    .mapToDouble(size -> mean(measured, bytes, size))
                    .filter(Double::isFinite)
                    .min()
                    .orElse(Double.NaN);
            double natural = mean(measured, bytes, NATURAL);
            bars.atMost(bytes + " B: latency over that of the best size", natural / best, 1.05, "");
            double oracle = mean(measured, bytes, ORACLE) / natural;
            bars.atMost(bytes + " B: the oracle's latency over that of natural batches", oracle, WORTH_AN_ORACLE, "");
        }
        List<JsonNode> all = measured.turns();
        long close = all.stream().filter(BatchSizeFigure::isPredicted).count();
        String what = "cells and turns with each part predicted within 10 %, or 1 % of the latency";
        bars.atLeast(what, 100.0 * close / all.size(), 90, "%");
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
    MarkdownTable table(Measured measured) {
        MarkdownTable table = MarkdownTable.of(
                "bytes|b|most, events/s|mean, ms|p99|fill / predicted|way / predicted|order / predicted"
                        + "|JetStream's sum");
        for (String bytes : measured.values("bytes")) {
            for (String size : measured.values("b")) {
                if (Double.isFinite(mean(measured, bytes, size))) {
                    long batch = Math.round(measured.median("/source/prediction/batch", bytes, size));
                    List<Object> row = new ArrayList<>();
                    row.add(isFixed(size) ? size : size + ": " + batch);
                    row.add(measured.median("/target/flood/per_second", bytes, size));
                    row.add(mean(measured, bytes, size));
                    row.add(measured.median("/target/paced/p99_ms", bytes, size));
                    Map<String, Double> predicted = parts(measured, bytes, size, "/source/prediction/millrace/");
                    parts(measured, bytes, size, "/target/paced/")
                            .forEach((part, took) -> row.add(
                                    MarkdownTable.shorten(took) + " / " + MarkdownTable.shorten(predicted.get(part))));
                    row.add(measured.median("/source/prediction/jetstream/mean_ms", bytes, size));
                    table.row(bytes, row);
                }
            }
        }
        return table;
    }
}
