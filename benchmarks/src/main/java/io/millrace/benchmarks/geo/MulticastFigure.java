// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.MarkdownTable;
import io.millrace.benchmarks.report.Panel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Copies for several destinations at one site, over their number and by strategy (JetStream's figure 11). */
final class MulticastFigure extends Figure {

    static final String DESTINATIONS = "destinations";
    static final String STRATEGY = "strategy";
    static final String AUTO = "auto";

    static final String DIRECT = "direct";
    private static final String INTERMEDIATE = "intermediate";

    /** The label of batches of one size: what an event takes depends on the size that is chosen. */
    private static final String FIXED = "intermediate, b=10";

    private static final int FIXED_BATCH = 10;
    private static final String BETWEEN = "between the sites";
    private static final String PAIRS = "20 Mbit/s for each pair";
    private static final String SHARED = "20 Mbit/s in all";
    private static final String MEAN = "/target/paced/mean_ms";
    private static final int EVENT_BYTES = 224;
    private static final int PER_SECOND = 1_000;

    /** The phase until the oracle has measured, and copies that change their way have done so. */
    private static final String SETTLE = "settle";

    private static final double SMALL = 0.05;

    MulticastFigure() {
        super("multicast", "Copies for several destinations at one site", BETWEEN, DESTINATIONS, STRATEGY);
    }

    @Override
    List<Cell> cells(Scale scale) {
        boolean quick = scale.quick();
        List<Phase> phases = List.of(
                new Phase(SETTLE, quick ? 0.5 : 3, PER_SECOND), new Phase(Phase.PACED, quick ? 0.4 : 3, PER_SECOND));
        List<Cell> cells = new ArrayList<>();
        for (Conditions conditions :
                quick ? List.of(Conditions.SHARED) : List.of(Conditions.PLAIN, Conditions.SHARED)) {
            for (int destinations : quick ? List.of(1, 2) : List.of(1, 2, 4, 8)) {
                for (String strategy : List.of(DIRECT, INTERMEDIATE, FIXED, AUTO)) {
                    boolean fixed = strategy.equals(FIXED);
                    cells.add(Cell.of(
                                    fixed ? Cell.Chooser.STATIC : Cell.Chooser.ORACLE,
                                    fixed ? FIXED_BATCH : 1,
                                    1,
                                    EVENT_BYTES,
                                    phases)
                            .label(BETWEEN, conditions == Conditions.SHARED ? SHARED : PAIRS)
                            .label(DESTINATIONS, destinations)
                            .label(STRATEGY, strategy)
                            .under(conditions));
                }
            }
        }
        return cells;
    }

    @Override
    Bed bed(NetworkMaker network, boolean loopback, List<Cell> cells) throws IOException, InterruptedException {
        return MulticastBed.start(loopback, cells);
    }

    private static double bytesPerEvent(Measured measured, String... cell) {
        return measured.median("/source/phases/paced/bytes", cell)
                / measured.median("/source/phases/paced/offered", cell);
    }

    @Override
    List<Panel> panels(Measured measured) {
        List<Panel> panels = new ArrayList<>();
        Set<String> strategies = measured.values(STRATEGY);
        for (String between : measured.values(BETWEEN)) {
            panels.add(Panel.ofLines(
                    "Mean latency, " + between,
                    "destinations",
                    "ms",
                    false,
                    false,
                    Measured.each(
                            strategies,
                            strategy -> measured.points(
                                    DESTINATIONS, number -> measured.median(MEAN, between, number, strategy)))));
            panels.add(Panel.ofLines(
                    "Bytes out of an event, " + between,
                    "destinations",
                    "bytes",
                    false,
                    false,
                    Measured.each(
                            strategies,
                            strategy -> measured.points(
                                    DESTINATIONS, number -> bytesPerEvent(measured, between, number, strategy)))));
        }
        return panels;
    }

    @Override
    void addBars(Bars bars, Measured measured) {
        double furthest = Double.NaN;
        double worst = Double.NaN;
        for (String between : measured.values(BETWEEN)) {
            double one = bytesPerEvent(measured, between, "1", FIXED);
            for (String destinations : measured.values(DESTINATIONS)) {
                double sent = bytesPerEvent(measured, between, destinations, FIXED);
                furthest = Measured.greater(furthest, 100 * Math.abs(sent / one - 1));
                double better = Math.min(
                        measured.median(MEAN, between, destinations, DIRECT),
                        measured.median(MEAN, between, destinations, INTERMEDIATE));
                double auto = measured.median(MEAN, between, destinations, AUTO);
                worst = Measured.greater(worst, 100 * (auto / better - 1));
            }
        }
        String bytes = "intermediate, b=10: bytes out of an event differ from those for one destination";
        bars.atMost(bytes, furthest, 2, "%");
        bars.atMost("auto: latency above that of the better strategy, in the worst cell", worst, 100 * SMALL, "%");
    }

    @Override
    MarkdownTable table(Measured measured) {
        MarkdownTable table = new MarkdownTable(
                BETWEEN, DESTINATIONS, STRATEGY, "b", "mean, ms", "p99", "bytes out of an event", "chosen at the end");
        for (String between : measured.values(BETWEEN)) {
            for (String destinations : measured.values(DESTINATIONS)) {
                for (String strategy : measured.values(STRATEGY)) {
                    String[] cell = {between, destinations, strategy};
                    if (measured.median(MEAN, cell) > 0) {
                        table.row(
                                between,
                                destinations,
                                strategy,
                                measured.median("/source/batch", cell),
                                measured.median(MEAN, cell),
                                measured.median("/target/paced/p99_ms", cell),
                                bytesPerEvent(measured, cell),
                                measured.turns(cell)
                                        .get(0)
                                        .at("/source/strategy")
                                        .asText());
                    }
                }
            }
        }
        return table;
    }
}
