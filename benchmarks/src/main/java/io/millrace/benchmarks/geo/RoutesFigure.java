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

/** The rate over the number of routes, and where they do not help (JetStream's figure 13). */
final class RoutesFigure implements Figure {

    private static final String NAME = "routes";
    private static final String RELAYS = "relays";
    private static final String LOSS = "loss";
    private static final String SHARED = "shared";
    private static final String ALONE = "shared, one route";
    private static final String LEARNED = "learned";
    private static final String RATE = "/target/flood/per_second";
    private static final int EVENT_BYTES = 800;
    private static final int BATCH = 50;
    private static final double MEGA = 1e6;

    /** Seconds until a channel must have found that nothing helps. */
    private static final int FOUND = 30;

    /** Seconds over which a rate is taken: deliveries come in bursts. */
    private static final int SPAN = 3;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "The rate over the number of routes";
    }

    @Override
    public List<Cell> cells(Scale scale) {
        boolean quick = scale.quick();
        List<Cell> cells = new ArrayList<>();
        for (int routes : quick ? List.of(1, 3) : List.of(1, 2, 3, 5, 6)) {
            cells.add(fixed(RELAYS, routes, quick ? 0.3 : 1.2, quick ? 0.4 : 2.5));
        }
        cells.add(learning(LEARNED, quick ? 2 : Network.MOST_ROUTES, quick ? 1 : 35));
        cells.add(fixed(ALONE, 1, quick ? 0.3 : 1.2, quick ? 0.3 : 2.5).under(Conditions.SHARED));
        cells.add(learning(SHARED, quick ? 2 : Network.MOST_ROUTES, quick ? 1 : 40)
                .under(Conditions.SHARED));
        for (int routes : quick ? List.of(2) : List.of(1, 3, 6)) {
            cells.add(fixed(LOSS, routes, quick ? 0.3 : 1.5, quick ? 0.3 : 5)
                    .under(Conditions.LOSS)
                    .byConnections());
        }
        return cells;
    }

    private static Cell fixed(String kind, int routes, double warmUp, double seconds) {
        List<Phase> phases = List.of(Phase.flood(Phase.WARM_UP, warmUp), Phase.flood(Phase.FLOOD, seconds));
        return Cell.of(Cell.Chooser.STATIC, BATCH, routes, EVENT_BYTES, phases)
                .label("kind", kind)
                .label("routes", routes);
    }

    private static Cell learning(String kind, int routes, double seconds) {
        return Cell.of(Cell.Chooser.LEARNING, 1, routes, EVENT_BYTES, List.of(Phase.flood(Phase.FLOOD, seconds)))
                .label("kind", kind)
                .label("routes", routes);
    }

    private static double rate(Lines lines, String kind, int routes) {
        return lines.median(NAME, Map.of("kind", kind, "routes", Integer.toString(routes)), RATE);
    }

    @Override
    public List<Panel> panels(Lines lines) {
        Map<String, NavigableMap<Double, Double>> rates = new LinkedHashMap<>();
        for (String kind : List.of(RELAYS, LOSS)) {
            NavigableMap<Double, Double> points = new TreeMap<>();
            for (int routes = 1; routes <= Network.MOST_ROUTES; routes++) {
                double rate = rate(lines, kind, routes);
                if (rate > 0) {
                    points.put((double) routes, rate * EVENT_BYTES / MEGA);
                }
            }
            rates.put(kind.equals(LOSS) ? "connections, 1 % loss, reno" : kind, points);
        }
        List<Panel> panels = new ArrayList<>();
        panels.add(Panel.ofLines("Most that routes carry", "routes", "MB/s of events", false, false, rates));
        Map<String, NavigableMap<Double, Double>> used = new LinkedHashMap<>();
        Map<String, NavigableMap<Double, Double>> sent = new LinkedHashMap<>();
        for (String kind : List.of(LEARNED, SHARED)) {
            List<JsonNode> turns = lines.of(NAME, Map.of("kind", kind));
            if (!turns.isEmpty()) {
                used.put(kind, series(turns.get(0), 1, 1));
                sent.put(kind, series(turns.get(0), 3, 1 / MEGA));
            }
        }
        panels.add(Panel.ofLines("Routes that are used", "seconds", "routes", false, false, used));
        panels.add(Panel.ofLines("Sent", "seconds", "MB/s", false, false, sent));
        return panels;
    }

    private static NavigableMap<Double, Double> series(JsonNode line, int column, double factor) {
        NavigableMap<Double, Double> points = new TreeMap<>();
        line.at("/source/seconds")
                .forEach(second ->
                        points.put(second.get(0).asDouble(), second.get(column).asDouble() * factor));
        return points;
    }

    /** The least of what arrived within any {@link #SPAN} seconds after the first ones, events per second. */
    private static double least(JsonNode line) {
        List<Double> seconds = new ArrayList<>();
        line.at("/target/seconds").forEach(second -> seconds.add(second.get(1).asDouble()));
        double least = Double.NaN;
        for (int i = SPAN; i + SPAN < seconds.size(); i++) {
            double mean = seconds.subList(i, i + SPAN).stream()
                            .mapToDouble(Double::doubleValue)
                            .sum()
                    / SPAN;
            least = Double.isNaN(least) ? mean : Math.min(least, mean);
        }
        return least;
    }

    @Override
    public List<Bar> bars(Lines lines) {
        List<Bar> bars = new ArrayList<>();
        double one = rate(lines, RELAYS, 1);
        add(bars, "3 routes over one", rate(lines, RELAYS, 3) / one, 2.7, "times", false);
        add(bars, "5 routes over one", rate(lines, RELAYS, 5) / one, 4.5, "times", false);
        double connections = Math.max(rate(lines, LOSS, 3), rate(lines, LOSS, 6));
        add(bars, "1 % loss: further connections over one", connections / rate(lines, LOSS, 1), 2, "times", false);
        List<JsonNode> shared = lines.of(NAME, Map.of("kind", SHARED));
        double last = shared.stream()
                .flatMap(line -> series(line, 1, 1).tailMap((double) FOUND).values().stream())
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(Double.NaN);
        add(bars, "shared bottleneck: most routes after 30 s", last, 1, "", true);
        double least = shared.stream().mapToDouble(RoutesFigure::least).min().orElse(Double.NaN);
        add(
                bars,
                "shared bottleneck: the worst " + SPAN + " s over one route",
                100 * least / rate(lines, ALONE, 1),
                95,
                "%",
                false);
        return bars;
    }

    private static void add(List<Bar> bars, String what, double value, double bound, String unit, boolean atMost) {
        if (Double.isFinite(value)) {
            bars.add(new Bar(what, value, bound, unit, atMost));
        }
    }

    @Override
    public String table(Lines lines) {
        Table table = new Table("what", "routes", "events/s", "MB/s of events", "times one route");
        for (String kind : lines.values(NAME, "kind")) {
            for (String routes : lines.values(NAME, "routes")) {
                double rate = rate(lines, kind, Integer.parseInt(routes));
                if (Double.isFinite(rate)) {
                    double one = rate(lines, kind.equals(LOSS) ? LOSS : RELAYS, 1);
                    table.row(kind, routes, rate, rate * EVENT_BYTES / MEGA, rate / one);
                }
            }
        }
        return table.toString();
    }
}
