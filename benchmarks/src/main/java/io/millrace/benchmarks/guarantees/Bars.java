package io.millrace.benchmarks.guarantees;

import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** What of the bounds the figures meet. A cell without both of the figures that are compared has no bar. */
final class Bars {

    private static final String AT_MOST_ONCE = Promise.atMostOnce().name();
    private static final String WITH_STATE = Promise.atMostOnce().withState().name();
    private static final String AT_LEAST_ONCE = Promise.atLeastOnce().name();
    private static final String EXACTLY_ONCE = Plan.barPromise().name();
    private static final String OVERTAKING = Promise.exactlyOnce(1_000, 0).name();

    private static final double THROUGHPUT_PERCENT = 95;
    private static final double SMALL_STATE_RISE_MILLIS = 0.2;
    private static final double P50_PERCENT = 105;
    private static final double OFFERED_PERCENT = 99;
    private static final double OVERTAKING_RISE_MILLIS = 5;
    private static final double SNAPSHOT_MILLIS = 20;
    private static final double PAIRS_PERCENT = 1;
    private static final double LARGE_STATE_RISE_MILLIS = 10;
    private static final double STOP_MILLIS = 20;
    private static final double GAP_MILLIS = 1_500;

    private final Figures figures;
    private final List<Bar> bars = new ArrayList<>();

    private Bars(Figures figures) {
        this.figures = figures;
    }

    static List<Bar> of(Figures figures) {
        Bars all = new Bars(figures);
        all.throughput();
        all.latency();
        all.peers();
        all.depth();
        all.pairs();
        all.state();
        all.kill();
        all.visible();
        all.hosts(RttPart.RTT);
        all.hosts(RttPart.PRESETS);
        return List.copyOf(all.bars);
    }

    private OptionalDouble median(String part, String cell, String mode, String figure) {
        return figures.median(part, cell, mode, figure);
    }

    private void bar(String what, OptionalDouble value, OptionalDouble bound, String unit, boolean atMost) {
        if (value.isPresent() && bound.isPresent()) {
            bars.add(new Bar(what, value.getAsDouble(), bound.getAsDouble(), unit, atMost));
        }
    }

    private static OptionalDouble percent(OptionalDouble value, OptionalDouble of) {
        return value.isPresent() && of.isPresent()
                ? OptionalDouble.of(100 * value.getAsDouble() / of.getAsDouble())
                : OptionalDouble.empty();
    }

    private static OptionalDouble difference(OptionalDouble value, OptionalDouble from) {
        return value.isPresent() && from.isPresent()
                ? OptionalDouble.of(value.getAsDouble() - from.getAsDouble())
                : OptionalDouble.empty();
    }

    private static OptionalDouble bound(double value) {
        return OptionalDouble.of(value);
    }

    private void throughput() {
        String part = MacroPart.THROUGHPUT;
        for (String cell : figures.cells(part)) {
            OptionalDouble exactly = median(part, cell, EXACTLY_ONCE, MacroPart.TUPLES);
            for (String other : List.of(AT_MOST_ONCE, WITH_STATE)) {
                OptionalDouble share = percent(exactly, median(part, cell, other, MacroPart.TUPLES));
                bar(cell + ", exactly-once of " + other, share, bound(THROUGHPUT_PERCENT), "%", false);
            }
            OptionalDouble perCore = percent(
                    median(part, cell, EXACTLY_ONCE, MacroPart.TUPLES_PER_CORE),
                    median(part, cell, AT_MOST_ONCE, MacroPart.TUPLES_PER_CORE));
            bar(cell + ", exactly-once of at-most-once, per core", perCore, bound(THROUGHPUT_PERCENT), "%", false);
            OptionalDouble share = percent(exactly, median(part, cell, AT_LEAST_ONCE, MacroPart.TUPLES));
            bar(cell + ", exactly-once of at-least-once", share, bound(100), "%", false);
        }
    }

    private void latency() {
        String part = MacroPart.LATENCY;
        for (String cell : figures.cells(part)) {
            for (String other : List.of(AT_MOST_ONCE, WITH_STATE)) {
                rise(part, cell, other, SMALL_STATE_RISE_MILLIS);
                OptionalDouble share = percent(
                        median(part, cell, EXACTLY_ONCE, MacroPart.P50), median(part, cell, other, MacroPart.P50));
                bar(cell + ", p50 of that of " + other, share, bound(P50_PERCENT), "%", true);
            }
        }
    }

    private void rise(String part, String cell, String other, double millis) {
        OptionalDouble rise =
                difference(median(part, cell, EXACTLY_ONCE, MacroPart.P99), median(part, cell, other, MacroPart.P99));
        bar(cell + ", p99 above that of " + other, rise, bound(millis), "ms", true);
    }

    private void peers() {
        String part = MacroPart.PEERS;
        for (String cell : figures.cells(part)) {
            for (String mode : figures.modes(part, cell)) {
                String engine = mode.substring(0, mode.indexOf(' '));
                if (engine.equals(MacroPart.MILLRACE)) {
                    continue;
                }
                String own = MacroPart.MILLRACE + mode.substring(engine.length());
                OptionalDouble p99 = median(part, cell, own, MacroPart.P99);
                if (p99.isPresent()) {
                    bar(cell + ", p99 beside " + mode, p99, median(part, cell, mode, MacroPart.P99), "ms", true);
                } else {
                    OptionalDouble tuples = median(part, cell, own, MacroPart.TUPLES);
                    OptionalDouble theirs = median(part, cell, mode, MacroPart.TUPLES);
                    bar(cell + ", tuples beside " + mode, tuples, theirs, "1/s", false);
                }
            }
        }
    }

    private void depth() {
        for (String cell : figures.cells(DepthPart.NAME)) {
            OptionalDouble total = median(DepthPart.NAME, cell, EXACTLY_ONCE, SnapshotPhases.TOTAL);
            bar(cell + ", snapshot", total, bound(SNAPSHOT_MILLIS), "ms", true);
        }
    }

    private void pairs() {
        OptionalDouble all = snapshotsCpu(PairsPart.CELL, PairsPart.CPU);
        bar(PairsPart.CELL + ", snapshots", all, bound(PAIRS_PERCENT), "% of a core", true);
        OptionalDouble barriers = difference(
                snapshotsCpu(PairsPart.CELL, PairsPart.CPU_COMPILED),
                snapshotsCpu(PairsPart.FEW_CELL, PairsPart.CPU_COMPILED));
        bar(
                PairsPart.CELL + ", barriers (beyond snapshots of 4 pairs, without compilers)",
                barriers,
                bound(PAIRS_PERCENT),
                "% of a core",
                true);
    }

    private OptionalDouble snapshotsCpu(String cell, String figure) {
        return difference(
                median(PairsPart.NAME, cell, EXACTLY_ONCE, figure), median(PairsPart.NAME, cell, AT_MOST_ONCE, figure));
    }

    private void state() {
        rise(StatePart.NAME, StatePart.SMALL, WITH_STATE, SMALL_STATE_RISE_MILLIS);
        rise(StatePart.NAME, StatePart.LARGE, WITH_STATE, LARGE_STATE_RISE_MILLIS);
        OptionalDouble copy = median(StatePart.NAME, StatePart.LARGE, EXACTLY_ONCE, SnapshotPhases.COPY_LONGEST);
        bar(StatePart.LARGE + ", longest capture of a task", copy, bound(STOP_MILLIS), "ms", true);
    }

    private void kill() {
        OptionalDouble gap = median(KillPart.NAME, StatePart.LARGE, EXACTLY_ONCE, KillPart.GAP);
        bar("kill -9 of a worker, " + StatePart.LARGE + ", sink gap", gap, bound(GAP_MILLIS), "ms", true);
    }

    private void visible() {
        String part = VisiblePart.NAME;
        for (String cell : figures.cells(part)) {
            for (String mode : figures.modes(part, cell)) {
                OptionalDouble snapshot = median(part, cell, mode, SnapshotPhases.TOTAL);
                OptionalDouble interval = median(part, cell, mode, VisiblePart.INTERVAL);
                if (snapshot.isPresent() && interval.isPresent()) {
                    double bound = snapshot.getAsDouble() + interval.getAsDouble() + SNAPSHOT_MILLIS;
                    bar(cell + " " + mode + ", p99", median(part, cell, mode, MacroPart.P99), bound(bound), "ms", true);
                }
            }
        }
    }

    private void hosts(String part) {
        for (String cell : figures.cells(part)) {
            for (String mode : figures.modes(part, cell)) {
                OptionalDouble offered = median(part, cell, mode, RttPart.OFFERED);
                bar(
                        part + " " + cell + " " + mode + ", of the offered rate",
                        offered,
                        bound(OFFERED_PERCENT),
                        "%",
                        false);
                if (!mode.startsWith(Promise.Mode.EXACTLY_ONCE.text())) {
                    continue;
                }
                double oneWay = median(part, cell, mode, RttPart.GREATEST_RTT).orElse(0) / 2;
                double hops = median(part, cell, mode, RttPart.HOPS).orElse(0);
                String what = part + " " + cell + " " + mode;
                // The trigger to the sources, and the hops
                OptionalDouble captured = median(part, cell, mode, SnapshotPhases.SLOWEST);
                double way = (hops + 1) * oneWay;
                bar(what + ", all captured", captured, bound(way + SNAPSHOT_MILLIS), "ms", true);
                // Then the report, the order to commit, and the answer
                OptionalDouble snapshot = median(part, cell, mode, SnapshotPhases.TOTAL);
                way += 3 * oneWay;
                bar(what + ", snapshot", snapshot, bound(way + SNAPSHOT_MILLIS), "ms", true);
                OptionalDouble rise = difference(
                        median(part, cell, mode, MacroPart.P99), median(part, cell, AT_MOST_ONCE, MacroPart.P99));
                double most = mode.equals(OVERTAKING) ? OVERTAKING_RISE_MILLIS : hops * oneWay;
                if (mode.equals(OVERTAKING) || mode.equals(EXACTLY_ONCE)) {
                    bar(what + ", p99 above at-most-once", rise, bound(most), "ms", true);
                }
            }
        }
    }
}
