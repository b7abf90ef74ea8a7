package io.millrace.benchmarks.sweep;

import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.report.Bar;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** What is asked of a setting's figures. */
final class Bars {

    private static final double OF_BOUND = 0.9;
    private static final double OF_BOUND_IF_SHORT = 0.8;

    /** A message that costs less than so many times what the engine itself needs for it. */
    private static final double SHORT = 20;

    private static final int LARGE_BYTES = 1_000_000;
    private static final double OF_LINK = 0.9;
    private static final double OF_SLOT = 0.6;
    private static final int SMALL_BYTES = 100;
    private static final double SMALL_SHUFFLED_PER_SECOND = 500_000;
    private static final double SMALL_FIRST_IDLE_PER_SECOND = 50_000;
    private static final double OF_PEER = 0.95;
    private static final double LATENCY = 1.2;
    private static final double LATENCY_MILLIS = 2;

    private Bars() {}

    static List<Bar> of(Field field) {
        List<Bar> bars = new ArrayList<>();
        List<Field.Point> withCost = field.own().stream()
                .filter(point -> point.cell().costSeconds() > 0)
                .toList();
        lowest(bars, withCost.stream().filter(point -> !isShort(field, point)).toList(), "", OF_BOUND);
        lowest(bars, withCost.stream().filter(point -> isShort(field, point)).toList(), "short ", OF_BOUND_IF_SHORT);
        for (Field.Point point : field.own()) {
            if (point.cell().costSeconds() == 0) {
                large(point).ifPresent(bars::add);
                small(point).ifPresent(bars::add);
            }
        }
        latency(bars, field.own());
        peers(bars, field);
        return bars;
    }

    private static boolean isShort(Field field, Field.Point point) {
        return field.point(EngineCommand.MILLRACE, point.cell().bytes(), Work.of(0))
                .anyMatch(without -> 1 / point.bound() < SHORT / without.perSecond());
    }

    private static void lowest(List<Bar> bars, List<Field.Point> points, String which, double bound) {
        points.stream()
                .min(Comparator.comparing(Field.Point::ratio))
                .ifPresent(point -> bars.add(new Bar(
                        "lowest f/f* of " + points.size() + " " + which + "cells with work, "
                                + point.cell().name(),
                        point.ratio(),
                        bound,
                        "",
                        false)));
    }

    private static Optional<Bar> large(Field.Point point) {
        Cell cell = point.cell();
        if (cell.bytes() < LARGE_BYTES || cell.setting() == Setting.SLOTS) {
            return Optional.empty();
        }
        double bound = cell.setting() == Setting.LINK ? OF_LINK : OF_SLOT;
        return Optional.of(new Bar("f/f* of " + cell.name(), point.ratio(), bound, "", false));
    }

    private static Optional<Bar> small(Field.Point point) {
        Cell cell = point.cell();
        if (cell.bytes() != SMALL_BYTES || cell.setting() != Setting.SHM) {
            return Optional.empty();
        }
        double bound =
                cell.work().grouping() == Grouping.SHUFFLE ? SMALL_SHUFFLED_PER_SECOND : SMALL_FIRST_IDLE_PER_SECOND;
        return Optional.of(new Bar("messages of " + cell.name(), point.perSecond(), bound, "1/s", false));
    }

    private static double ofLatencyLimit(Field.Point point) {
        return point.number("half_p50_ms") / (LATENCY * 1e3 * point.leastSeconds() + LATENCY_MILLIS);
    }

    private static void latency(List<Bar> bars, List<Field.Point> points) {
        ToDoubleFunction<Field.Point> share = Bars::ofLatencyLimit;
        points.stream()
                .filter(point -> Double.isFinite(share.applyAsDouble(point)))
                .max(Comparator.comparingDouble(share))
                .ifPresent(point -> bars.add(new Bar(
                        "highest median latency at 0.5 f of its limit, 1.2 (c + s/B) + 2 ms, "
                                + point.cell().name(),
                        share.applyAsDouble(point),
                        1,
                        "",
                        true)));
    }

    private static void peers(List<Bar> bars, Field field) {
        for (Field.Point point : field.own()) {
            Cell cell = point.cell();
            field.engines().stream()
                    .filter(engine -> !engine.startsWith(EngineCommand.MILLRACE))
                    .flatMap(engine -> field.point(engine, cell.bytes(), cell.work()))
                    .max(Comparator.comparing(Field.Point::perSecond))
                    .ifPresent(best -> bars.add(new Bar(
                            "f of the best other engine's, " + cell.name(),
                            point.perSecond() / best.perSecond(),
                            OF_PEER,
                            "",
                            false)));
        }
    }
}
