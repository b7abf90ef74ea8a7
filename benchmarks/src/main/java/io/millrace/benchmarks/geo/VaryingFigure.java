package io.millrace.benchmarks.geo;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.Median;
import io.millrace.benchmarks.report.Panel;
import io.millrace.benchmarks.report.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** A rate that changes at random (JetStream's figure 12). */
final class VaryingFigure implements Figure {

    private static final String NAME = "varying";
    private static final String ORACLE = "oracle";
    private static final String FIVE = "five routes, b=10";
    private static final List<String> LARGE = List.of("b=100", "b=1000");
    private static final int ROUTES = 5;
    private static final int EVENT_BYTES = 224;
    private static final double LEAST = 500;
    private static final double MOST = 30_000;

    /** What connections and code need before they are as they stay. */
    private static final int WARM_UP_SECONDS = 3;

    /** Before the first rate, so that the cell that comes first has no colder connections and code than the next ones. */
    private static final int SETTLE_SECONDS = 2;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "A rate that changes";
    }

    @Override
    public List<Cell> cells(Scale scale) {
        boolean quick = scale.quick();
        List<Phase> rates = quick
                ? Rates.random(2, 0.4, LEAST, 3_000)
                : Rates.random(scale.seconds() / scale.stepSeconds(), scale.stepSeconds(), LEAST, MOST);
        List<Phase> phases = new ArrayList<>();
        phases.add(new Phase("settle", SETTLE_SECONDS, rates.get(0).perSecond()));
        phases.addAll(rates);
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.of(Cell.Chooser.ORACLE, 1, ROUTES, EVENT_BYTES, phases).label("chooser", ORACLE));
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
    private static NavigableMap<Double, Double> series(Lines lines, String chooser, String pointer, int column) {
        NavigableMap<Double, List<Double>> all = new TreeMap<>();
        for (JsonNode line : lines.of(NAME, Map.of("chooser", chooser))) {
            line.at(pointer)
                    .forEach(second -> all.computeIfAbsent(
                                    second.get(0).asDouble() - SETTLE_SECONDS, any -> new ArrayList<>())
                            .add(second.get(column).asDouble()));
        }
        NavigableMap<Double, Double> medians = new TreeMap<>();
        all.tailMap(0.0).forEach((second, values) -> medians.put(second, Median.of(values)));
        return medians;
    }

    private static NavigableMap<Double, Double> p99s(Lines lines, String chooser) {
        return series(lines, chooser, "/target/seconds", 3);
    }

    private static NavigableMap<Double, Double> routes(Lines lines, String chooser) {
        return series(lines, chooser, "/source/seconds", 1);
    }

    private static double routeSeconds(Lines lines, String chooser) {
        return routes(lines, chooser).values().stream()
                .mapToDouble(Double::doubleValue)
                .sum();
    }

    private static double p99(Lines lines, String chooser) {
        return lines.median(NAME, Map.of("chooser", chooser), "/target/paced/p99_ms");
    }

    @Override
    public List<Panel> panels(Lines lines) {
        Map<String, NavigableMap<Double, Double>> offered = new LinkedHashMap<>();
        Map<String, NavigableMap<Double, Double>> latencies = new LinkedHashMap<>();
        Map<String, NavigableMap<Double, Double>> used = new LinkedHashMap<>();
        offered.put("events", series(lines, ORACLE, "/target/seconds", 1));
        for (String chooser : lines.values(NAME, "chooser")) {
            latencies.put(chooser, p99s(lines, chooser));
            used.put(chooser, routes(lines, chooser));
        }
        return List.of(
                Panel.ofLines("Events of 224 B", "seconds", "1/s", false, true, offered),
                Panel.ofLines("99th percentile of each second", "seconds", "ms", false, true, latencies),
                Panel.ofLines("Routes that are used", "seconds", "routes", false, false, used));
    }

    @Override
    public List<Bar> bars(Lines lines) {
        List<Bar> bars = new ArrayList<>();
        NavigableMap<Double, Double> oracle = p99s(lines, ORACLE);
        for (String large : LARGE) {
            NavigableMap<Double, Double> other = p99s(lines, large);
            double worst = oracle.tailMap((double) WARM_UP_SECONDS).entrySet().stream()
                    .filter(second -> other.containsKey(second.getKey()))
                    .mapToDouble(second -> second.getValue() / other.get(second.getKey()))
                    .max()
                    .orElse(Double.NaN);
            if (Double.isFinite(worst)) {
                bars.add(new Bar("the worst second's p99 over that of " + large, worst, 1.1, "", true));
            }
        }
        double five = routeSeconds(lines, FIVE);
        if (five > 0) {
            bars.add(new Bar(
                    "route-seconds below those of five routes",
                    100 * (1 - routeSeconds(lines, ORACLE) / five),
                    30,
                    "%",
                    false));
        }
        double overFive = p99(lines, ORACLE) / p99(lines, FIVE);
        if (Double.isFinite(overFive)) {
            bars.add(new Bar("p99 over that of five routes", overFive, 1.1, "", true));
        }
        return bars;
    }

    @Override
    public String table(Lines lines) {
        Table table = new Table("chooser", "mean, ms", "p50", "p99", "worst second's p99", "route-seconds");
        for (String chooser : lines.values(NAME, "chooser")) {
            Map<String, String> labels = Map.of("chooser", chooser);
            table.row(
                    chooser,
                    lines.median(NAME, labels, "/target/paced/mean_ms"),
                    lines.median(NAME, labels, "/target/paced/p50_ms"),
                    p99(lines, chooser),
                    p99s(lines, chooser).values().stream()
                            .mapToDouble(Double::doubleValue)
                            .max()
                            .orElse(Double.NaN),
                    routeSeconds(lines, chooser));
        }
        return table.toString();
    }
}
