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

/** The events of a monitoring system, with a relay to each of five routes beside the direct one (JetStream's figure 14). */
final class ReplayFigure implements Figure {

    private static final String NAME = "replay";
    private static final String LEARNING = "oracle, learned routes";
    private static final List<Integer> SIZES = List.of(100, 10_000);
    private static final int EVENT_BYTES = 224;
    /** Of all, in {@value #ALL_SECONDS} s: a part has as many per second. */
    private static final double EVENTS = 1_100_000;

    private static final double ALL_SECONDS = 300;
    private static final double STEP_SECONDS = 1;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "Events of a monitoring system";
    }

    @Override
    public List<Cell> cells(Scale scale) {
        boolean quick = scale.quick();
        List<Phase> phases = quick
                ? Rates.monitoring(4, 0.2, 1_000)
                : Rates.monitoring(scale.seconds(), STEP_SECONDS, EVENTS * scale.seconds() / ALL_SECONDS);
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.of(Cell.Chooser.LEARNING, 1, Network.MOST_ROUTES, EVENT_BYTES, phases)
                .label("chooser", LEARNING));
        for (int size : quick ? List.of(100) : SIZES) {
            cells.add(Cell.of(Cell.Chooser.STATIC, size, Network.MOST_ROUTES, EVENT_BYTES, phases)
                    .label("chooser", "b=" + size));
        }
        return cells;
    }

    private static double p99(Lines lines, String chooser) {
        return lines.median(NAME, Map.of("chooser", chooser), "/target/paced/p99_ms");
    }

    private static NavigableMap<Double, Double> series(JsonNode line, String pointer, int column) {
        NavigableMap<Double, Double> points = new TreeMap<>();
        line.at(pointer)
                .forEach(second ->
                        points.put(second.get(0).asDouble(), second.get(column).asDouble()));
        return points;
    }

    private static double mostRoutes(Lines lines, String chooser) {
        return lines.of(NAME, Map.of("chooser", chooser)).stream()
                .flatMap(line -> series(line, "/source/seconds", 1).values().stream())
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(Double.NaN);
    }

    @Override
    public List<Panel> panels(Lines lines) {
        Map<String, NavigableMap<Double, Double>> offered = new LinkedHashMap<>();
        Map<String, NavigableMap<Double, Double>> latencies = new LinkedHashMap<>();
        Map<String, NavigableMap<Double, Double>> used = new LinkedHashMap<>();
        for (String chooser : lines.values(NAME, "chooser")) {
            JsonNode line = lines.of(NAME, Map.of("chooser", chooser)).get(0);
            offered.putIfAbsent("events", series(line, "/target/seconds", 1));
            latencies.put(chooser, series(line, "/target/seconds", 3));
            used.put(chooser, series(line, "/source/seconds", 1));
        }
        return List.of(
                Panel.ofLines("Events of 224 B", "seconds", "1/s", false, true, offered),
                Panel.ofLines("99th percentile of each second", "seconds", "ms", false, true, latencies),
                Panel.ofLines("Routes that are used", "seconds", "routes", false, false, used));
    }

    @Override
    public List<Bar> bars(Lines lines) {
        List<Bar> bars = new ArrayList<>();
        double oracle = p99(lines, LEARNING);
        add(bars, "p99 over that of b=100", oracle / p99(lines, "b=100"), 0.5);
        add(bars, "p99 over that of b=10000", oracle / p99(lines, "b=10000"), 0.1);
        add(bars, "most routes of six", mostRoutes(lines, LEARNING), 3);
        return bars;
    }

    private static void add(List<Bar> bars, String what, double value, double bound) {
        if (Double.isFinite(value)) {
            bars.add(new Bar(what, value, bound, "", true));
        }
    }

    @Override
    public String table(Lines lines) {
        Table table = new Table("chooser", "events", "mean, ms", "p50", "p99", "most routes");
        for (String chooser : lines.values(NAME, "chooser")) {
            Map<String, String> labels = Map.of("chooser", chooser);
            table.row(
                    chooser,
                    lines.median(NAME, labels, "/target/paced/events"),
                    lines.median(NAME, labels, "/target/paced/mean_ms"),
                    lines.median(NAME, labels, "/target/paced/p50_ms"),
                    p99(lines, chooser),
                    mostRoutes(lines, chooser));
        }
        return table.toString();
    }
}
