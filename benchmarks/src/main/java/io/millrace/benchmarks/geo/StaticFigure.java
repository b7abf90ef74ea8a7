package io.millrace.benchmarks.geo;

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
import java.util.stream.DoubleStream;

/** Batches of fixed sizes beside the oracle, over rates and numbers of routes (JetStream's figures 9 and 10). */
final class StaticFigure implements Figure {

    private static final String NAME = "static";
    private static final String ORACLE = "oracle";
    private static final String STOP_AND_WAIT = "one at a time";
    private static final String PIPELINED = "1";
    private static final List<String> SIZES = List.of("10", "100", "1000");
    private static final List<Integer> RATES = List.of(500, 4_000, 30_000);
    private static final List<Integer> ROUTES = List.of(1, 3, 5);
    private static final int EVENT_BYTES = 224;

    /** With less of what is offered a cell is one of the rate, not of the latency. */
    private static final double CARRIED = 0.95;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "Fixed sizes of batches beside the oracle";
    }

    @Override
    public List<Cell> cells(Scale scale) {
        boolean quick = scale.quick();
        List<Cell> cells = new ArrayList<>();
        for (int routes : quick ? List.of(2) : ROUTES) {
            for (int rate : quick ? List.of(4_000) : RATES) {
                double seconds = quick ? 0.2 : 1.5;
                List<Phase> phases = List.of(
                        new Phase(Phase.WARM_UP, quick ? 0.2 : 0.8, rate), new Phase(Phase.PACED, seconds, rate));
                List<Cell> row = new ArrayList<>();
                for (String size : quick ? List.of("10") : SIZES) {
                    row.add(fixed(Integer.parseInt(size), routes, phases).label("b", size));
                }
                row.add(fixed(1, routes, phases).label("b", PIPELINED));
                row.add(Cell.of(Cell.Chooser.ORACLE, 1, routes, EVENT_BYTES, phases)
                        .label("b", ORACLE));
                if (rate == RATES.get(1)) {
                    row.add(Cell.of(Cell.Chooser.STOP_AND_WAIT, 1, routes, EVENT_BYTES, phases)
                            .label("b", STOP_AND_WAIT));
                }
                row.forEach(cell -> cells.add(cell.label("routes", routes).label("rate", rate)));
            }
        }
        return cells;
    }

    private static Cell fixed(int size, int routes, List<Phase> phases) {
        return Cell.of(Cell.Chooser.STATIC, size, routes, EVENT_BYTES, phases);
    }

    private static double value(Lines lines, String routes, String rate, String size, String what) {
        return lines.median(NAME, Map.of("routes", routes, "rate", rate, "b", size), "/target/paced/" + what);
    }

    /** How much worse the oracle is than the best size: 1 is as good. NaN if it was not measured. */
    private static double behind(Lines lines, String routes, String rate) {
        double oracleRate = value(lines, routes, rate, ORACLE, "per_second");
        double bestRate = SIZES.stream()
                .mapToDouble(size -> value(lines, routes, rate, size, "per_second"))
                .max()
                .orElse(Double.NaN);
        if (bestRate < CARRIED * Double.parseDouble(rate)) {
            return bestRate / oracleRate;
        }
        double best = SIZES.stream()
                .filter(size -> value(lines, routes, rate, size, "per_second") >= CARRIED * Double.parseDouble(rate))
                .mapToDouble(size -> value(lines, routes, rate, size, "mean_ms"))
                .min()
                .orElse(Double.NaN);
        return value(lines, routes, rate, ORACLE, "mean_ms") / best;
    }

    @Override
    public List<Panel> panels(Lines lines) {
        List<Panel> panels = new ArrayList<>();
        for (String routes : lines.values(NAME, "routes")) {
            Map<String, NavigableMap<Double, Double>> latencies = new LinkedHashMap<>();
            for (String size : lines.values(NAME, "b")) {
                NavigableMap<Double, Double> points = new TreeMap<>();
                for (String rate : lines.values(NAME, "rate")) {
                    double mean = value(lines, routes, rate, size, "mean_ms");
                    if (mean > 0) {
                        points.put(Double.valueOf(rate), mean);
                    }
                }
                latencies.put(size.equals(ORACLE) || size.equals(STOP_AND_WAIT) ? size : "b = " + size, points);
            }
            panels.add(Panel.ofLines(
                    "Mean latency by " + routes + (routes.equals("1") ? " route" : " routes"),
                    "events of 224 B per second",
                    "ms",
                    true,
                    true,
                    latencies));
        }
        return panels;
    }

    @Override
    public List<Bar> bars(Lines lines) {
        List<Bar> bars = new ArrayList<>();
        List<Double> overMean = new ArrayList<>();
        for (String routes : lines.values(NAME, "routes")) {
            for (String rate : lines.values(NAME, "rate")) {
                double behind = behind(lines, routes, rate);
                if (Double.isFinite(behind)) {
                    bars.add(new Bar(
                            routes + " routes, " + rate + "/s: the oracle over the best size", behind, 1.05, "", true));
                    double mean = SIZES.stream()
                            .mapToDouble(size -> value(lines, routes, rate, size, "mean_ms"))
                            .average()
                            .orElse(Double.NaN);
                    if (Double.isFinite(mean)) {
                        overMean.add(value(lines, routes, rate, ORACLE, "mean_ms") / mean);
                    }
                }
            }
        }
        if (!overMean.isEmpty()) {
            double average =
                    overMean.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
            bars.add(new Bar(
                    "latency below the mean of the three sizes, all cells", 100 * (1 - average), 25, "%", false));
        }
        double single = lines.median(NAME, Map.of("b", STOP_AND_WAIT), "/target/paced/per_second");
        double most = lines.of(NAME, Map.of("b", ORACLE)).stream()
                .flatMapToDouble(line ->
                        DoubleStream.of(line.at("/target/paced/per_second").asDouble()))
                .max()
                .orElse(Double.NaN);
        if (single > 0 && most > 0) {
            bars.add(new Bar("the oracle's rate over one event at a time", most / single, 50, "times", false));
        }
        return bars;
    }

    @Override
    public String table(Lines lines) {
        List<String> sizes = List.copyOf(lines.values(NAME, "b"));
        List<String> heads = new ArrayList<>(List.of("routes", "offered/s"));
        sizes.forEach(size -> heads.add(size + ": mean ms, carried/s"));
        Table table = new Table(heads.toArray(String[]::new));
        for (String routes : lines.values(NAME, "routes")) {
            for (String rate : lines.values(NAME, "rate")) {
                List<Object> row = new ArrayList<>(List.of(routes, rate));
                for (String size : sizes) {
                    row.add(Table.shorten(value(lines, routes, rate, size, "mean_ms")) + ", "
                            + Table.shorten(value(lines, routes, rate, size, "per_second")));
                }
                table.row(row);
            }
        }
        return table.toString();
    }
}
