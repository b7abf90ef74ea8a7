package io.millrace.benchmarks.geo;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.Panel;
import io.millrace.benchmarks.report.Table;
import io.millrace.transport.geo.model.Limits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** What a budget buys: money beside latency and rate, for each objective. */
final class PriceFigure implements Figure {

    private static final String NAME = "price";
    private static final String ANY = "any";
    private static final int EVENT_BYTES = 800;
    private static final int PER_SECOND = 5_000;
    private static final int ROUTES = 5;

    /** About what clouds ask for traffic between continents, and for a small machine. */
    private static final double GIGABYTE = 0.09;

    private static final double RELAY_HOUR = 0.10;

    /** Per hour; the first is about what the bytes of one route cost, 0 is any. */
    private static final List<Double> BUDGETS = List.of(0.8, 1.2, 1.5, 1.8, 0.0);

    /** The time over which a budget holds. */
    private static final int BUDGET_SECONDS = 60;

    private static final double SECONDS_OF_HOUR = 3_600;
    private static final double CLOSE = 10;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "What a budget buys";
    }

    @Override
    public List<Cell> cells(Scale scale) {
        boolean quick = scale.quick();
        List<Cell> cells = new ArrayList<>();
        for (Limits.Objective objective :
                quick ? List.of(Limits.Objective.LATENCY) : List.of(Limits.Objective.values())) {
            for (double budget : quick ? List.of(0.8, 0.0) : BUDGETS) {
                boolean tight = budget == BUDGETS.get(0) && objective == Limits.Objective.LATENCY;
                double seconds = tight ? BUDGET_SECONDS + 2 : 2.5;
                List<Phase> phases = List.of(
                        new Phase(Phase.WARM_UP, quick ? 0.3 : 1, PER_SECOND),
                        new Phase(Phase.PACED, quick ? 0.5 : seconds, PER_SECOND));
                cells.add(Cell.of(Cell.Chooser.ORACLE, 1, ROUTES, EVENT_BYTES, phases)
                        .price(new Cell.Price(GIGABYTE, RELAY_HOUR, budget, objective))
                        .label("objective", objective.name().toLowerCase(Locale.ROOT))
                        .label("budget", budget == 0 ? ANY : Table.shorten(budget)));
            }
        }
        return cells;
    }

    private static double value(Lines lines, String objective, String budget, String pointer) {
        return lines.median(NAME, Map.of("objective", objective, "budget", budget), pointer);
    }

    private static double perSecond(JsonNode line, String what) {
        return line.at("/source/phases/paced/" + what).asDouble()
                / line.at("/source/phases/paced/seconds").asDouble();
    }

    /** @param what money that was spent, or expected */
    private static double perHour(Lines lines, String objective, String budget, String what) {
        return value(lines, objective, budget, "/source/phases/paced/" + what)
                / value(lines, objective, budget, "/source/phases/paced/seconds")
                * SECONDS_OF_HOUR;
    }

    @Override
    public List<Panel> panels(Lines lines) {
        Map<String, NavigableMap<Double, Double>> latencies = new LinkedHashMap<>();
        Map<String, NavigableMap<Double, Double>> rates = new LinkedHashMap<>();
        for (String objective : lines.values(NAME, "objective")) {
            NavigableMap<Double, Double> latency = new TreeMap<>();
            NavigableMap<Double, Double> rate = new TreeMap<>();
            for (String budget : lines.values(NAME, "budget")) {
                double spent = perHour(lines, objective, budget, "money");
                if (Double.isFinite(spent)) {
                    latency.put(value(lines, objective, budget, "/target/paced/mean_ms"), spent);
                    rate.put(value(lines, objective, budget, "/target/paced/per_second"), spent);
                }
            }
            latencies.put(objective, latency);
            rates.put(objective, rate);
        }
        return List.of(
                Panel.ofLines("Money over latency", "mean, ms", "money per hour", true, false, latencies),
                Panel.ofLines("Money over the rate", "events/s", "money per hour", false, false, rates));
    }

    @Override
    public List<Bar> bars(Lines lines) {
        double bytes = 0;
        double money = 0;
        double over = 0;
        for (JsonNode line : lines.of(NAME)) {
            bytes = Math.max(bytes, off(perSecond(line, "expected_bytes"), perSecond(line, "bytes")));
            money = Math.max(money, off(perSecond(line, "expected_money"), perSecond(line, "money")));
            String budget = line.at("/labels/budget").asText();
            if (!budget.equals(ANY)) {
                over = Math.max(over, mostOfAMinute(line) / (Double.parseDouble(budget) / SECONDS_OF_HOUR));
            }
        }
        return List.of(
                new Bar("bytes predicted and counted differ by", bytes, CLOSE, "%", true),
                new Bar("money predicted and counted differs by", money, CLOSE, "%", true),
                new Bar("the dearest 60 s, or shorter cell, over the budget", over, 1, "times", true));
    }

    /** The most money per second within any {@value #BUDGET_SECONDS} s, or of all if it was shorter. */
    private static double mostOfAMinute(JsonNode line) {
        List<Double> money = new ArrayList<>();
        line.at("/source/seconds")
                .forEach(second -> money.add(second.get(RouteUse.MONEY).asDouble()));
        if (money.size() <= BUDGET_SECONDS) {
            return perSecond(line, "money");
        }
        double most = 0;
        for (int i = 0; i + BUDGET_SECONDS <= money.size(); i++) {
            double sum = money.subList(i, i + BUDGET_SECONDS).stream()
                    .mapToDouble(Double::doubleValue)
                    .sum();
            most = Math.max(most, sum / BUDGET_SECONDS);
        }
        return most;
    }

    private static double off(double predicted, double counted) {
        return 100 * Math.abs(predicted / counted - 1);
    }

    @Override
    public String table(Lines lines) {
        Table table = new Table(
                "objective", "budget per hour", "spent per hour / predicted", "routes", "b", "events/s", "mean, ms");
        for (String objective : lines.values(NAME, "objective")) {
            for (String budget : lines.values(NAME, "budget")) {
                table.row(
                        objective,
                        budget,
                        Table.shorten(perHour(lines, objective, budget, "money")) + " / "
                                + Table.shorten(perHour(lines, objective, budget, "expected_money")),
                        value(lines, objective, budget, "/source/chosen/routes"),
                        value(lines, objective, budget, "/source/chosen/batch"),
                        value(lines, objective, budget, "/target/paced/per_second"),
                        value(lines, objective, budget, "/target/paced/mean_ms"));
            }
        }
        return table.toString();
    }
}
