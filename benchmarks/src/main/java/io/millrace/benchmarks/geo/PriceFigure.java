// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.MarkdownTable;
import io.millrace.benchmarks.report.Panel;
import io.millrace.transport.geo.model.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** What a budget buys: money beside latency and rate, for each objective. */
final class PriceFigure extends Figure {

    private static final String ANY = "any";
    private static final String PACED = "/source/phases/paced/";
    private static final int EVENT_BYTES = 800;
    private static final int PER_SECOND = 5_000;
    private static final int ROUTES = 5;

    /** About what clouds ask for traffic between continents, and for a small machine. */
    private static final double GIGABYTE = 0.09;

    private static final double RELAY_HOUR = 0.10;

    /** The budgets per hour; the first is about what the bytes of one route cost, 0 is any. */
    private static final List<Double> BUDGETS = List.of(0.8, 1.2, 1.5, 1.8, 0.0);

    /** The time over which a budget holds. */
    private static final int BUDGET_SECONDS = 60;

    private static final double SECONDS_OF_HOUR = 3_600;
    private static final double CLOSE = 10;

    PriceFigure() {
        super("price", "What a budget buys", "objective", "budget");
    }

    @Override
    List<Cell> cells(Scale scale) {
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
                        .label("budget", budget == 0 ? ANY : MarkdownTable.shorten(budget)));
            }
        }
        return cells;
    }

    private static double perSecond(JsonNode line, String what) {
        return line.at(PACED + what).asDouble() / line.at(PACED + "seconds").asDouble();
    }

    /** @param what money that was spent, or expected */
    private static double perHour(Measured measured, String what, String... cell) {
        return measured.median(PACED + what, cell) / measured.median(PACED + "seconds", cell) * SECONDS_OF_HOUR;
    }

    @Override
    List<Panel> panels(Measured measured) {
        return List.of(
                Panel.ofLines(
                        "Money over latency", "mean, ms", "money per hour", true, false, money(measured, "mean_ms")),
                Panel.ofLines(
                        "Money over the rate",
                        "events/s",
                        "money per hour",
                        false,
                        false,
                        money(measured, "per_second")));
    }

    private static Map<String, NavigableMap<Double, Double>> money(Measured measured, String over) {
        return Measured.each(measured.values("objective"), objective -> {
            NavigableMap<Double, Double> line = new TreeMap<>();
            for (String budget : measured.values("budget")) {
                double spent = perHour(measured, "money", objective, budget);
                if (Double.isFinite(spent)) {
                    line.put(measured.median("/target/paced/" + over, objective, budget), spent);
                }
            }
            return line;
        });
    }

    @Override
    void addBars(Bars bars, Measured measured) {
        double bytes = 0;
        double money = 0;
        double over = 0;
        for (JsonNode line : measured.turns()) {
            bytes = Math.max(bytes, off(perSecond(line, "expected_bytes"), perSecond(line, "bytes")));
            money = Math.max(money, off(perSecond(line, "expected_money"), perSecond(line, "money")));
            String budget = line.at("/labels/budget").asText();
            if (!budget.equals(ANY)) {
                over = Math.max(over, mostOfAMinute(line) / (Double.parseDouble(budget) / SECONDS_OF_HOUR));
            }
        }
        bars.atMost("bytes predicted and counted differ by", bytes, CLOSE, "%");
        bars.atMost("money predicted and counted differs by", money, CLOSE, "%");
        bars.atMost("the dearest 60 s, or shorter cell, over the budget", over, 1, "times");
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
    MarkdownTable table(Measured measured) {
        MarkdownTable table =
                MarkdownTable.of("objective|budget per hour|spent per hour / predicted|routes|b|events/s|mean, ms");
        for (String objective : measured.values("objective")) {
            for (String budget : measured.values("budget")) {
                table.row(
                        objective,
                        budget,
                        MarkdownTable.shorten(perHour(measured, "money", objective, budget)) + " / "
                                + MarkdownTable.shorten(perHour(measured, "expected_money", objective, budget)),
                        measured.median("/source/chosen/routes", objective, budget),
                        measured.median("/source/chosen/batch", objective, budget),
                        measured.median("/target/paced/per_second", objective, budget),
                        measured.median("/target/paced/mean_ms", objective, budget));
            }
        }
        return table;
    }
}
