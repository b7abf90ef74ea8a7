// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.MarkdownTable;
import io.millrace.benchmarks.report.Panel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;

/**
 * Batches of fixed sizes beside choosers, over rates and numbers of routes (JetStream's figures 9 and 10), for events
 * of one size.
 */
final class StaticFigure extends Figure {

    private static final String RATE = "/target/paced/per_second";
    private static final String MEAN = "/target/paced/mean_ms";
    private static final String STOP_AND_WAIT = "one at a time";
    private static final String PIPELINED = "1";
    private static final List<String> SIZES = List.of("10", "100", "1000");
    private static final List<Integer> ROUTES = List.of(1, 3, 5);

    /** The least share of the offered events that is carried: with less a cell shows the rate, not the latency. */
    private static final double CARRIED = 0.95;

    private final int eventBytes;
    private final List<Integer> rates;

    /** @param rates three, of which the second is measured with one event at a time as well */
    StaticFigure(String name, String title, int eventBytes, List<Integer> rates) {
        super(name, title, "routes", "rate", "b");
        this.eventBytes = eventBytes;
        this.rates = rates;
    }

    @Override
    List<Cell> cells(Scale scale) {
        boolean quick = scale.quick();
        List<Cell> cells = new ArrayList<>();
        for (int routes : quick ? List.of(2) : ROUTES) {
            for (int rate : quick ? rates.subList(1, 2) : rates) {
                double seconds = quick ? 0.2 : 1.5;
                List<Phase> phases = List.of(
                        new Phase(Phase.WARM_UP, quick ? 0.2 : 0.8, rate), new Phase(Phase.PACED, seconds, rate));
                List<Cell> row = new ArrayList<>();
                for (String size : quick ? List.of("10") : SIZES) {
                    row.add(fixed(Integer.parseInt(size), routes, phases).label("b", size));
                }
                row.add(fixed(1, routes, phases).label("b", PIPELINED));
                row.add(Cell.of(Cell.Chooser.ORACLE, 1, routes, eventBytes, phases)
                        .label("b", ORACLE));
                row.add(Cell.of(Cell.Chooser.PUBLISHED, 1, routes, eventBytes, phases)
                        .label("b", PUBLISHED));
                row.add(Cell.of(Cell.Chooser.NATURAL, 1, routes, eventBytes, phases)
                        .label("b", NATURAL));
                if (rate == rates.get(1)) {
                    row.add(Cell.of(Cell.Chooser.STOP_AND_WAIT, 1, routes, eventBytes, phases)
                            .label("b", STOP_AND_WAIT));
                }
                row.forEach(cell -> cells.add(cell.label("routes", routes).label("rate", rate)));
            }
        }
        return cells;
    }

    private Cell fixed(int size, int routes, List<Phase> phases) {
        return Cell.of(Cell.Chooser.STATIC, size, routes, eventBytes, phases);
    }

    private static double rate(Measured measured, String... cell) {
        return measured.median(RATE, cell);
    }

    private static double mean(Measured measured, String... cell) {
        return measured.median(MEAN, cell);
    }

    /** How much worse natural batches are than the best size: 1 is as good. NaN if they were not measured. */
    private static double behind(Measured measured, String routes, String rate) {
        double bestRate = SIZES.stream()
                .mapToDouble(size -> rate(measured, routes, rate, size))
                .max()
                .orElse(Double.NaN);
        double carried = CARRIED * Double.parseDouble(rate);
        if (bestRate < carried) {
            return bestRate / rate(measured, routes, rate, NATURAL);
        }
        double best = SIZES.stream()
                .filter(size -> rate(measured, routes, rate, size) >= carried)
                .mapToDouble(size -> mean(measured, routes, rate, size))
                .min()
                .orElse(Double.NaN);
        return mean(measured, routes, rate, NATURAL) / best;
    }

    @Override
    List<Panel> panels(Measured measured) {
        List<Panel> panels = new ArrayList<>();
        for (String routes : measured.values("routes")) {
            Map<String, NavigableMap<Double, Double>> latencies = new LinkedHashMap<>();
            for (String size : measured.values("b")) {
                latencies.put(
                        List.of(ORACLE, PUBLISHED, NATURAL, STOP_AND_WAIT).contains(size) ? size : "b = " + size,
                        measured.points("rate", rate -> mean(measured, routes, rate, size)));
            }
            panels.add(Panel.ofLines(
                    "Mean latency by " + ways(routes),
                    "events of " + eventBytes + " B per second",
                    "ms",
                    true,
                    true,
                    latencies));
        }
        return panels;
    }

    private static String ways(String routes) {
        return routes + (routes.equals("1") ? " route" : " routes");
    }

    @Override
    void addBars(Bars bars, Measured measured) {
        List<Double> overMean = new ArrayList<>();
        List<Double> overNatural = new ArrayList<>();
        for (String routes : measured.values("routes")) {
            for (String rate : measured.values("rate")) {
                double behind = behind(measured, routes, rate);
                double mean = SIZES.stream()
                        .mapToDouble(size -> mean(measured, routes, rate, size))
                        .average()
                        .orElse(Double.NaN);
                double natural = mean(measured, routes, rate, NATURAL);
                bars.atMost(ways(routes) + ", " + rate + "/s: over the best size", behind, 1.05, "");
                overNatural.add(mean(measured, routes, rate, ORACLE) / natural);
                if (Double.isFinite(behind) && Double.isFinite(mean)) {
                    overMean.add(natural / mean);
                }
            }
        }
        double average =
                overMean.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
        bars.atLeast("latency below the mean of the three sizes, all cells", 100 * (1 - average), 25, "%");
        bars.atMost(
                "the oracle's latency over that of natural batches, in the worst cell",
                Measured.most(overNatural),
                WORTH_AN_ORACLE,
                "");
        double most = measured.turns("", "", NATURAL).stream()
                .mapToDouble(line -> line.at(RATE).asDouble())
                .max()
                .orElse(Double.NaN);
        double single = rate(measured, "", "", STOP_AND_WAIT);
        bars.atLeast("the rate over one event at a time", most / single, 50, "times");
    }

    @Override
    MarkdownTable table(Measured measured) {
        Set<String> sizes = measured.values("b");
        MarkdownTable table = MarkdownTable.of(
                "routes|offered/s|" + String.join(": mean ms, carried/s|", sizes) + ": mean ms, carried/s");
        for (String routes : measured.values("routes")) {
            for (String rate : measured.values("rate")) {
                List<String> row = new ArrayList<>(List.of(rate));
                for (String size : sizes) {
                    row.add(measured.text(MEAN, routes, rate, size) + ", " + measured.text(RATE, routes, rate, size));
                }
                table.row(routes, row);
            }
        }
        return table;
    }
}
