// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.MarkdownTable;
import io.millrace.benchmarks.report.Panel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The events of a monitoring system, with a relay to each of five routes beside the direct one (JetStream's figure 14).
 */
final class ReplayFigure extends Figure {

    private static final String LEARNING = "oracle, learned routes";
    private static final String KNOWING = "oracle, known routes";
    private static final String NATURAL_LEARNING = "natural, learned routes";
    private static final String NATURAL_KNOWING = "natural, known routes";
    private static final String P99 = "/target/paced/p99_ms";
    private static final List<Integer> SIZES = List.of(100, 10_000);
    private static final Map<String, Cell.Chooser> CHOOSERS = choosers();
    private static final int EVENT_BYTES = 224;

    /** The events of the whole, in {@value #ALL_SECONDS} s: a part has as many per second. */
    private static final double EVENTS = 1_100_000;

    private static final double ALL_SECONDS = 300;
    private static final double STEP_SECONDS = 1;

    ReplayFigure() {
        super("replay", "Events of a monitoring system", "chooser");
    }

    private static Map<String, Cell.Chooser> choosers() {
        Map<String, Cell.Chooser> choosers = new LinkedHashMap<>();
        choosers.put(NATURAL_LEARNING, Cell.Chooser.NATURAL_LEARNING);
        choosers.put(NATURAL_KNOWING, Cell.Chooser.NATURAL_KNOWING);
        choosers.put(LEARNING, Cell.Chooser.LEARNING);
        choosers.put(KNOWING, Cell.Chooser.KNOWING);
        choosers.put(NATURAL, Cell.Chooser.NATURAL);
        choosers.put(PUBLISHED, Cell.Chooser.PUBLISHED);
        return choosers;
    }

    @Override
    List<Cell> cells(Scale scale) {
        boolean quick = scale.quick();
        List<Phase> phases = quick
                ? Rates.monitoring(4, 0.2, 1_000)
                : Rates.monitoring(scale.seconds(), STEP_SECONDS, EVENTS * scale.seconds() / ALL_SECONDS);
        List<Cell> cells = new ArrayList<>();
        CHOOSERS.forEach((name, chooser) -> cells.add(
                Cell.of(chooser, 1, Network.MOST_ROUTES, EVENT_BYTES, phases).label("chooser", name)));
        for (int size : quick ? List.of(100) : SIZES) {
            cells.add(Cell.of(Cell.Chooser.STATIC, size, Network.MOST_ROUTES, EVENT_BYTES, phases)
                    .label("chooser", "b=" + size));
        }
        return cells;
    }

    private static double mostRoutes(Measured measured, String chooser) {
        return Measured.most(measured.turns(chooser).stream()
                .flatMap(line -> Measured.series(line, "/source/seconds", 1).values().stream())
                .toList());
    }

    @Override
    List<Panel> panels(Measured measured) {
        String first = measured.values("chooser").iterator().next();
        return VaryingFigure.panels(
                measured,
                first,
                (chooser, pointer, column) ->
                        Measured.series(measured.turns(chooser).get(0), pointer, column));
    }

    @Override
    void addBars(Bars bars, Measured measured) {
        for (String chooser : List.of(NATURAL_LEARNING, NATURAL_KNOWING)) {
            double p99 = measured.median(P99, chooser);
            bars.atMost(chooser + ": p99 over that of b=100", p99 / measured.median(P99, "b=100"), 0.5, "");
            bars.atMost(chooser + ": p99 over that of b=10000", p99 / measured.median(P99, "b=10000"), 0.1, "");
        }
        addOracle(bars, measured, LEARNING, NATURAL_LEARNING);
        addOracle(bars, measured, KNOWING, NATURAL_KNOWING);
        bars.atMost("most routes of six", mostRoutes(measured, NATURAL_LEARNING), 3, "");
    }

    private static void addOracle(Bars bars, Measured measured, String oracle, String natural) {
        double over = measured.median(P99, oracle) / measured.median(P99, natural);
        bars.atMost(oracle + ": p99 over that of natural batches", over, WORTH_AN_ORACLE, "");
    }

    @Override
    MarkdownTable table(Measured measured) {
        MarkdownTable table = MarkdownTable.of("chooser|events|mean, ms|p50|p99|most routes");
        for (String chooser : measured.values("chooser")) {
            table.row(
                    chooser,
                    measured.median("/target/paced/events", chooser),
                    measured.median("/target/paced/mean_ms", chooser),
                    measured.median("/target/paced/p50_ms", chooser),
                    measured.median(P99, chooser),
                    mostRoutes(measured, chooser));
        }
        return table;
    }
}
