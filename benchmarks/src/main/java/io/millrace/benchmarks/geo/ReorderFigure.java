// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.MarkdownTable;
import io.millrace.benchmarks.report.Panel;
import io.millrace.transport.geo.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;

/** The wait for order over the number of routes, predicted and measured, with both spreads (JetStream's figure 8). */
final class ReorderFigure extends Figure {

    private static final String FIRST = "first-arrival";
    private static final String TURNS = "round-robin";
    private static final String WAIT = "/target/paced/order_ms";
    private static final String PREDICTED = "/source/prediction/millrace/order_ms";
    private static final String PUBLISHED = "/source/prediction/jetstream/order_ms";
    private static final String MEAN = "/target/paced/mean_ms";
    private static final int EVENT_BYTES = 2_500;
    private static final int BATCH = 10;
    private static final int PER_SECOND_OF_ROUTE = 700;
    private static final double CLOSE = 0.1;

    /** Shorter waits, in milliseconds, are the machine's. */
    private static final double SHORT = 0.5;

    ReorderFigure() {
        super("reorder", "The wait for order", "delays", "spread", "routes");
    }

    @Override
    List<Cell> cells(Scale scale) {
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

    @Override
    List<Panel> panels(Measured measured) {
        List<Panel> panels = new ArrayList<>();
        for (String delays : measured.values("delays")) {
            Map<String, NavigableMap<Double, Double>> waits = new LinkedHashMap<>();
            waits.put(FIRST, line(measured, WAIT, delays, FIRST));
            waits.put(TURNS, line(measured, WAIT, delays, TURNS));
            waits.put("first-arrival, predicted", line(measured, PREDICTED, delays, FIRST));
            waits.put("as published, predicted", line(measured, PUBLISHED, delays, TURNS));
            panels.add(Panel.ofLines("Wait for order, delays: " + delays, "routes", "ms", false, false, waits));
        }
        return panels;
    }

    private static NavigableMap<Double, Double> line(Measured measured, String what, String delays, String spread) {
        return measured.points("routes", routes -> measured.median(what, delays, spread, routes));
    }

    @Override
    void addBars(Bars bars, Measured measured) {
        List<JsonNode> first = measured.turns("", FIRST);
        long close = first.stream().filter(ReorderFigure::isPredicted).count();
        String what = "cells and turns whose wait is predicted within 10 %, or 0.5 ms";
        bars.atLeast(what, 100.0 * close / first.size(), 90, "%");
        String different = Conditions.DIFFERENT.name().toLowerCase(Locale.ROOT);
        for (String routes : measured.values("routes")) {
            double ratio =
                    measured.median(WAIT, different, FIRST, routes) / measured.median(WAIT, different, TURNS, routes);
            bars.atMost(routes + " routes of different delays: first-arrival over round robin", ratio, 1, "");
        }
    }

    private static boolean isPredicted(JsonNode line) {
        double measured = line.at(WAIT).asDouble();
        double predicted = line.at(PREDICTED).asDouble(Double.NaN);
        return Math.abs(measured - predicted) <= Math.max(CLOSE * measured, SHORT);
    }

    @Override
    MarkdownTable table(Measured measured) {
        MarkdownTable table =
                MarkdownTable.of("delays|routes|first-arrival, ms|predicted|round-robin, ms|predicted as published"
                        + "|mean latency of both, ms");
        for (String delays : measured.values("delays")) {
            for (String routes : measured.values("routes")) {
                table.row(
                        delays,
                        routes,
                        measured.median(WAIT, delays, FIRST, routes),
                        measured.median(PREDICTED, delays, FIRST, routes),
                        measured.median(WAIT, delays, TURNS, routes),
                        measured.median(PUBLISHED, delays, TURNS, routes),
                        measured.text(MEAN, delays, FIRST, routes) + " / "
                                + measured.text(MEAN, delays, TURNS, routes));
            }
        }
        return table;
    }
}
