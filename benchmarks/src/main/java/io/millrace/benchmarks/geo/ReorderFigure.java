package io.millrace.benchmarks.geo;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.Panel;
import io.millrace.benchmarks.report.Table;
import io.millrace.transport.geo.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The wait for order over the number of routes, predicted and measured, with both spreads (JetStream's figure 8). */
final class ReorderFigure implements Figure {

    private static final String NAME = "reorder";
    private static final String FIRST = "first-arrival";
    private static final String TURNS = "round-robin";
    private static final String WAIT = "/target/paced/order_ms";
    private static final int EVENT_BYTES = 2_500;
    private static final int BATCH = 10;
    private static final int PER_SECOND_OF_ROUTE = 700;
    private static final double CLOSE = 0.1;

    /** Shorter waits, in milliseconds, are the machine's. */
    private static final double SHORT = 0.5;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "The wait for order";
    }

    @Override
    public List<Cell> cells(Scale scale) {
        boolean quick = scale.quick();
        List<Cell> cells = new ArrayList<>();
        for (Conditions conditions :
                quick ? List.of(Conditions.DIFFERENT) : List.of(Conditions.JITTER, Conditions.DIFFERENT)) {
            for (int routes = quick ? 2 : 1; routes <= (quick ? 2 : Network.MOST_ROUTES); routes++) {
                cells.add(cell(conditions, routes, Spread.FIRST_ARRIVAL, quick));
                if (routes > 1) {
                    cells.add(cell(conditions, routes, Spread.ROUND_ROBIN, quick));
                }
            }
        }
        return cells;
    }

    private static Cell cell(Conditions conditions, int routes, Spread spread, boolean quick) {
        double rate = (double) PER_SECOND_OF_ROUTE * routes;
        List<Phase> phases = List.of(
                Phase.flood(Phase.WARM_UP, quick ? 0.3 : 0.7),
                Phase.drain(),
                // After the drain TCP begins with a small window again
                new Phase("settle", quick ? 0.2 : 1.5, rate),
                new Phase(Phase.PACED, quick ? 0.4 : 1.5, rate));
        return Cell.of(Cell.Chooser.STATIC, BATCH, routes, EVENT_BYTES, phases)
                .under(conditions)
                .spread(spread)
                .label("delays", conditions.name().toLowerCase(Locale.ROOT))
                .label("spread", spread == Spread.FIRST_ARRIVAL ? FIRST : TURNS)
                .label("routes", routes);
    }

    private static Map<String, String> labels(String delays, String spread, String routes) {
        return Map.of("delays", delays, "spread", spread, "routes", routes);
    }

    private static double predicted(Lines lines, String delays, String routes) {
        return lines.median(NAME, labels(delays, FIRST, routes), "/source/prediction/millrace/order_ms");
    }

    @Override
    public List<Panel> panels(Lines lines) {
        List<Panel> panels = new ArrayList<>();
        for (String delays : lines.values(NAME, "delays")) {
            Map<String, NavigableMap<Double, Double>> waits = new LinkedHashMap<>();
            for (String name : List.of(FIRST, TURNS, "first-arrival, predicted", "as published, predicted")) {
                waits.put(name, new TreeMap<>());
            }
            for (String routes : lines.values(NAME, "routes")) {
                double count = Double.parseDouble(routes);
                put(waits.get(FIRST), count, lines.median(NAME, labels(delays, FIRST, routes), WAIT));
                put(waits.get(TURNS), count, lines.median(NAME, labels(delays, TURNS, routes), WAIT));
                put(waits.get("first-arrival, predicted"), count, predicted(lines, delays, routes));
                put(
                        waits.get("as published, predicted"),
                        count,
                        lines.median(NAME, labels(delays, TURNS, routes), "/source/prediction/jetstream/order_ms"));
            }
            panels.add(Panel.ofLines("Wait for order, delays: " + delays, "routes", "ms", false, false, waits));
        }
        return panels;
    }

    private static void put(NavigableMap<Double, Double> line, double x, double y) {
        if (Double.isFinite(y)) {
            line.put(x, y);
        }
    }

    @Override
    public List<Bar> bars(Lines lines) {
        List<Bar> bars = new ArrayList<>();
        List<JsonNode> first = lines.of(NAME, Map.of("spread", FIRST));
        long close = first.stream()
                .filter(line -> {
                    double measured = line.at(WAIT).asDouble();
                    double predicted =
                            line.at("/source/prediction/millrace/order_ms").asDouble(Double.NaN);
                    return Math.abs(measured - predicted) <= Math.max(CLOSE * measured, SHORT);
                })
                .count();
        bars.add(new Bar(
                "cells and turns whose wait is predicted within 10 %, or 0.5 ms",
                100.0 * close / first.size(), 90, "%", false));
        String different = Conditions.DIFFERENT.name().toLowerCase(Locale.ROOT);
        for (String routes : lines.values(NAME, "routes")) {
            double ratio = lines.median(NAME, labels(different, FIRST, routes), WAIT)
                    / lines.median(NAME, labels(different, TURNS, routes), WAIT);
            if (Double.isFinite(ratio)) {
                bars.add(new Bar(
                        routes + " routes of different delays: first-arrival over round robin", ratio, 1, "", true));
            }
        }
        return bars;
    }

    @Override
    public String table(Lines lines) {
        Table table = new Table(
                "delays",
                "routes",
                "first-arrival, ms",
                "predicted",
                "round-robin, ms",
                "predicted as published",
                "mean latency of both, ms");
        for (String delays : lines.values(NAME, "delays")) {
            for (String routes : lines.values(NAME, "routes")) {
                table.row(
                        delays,
                        routes,
                        lines.median(NAME, labels(delays, FIRST, routes), WAIT),
                        predicted(lines, delays, routes),
                        lines.median(NAME, labels(delays, TURNS, routes), WAIT),
                        lines.median(NAME, labels(delays, TURNS, routes), "/source/prediction/jetstream/order_ms"),
                        Table.shorten(lines.median(NAME, labels(delays, FIRST, routes), "/target/paced/mean_ms"))
                                + " / "
                                + Table.shorten(
                                        lines.median(NAME, labels(delays, TURNS, routes), "/target/paced/mean_ms")));
            }
        }
        return table.toString();
    }
}
