// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.MarkdownTable;
import io.millrace.benchmarks.report.Panel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The rate over the number of routes, and where they do not help (JetStream's figure 13). */
final class RoutesFigure extends Figure {

    private static final String RELAYS = "relays";
    private static final String LOSS = "loss";
    private static final String SHARED = "shared";
    private static final String ALONE = "shared, one route";
    private static final String LEARNED = "learned";
    private static final String RATE = "/target/flood/per_second";
    private static final String SECONDS = "/source/seconds";
    private static final int EVENT_BYTES = 800;
    private static final int BATCH = 50;
    private static final double MEGA = 1e6;

    /** Seconds until a channel must have found that nothing helps. */
    private static final int FOUND = 30;

    /** Seconds over which a rate is taken: deliveries come in bursts. */
    private static final int SPAN = 3;

    RoutesFigure() {
        super("routes", "The rate over the number of routes", "kind", "routes");
    }

    @Override
    List<Cell> cells(Scale scale) {
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

    private static double rate(Measured measured, String kind, int routes) {
        return measured.median(RATE, kind, Integer.toString(routes));
    }

    @Override
    List<Panel> panels(Measured measured) {
        Map<String, NavigableMap<Double, Double>> rates = new LinkedHashMap<>();
        for (String kind : List.of(RELAYS, LOSS)) {
            NavigableMap<Double, Double> points = new TreeMap<>();
            for (int routes = 1; routes <= Network.MOST_ROUTES; routes++) {
                double rate = rate(measured, kind, routes);
                if (rate > 0) {
                    points.put((double) routes, rate * EVENT_BYTES / MEGA);
                }
            }
            rates.put(kind.equals(LOSS) ? "connections, 1 % loss, reno" : kind, points);
        }
        Map<String, NavigableMap<Double, Double>> used = new LinkedHashMap<>();
        Map<String, NavigableMap<Double, Double>> sent = new LinkedHashMap<>();
        for (String kind : List.of(LEARNED, SHARED)) {
            measured.turns(kind).stream().findFirst().ifPresent(turn -> {
                used.put(kind, Measured.series(turn, SECONDS, 1));
                sent.put(kind, Measured.series(turn, SECONDS, 3));
                sent.get(kind).replaceAll((second, bytes) -> bytes / MEGA);
            });
        }
        return List.of(
                Panel.ofLines("Most that routes carry", "routes", "MB/s of events", false, false, rates),
                Panel.ofLines("Routes that are used", "seconds", "routes", false, false, used),
                Panel.ofLines("Sent", "seconds", "MB/s", false, false, sent));
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
    void addBars(Bars bars, Measured measured) {
        double one = rate(measured, RELAYS, 1);
        bars.atLeast("3 routes over one", rate(measured, RELAYS, 3) / one, 2.7, "times");
        bars.atLeast("5 routes over one", rate(measured, RELAYS, 5) / one, 4.5, "times");
        double connections = Math.max(rate(measured, LOSS, 3), rate(measured, LOSS, 6)) / rate(measured, LOSS, 1);
        bars.atLeast("1 % loss: further connections over one", connections, 2, "times");
        List<JsonNode> shared = measured.turns(SHARED);
        double last = Measured.most(shared.stream()
                .flatMap(line -> Measured.series(line, SECONDS, 1).tailMap((double) FOUND).values().stream())
                .toList());
        bars.atMost("shared bottleneck: most routes after 30 s", last, 1, "");
        double least = shared.stream().mapToDouble(RoutesFigure::least).min().orElse(Double.NaN);
        String worst = "shared bottleneck: the worst " + SPAN + " s over one route";
        bars.atLeast(worst, 100 * least / rate(measured, ALONE, 1), 95, "%");
    }

    @Override
    MarkdownTable table(Measured measured) {
        MarkdownTable table = MarkdownTable.of("what|routes|events/s|MB/s of events|times one route");
        for (String kind : measured.values("kind")) {
            for (String routes : measured.values("routes")) {
                double rate = measured.median(RATE, kind, routes);
                if (Double.isFinite(rate)) {
                    double one = rate(measured, kind.equals(LOSS) ? LOSS : RELAYS, 1);
                    table.row(kind, routes, rate, rate * EVENT_BYTES / MEGA, rate / one);
                }
            }
        }
        return table;
    }
}
