package io.millrace.benchmarks.geo;

import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.Panel;
import io.millrace.benchmarks.report.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Copies for several destinations at one site, over their number and by strategy (JetStream's figure 11). */
final class MulticastFigure implements Figure {

    static final String DESTINATIONS = "destinations";
    static final String STRATEGY = "strategy";
    static final String AUTO = "auto";

    private static final String NAME = "multicast";
    static final String DIRECT = "direct";
    private static final String INTERMEDIATE = "intermediate";

    /** With batches of one size: what an event takes depends on the size that is chosen. */
    private static final String FIXED = "intermediate, b=10";

    private static final int FIXED_BATCH = 10;
    private static final String BETWEEN = "between the sites";
    private static final String PAIRS = "20 Mbit/s for each pair";
    private static final String SHARED = "20 Mbit/s in all";
    private static final int EVENT_BYTES = 224;
    private static final int PER_SECOND = 1_000;

    /** Until the oracle has measured, and copies that change their way have done so. */
    private static final String SETTLE = "settle";

    private static final double SMALL = 0.05;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "Copies for several destinations at one site";
    }

    @Override
    public List<Cell> cells(Scale scale) {
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
    public Bed bed(NetworkMaker network, boolean loopback, List<Cell> cells) throws IOException, InterruptedException {
        return MulticastBed.start(loopback, cells);
    }

    private static Map<String, String> labels(String between, String destinations, String strategy) {
        return Map.of(BETWEEN, between, DESTINATIONS, destinations, STRATEGY, strategy);
    }

    private static double mean(Lines lines, String between, String destinations, String strategy) {
        return lines.median(NAME, labels(between, destinations, strategy), "/target/paced/mean_ms");
    }

    private static double bytesPerEvent(Lines lines, String between, String destinations, String strategy) {
        Map<String, String> labels = labels(between, destinations, strategy);
        return lines.median(NAME, labels, "/source/phases/paced/bytes")
                / lines.median(NAME, labels, "/source/phases/paced/offered");
    }

    @Override
    public List<Panel> panels(Lines lines) {
        List<Panel> panels = new ArrayList<>();
        for (String between : lines.values(NAME, BETWEEN)) {
            Map<String, NavigableMap<Double, Double>> latency = new LinkedHashMap<>();
            Map<String, NavigableMap<Double, Double>> bytes = new LinkedHashMap<>();
            for (String strategy : lines.values(NAME, STRATEGY)) {
                NavigableMap<Double, Double> latencies = new TreeMap<>();
                NavigableMap<Double, Double> sent = new TreeMap<>();
                for (String destinations : lines.values(NAME, DESTINATIONS)) {
                    double mean = mean(lines, between, destinations, strategy);
                    if (mean > 0) {
                        latencies.put(Double.valueOf(destinations), mean);
                        sent.put(Double.valueOf(destinations), bytesPerEvent(lines, between, destinations, strategy));
                    }
                }
                latency.put(strategy, latencies);
                bytes.put(strategy, sent);
            }
            panels.add(Panel.ofLines("Mean latency, " + between, "destinations", "ms", false, false, latency));
            panels.add(
                    Panel.ofLines("Bytes out of an event, " + between, "destinations", "bytes", false, false, bytes));
        }
        return panels;
    }

    @Override
    public List<Bar> bars(Lines lines) {
        List<Bar> bars = new ArrayList<>();
        double furthest = Double.NaN;
        double worst = Double.NaN;
        for (String between : lines.values(NAME, BETWEEN)) {
            double one = bytesPerEvent(lines, between, "1", FIXED);
            for (String destinations : lines.values(NAME, DESTINATIONS)) {
                double sent = bytesPerEvent(lines, between, destinations, FIXED);
                furthest = greater(furthest, 100 * Math.abs(sent / one - 1));
                double better = Math.min(
                        mean(lines, between, destinations, DIRECT), mean(lines, between, destinations, INTERMEDIATE));
                worst = greater(worst, 100 * (mean(lines, between, destinations, AUTO) / better - 1));
            }
        }
        add(bars, "intermediate, b=10: bytes out of an event differ from those for one destination", furthest, 2);
        add(bars, "auto: latency above that of the better strategy, in the worst cell", worst, 100 * SMALL);
        return bars;
    }

    private static double greater(double before, double next) {
        return Double.isNaN(before) ? next : Double.isNaN(next) ? before : Math.max(before, next);
    }

    private static void add(List<Bar> bars, String what, double value, double bound) {
        if (Double.isFinite(value)) {
            bars.add(new Bar(what, value, bound, "%", true));
        }
    }

    @Override
    public String table(Lines lines) {
        Table table = new Table(
                BETWEEN, DESTINATIONS, STRATEGY, "b", "mean, ms", "p99", "bytes out of an event", "chosen at the end");
        for (String between : lines.values(NAME, BETWEEN)) {
            for (String destinations : lines.values(NAME, DESTINATIONS)) {
                for (String strategy : lines.values(NAME, STRATEGY)) {
                    Map<String, String> labels = labels(between, destinations, strategy);
                    if (mean(lines, between, destinations, strategy) > 0) {
                        table.row(
                                between,
                                destinations,
                                strategy,
                                lines.median(NAME, labels, "/source/batch"),
                                mean(lines, between, destinations, strategy),
                                lines.median(NAME, labels, "/target/paced/p99_ms"),
                                bytesPerEvent(lines, between, destinations, strategy),
                                lines.of(NAME, labels)
                                        .get(0)
                                        .at("/source/strategy")
                                        .asText());
                    }
                }
            }
        }
        return table.toString();
    }
}
