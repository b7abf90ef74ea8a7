// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.MarkdownTable;
import io.millrace.benchmarks.report.Median;
import io.millrace.benchmarks.report.Panel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/** A rate that changes at random (JetStream's figure 12). */
final class VaryingFigure extends Figure {

    private static final String FIVE = "five routes, b=10";
    private static final List<String> LARGE = List.of("b=100", "b=1000");
    private static final String P99 = "/target/paced/p99_ms";
    private static final int ROUTES = 5;
    private static final int EVENT_BYTES = 224;
    private static final double LEAST = 500;
    private static final double MOST = 30_000;

    /** What connections and code need before they are as they stay. */
    private static final int WARM_UP_SECONDS = 3;

    /** The time before the first rate, so that the first cell has no colder connections and code than the next ones. */
    private static final int SETTLE_SECONDS = 2;

    VaryingFigure() {
        super("varying", "A rate that changes", "chooser");
    }

    @Override
    List<Cell> cells(Scale scale) {
        boolean quick = scale.quick();
        List<Phase> rates = quick
                ? Rates.random(2, 0.4, LEAST, 3_000)
                : Rates.random(scale.seconds() / scale.stepSeconds(), scale.stepSeconds(), LEAST, MOST);
        List<Phase> phases = new ArrayList<>();
        phases.add(new Phase("settle", SETTLE_SECONDS, rates.get(0).perSecond()));
        phases.addAll(rates);
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.of(Cell.Chooser.ORACLE, 1, ROUTES, EVENT_BYTES, phases).label("chooser", ORACLE));
        cells.add(
                Cell.of(Cell.Chooser.PUBLISHED, 1, ROUTES, EVENT_BYTES, phases).label("chooser", PUBLISHED));
        cells.add(Cell.of(Cell.Chooser.NATURAL, 1, ROUTES, EVENT_BYTES, phases).label("chooser", NATURAL));
        cells.add(fixed(10, phases).label("chooser", FIVE));
        if (!quick) {
            cells.add(fixed(100, phases).label("chooser", LARGE.get(0)));
            cells.add(fixed(1_000, phases).label("chooser", LARGE.get(1)));
        }
        return cells;
    }

    private static Cell fixed(int batch, List<Phase> phases) {
        return Cell.of(Cell.Chooser.STATIC, batch, ROUTES, EVENT_BYTES, phases);
    }

    /** A value of each second, the median of the turns. */
    private static NavigableMap<Double, Double> series(Measured measured, String chooser, String pointer, int column) {
        NavigableMap<Double, List<Double>> all = new TreeMap<>();
        for (JsonNode turn : measured.turns(chooser)) {
            Measured.series(turn, pointer, column)
                    .forEach((second, value) -> all.computeIfAbsent(second - SETTLE_SECONDS, any -> new ArrayList<>())
                            .add(value));
        }
        NavigableMap<Double, Double> medians = new TreeMap<>();
        all.tailMap(0.0).forEach((second, values) -> medians.put(second, Median.of(values)));
        return medians;
    }

    private static NavigableMap<Double, Double> p99s(Measured measured, String chooser) {
        return series(measured, chooser, "/target/seconds", 3);
    }

    /** The highest p99 of a second in a turn, the median of the turns. */
    private static double highestP99(Measured measured, String chooser) {
        return Median.of(measured.turns(chooser).stream()
                .map(turn -> Measured.most(Measured.series(turn, "/target/seconds", 3)
                        .tailMap((double) SETTLE_SECONDS)
                        .values()))
                .toList());
    }

    private static double routeSeconds(Measured measured, String chooser) {
        return series(measured, chooser, "/source/seconds", 1).values().stream()
                .mapToDouble(Double::doubleValue)
                .sum();
    }

    /** What was offered, latencies and routes over seconds, of a figure whose cells differ by their chooser. */
    static List<Panel> panels(Measured measured, String offering, Series series) {
        Set<String> choosers = measured.values("chooser");
        return List.of(
                Panel.ofLines(
                        "Events of 224 B",
                        "seconds",
                        "1/s",
                        false,
                        true,
                        Map.of("events", series.of(offering, "/target/seconds", 1))),
                Panel.ofLines(
                        "99th percentile of each second",
                        "seconds",
                        "ms",
                        false,
                        true,
                        Measured.each(choosers, chooser -> series.of(chooser, "/target/seconds", 3))),
                Panel.ofLines(
                        "Routes that are used",
                        "seconds",
                        "routes",
                        false,
                        false,
                        Measured.each(choosers, chooser -> series.of(chooser, "/source/seconds", 1))));
    }

    /** A value of each second of a chooser's cell. */
    interface Series {
        NavigableMap<Double, Double> of(String chooser, String pointer, int column);
    }

    @Override
    List<Panel> panels(Measured measured) {
        return panels(measured, NATURAL, (chooser, pointer, column) -> series(measured, chooser, pointer, column));
    }

    @Override
    void addBars(Bars bars, Measured measured) {
        NavigableMap<Double, Double> natural = p99s(measured, NATURAL);
        for (String large : LARGE) {
            NavigableMap<Double, Double> other = p99s(measured, large);
            double worst = Measured.most(natural.tailMap((double) WARM_UP_SECONDS).entrySet().stream()
                    .filter(second -> other.containsKey(second.getKey()))
                    .map(second -> second.getValue() / other.get(second.getKey()))
                    .toList());
            bars.atMost("p99 of a second over that of " + large + " in the same second, at most", worst, 1.1, "");
        }
        double share = routeSeconds(measured, NATURAL) / routeSeconds(measured, FIVE);
        bars.atLeast("route-seconds below those of five routes", 100 * (1 - share), 30, "%");
        double p99 = measured.median(P99, NATURAL);
        bars.atMost("p99 over that of five routes", p99 / measured.median(P99, FIVE), 1.1, "");
        double oracle = measured.median(P99, ORACLE) / p99;
        bars.atMost("the oracle's p99 over that of natural batches", oracle, WORTH_AN_ORACLE, "");
    }

    @Override
    MarkdownTable table(Measured measured) {
        MarkdownTable table = MarkdownTable.of("chooser|mean, ms|p50|p99|highest p99 of a second|route-seconds");
        for (String chooser : measured.values("chooser")) {
            table.row(
                    chooser,
                    measured.median("/target/paced/mean_ms", chooser),
                    measured.median("/target/paced/p50_ms", chooser),
                    measured.median(P99, chooser),
                    highestP99(measured, chooser),
                    routeSeconds(measured, chooser));
        }
        return table;
    }
}
