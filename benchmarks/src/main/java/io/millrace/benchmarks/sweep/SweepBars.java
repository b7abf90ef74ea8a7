// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Bars;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** What is asked of a setting's figures. */
final class SweepBars {

    private static final double OF_BOUND = 0.9;
    private static final double OF_BOUND_IF_SHORT = 0.8;

    /** A message that costs less than so many times what the engine itself needs for it. */
    private static final double SHORT = 20;

    private static final int LARGE_BYTES = 1_000_000;

    /** The share of the bound without work, where the bound is that of the way to the engines. */
    private static final Map<Setting, Double> OF_WAY = Map.of(Setting.LINK, 0.9, Setting.SHM, 0.6);

    private static final int SMALL_BYTES = 100;
    private static final double SMALL_SHUFFLED_PER_SECOND = 500_000;
    private static final double SMALL_FIRST_IDLE_PER_SECOND = 50_000;
    private static final double OF_PEER = 0.95;
    private static final double LATENCY = 1.2;
    private static final double LATENCY_MILLIS = 2;

    private final Field field;
    private final Bars bars = new Bars();

    private SweepBars(Field field) {
        this.field = field;
    }

    static List<Bar> of(Field field) {
        SweepBars all = new SweepBars(field);
        List<Field.Point> own = field.own();
        List<Field.Point> withCost =
                own.stream().filter(point -> point.cell().costSeconds() > 0).toList();
        all.lowest(withCost.stream().filter(point -> !all.isShort(point)).toList(), "", OF_BOUND);
        all.lowest(withCost.stream().filter(all::isShort).toList(), "short ", OF_BOUND_IF_SHORT);
        own.stream().filter(point -> point.cell().costSeconds() == 0).forEach(all::withoutCost);
        all.latency(own);
        own.forEach(all::peers);
        return all.bars.all();
    }

    private boolean isShort(Field.Point point) {
        return field.point(EngineCommand.MILLRACE, point.cell().bytes(), Work.of(0))
                .anyMatch(without -> 1 / point.bound() < SHORT / without.perSecond());
    }

    private void lowest(List<Field.Point> points, String which, double bound) {
        points.stream().min(Comparator.comparing(Field.Point::ratio)).ifPresent(point -> {
            String cells = points.size() + " " + which + "cells with work, "
                    + point.cell().name();
            bars.atLeast("lowest f/f* of " + cells, point.ratio(), bound, "");
        });
    }

    private void withoutCost(Field.Point point) {
        Cell cell = point.cell();
        if (cell.bytes() >= LARGE_BYTES && OF_WAY.containsKey(cell.setting())) {
            bars.atLeast("f/f* of " + cell.name(), point.ratio(), OF_WAY.get(cell.setting()), "");
        }
        if (cell.bytes() == SMALL_BYTES && cell.setting() == Setting.SHM) {
            boolean shuffled = cell.work().grouping() == Grouping.SHUFFLE;
            double bound = shuffled ? SMALL_SHUFFLED_PER_SECOND : SMALL_FIRST_IDLE_PER_SECOND;
            bars.atLeast("messages of " + cell.name(), point.perSecond(), bound, "1/s");
        }
    }

    private static double ofLatencyLimit(Field.Point point) {
        return point.number("half_p50_ms") / (LATENCY * 1e3 * point.leastSeconds() + LATENCY_MILLIS);
    }

    private void latency(List<Field.Point> points) {
        points.stream()
                .filter(point -> Double.isFinite(ofLatencyLimit(point)))
                .max(Comparator.comparingDouble(SweepBars::ofLatencyLimit))
                .ifPresent(point -> bars.atMost(
                        "highest median latency at 0.5 f of its limit, 1.2 (c + s/B) + 2 ms, "
                                + point.cell().name(),
                        ofLatencyLimit(point),
                        1,
                        ""));
    }

    private void peers(Field.Point point) {
        Cell cell = point.cell();
        field.engines().stream()
                .filter(engine -> !engine.startsWith(EngineCommand.MILLRACE))
                .flatMap(engine -> field.point(engine, cell.bytes(), cell.work()))
                .max(Comparator.comparing(Field.Point::perSecond))
                .ifPresent(best -> bars.atLeast(
                        "f of the best other engine's, " + cell.name(),
                        point.perSecond() / best.perSecond(),
                        OF_PEER,
                        ""));
    }
}
