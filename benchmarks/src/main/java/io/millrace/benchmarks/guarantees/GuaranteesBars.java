// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.guarantees;

import io.millrace.benchmarks.macro.Measurement;
import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.netlab.NetlabResult;
import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.Figures;
import java.util.List;

/** What of the bounds the figures meet. A cell without both of the figures that are compared has no bar. */
final class GuaranteesBars {

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
    private final Bars bars = new Bars();

    private GuaranteesBars(Figures figures) {
        this.figures = figures;
    }

    static List<Bar> of(Figures figures) {
        return of(figures, Plan.PARTS);
    }

    /** The bounds of some parts. */
    static List<Bar> of(Figures figures, List<String> parts) {
        GuaranteesBars all = new GuaranteesBars(figures);
        parts.forEach(all::add);
        return all.bars.all();
    }

    private void add(String part) {
        switch (part) {
            case MacroPart.THROUGHPUT -> throughput();
            case MacroPart.LATENCY -> latency();
            case MacroPart.PEERS -> peers();
            case DepthPart.NAME -> depth();
            case PairsPart.NAME -> pairs();
            case StatePart.NAME -> state();
            case KillPart.NAME -> kill();
            case VisiblePart.NAME -> visible();
            default -> hosts(part);
        }
    }

    private double median(String part, String cell, String mode, String figure) {
        return figures.median(part, cell, mode, figure);
    }

    private void throughput() {
        String part = MacroPart.THROUGHPUT;
        for (String cell : figures.cells(part)) {
            for (String other : List.of(AT_MOST_ONCE, WITH_STATE)) {
                double share = percent(part, cell, other, Measurement.TUPLES);
                bars.atLeast(cell + ", exactly-once of " + other, share, THROUGHPUT_PERCENT, "%");
            }
            double perCore = percent(part, cell, AT_MOST_ONCE, Measurement.TUPLES_PER_CORE);
            bars.atLeast(cell + ", exactly-once of at-most-once, per core", perCore, THROUGHPUT_PERCENT, "%");
            double share = percent(part, cell, AT_LEAST_ONCE, Measurement.TUPLES);
            bars.atLeast(cell + ", exactly-once of at-least-once", share, 100, "%");
        }
    }

    /** What exactly-once has of another mode's figure. */
    private double percent(String part, String cell, String other, String figure) {
        return 100 * median(part, cell, EXACTLY_ONCE, figure) / median(part, cell, other, figure);
    }

    private void latency() {
        String part = MacroPart.LATENCY;
        for (String cell : figures.cells(part)) {
            for (String other : List.of(AT_MOST_ONCE, WITH_STATE)) {
                rise(part, cell, other, SMALL_STATE_RISE_MILLIS);
                double share = percent(part, cell, other, Measurement.P50);
                bars.atMost(cell + ", p50 of that of " + other, share, P50_PERCENT, "%");
            }
        }
    }

    private void rise(String part, String cell, String other, double millis) {
        double rise = median(part, cell, EXACTLY_ONCE, Measurement.P99) - median(part, cell, other, Measurement.P99);
        bars.atMost(cell + ", p99 above that of " + other, rise, millis, "ms");
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
                double p99 = median(part, cell, own, Measurement.P99);
                if (Double.isNaN(p99)) {
                    double tuples = median(part, cell, own, Measurement.TUPLES);
                    double theirs = median(part, cell, mode, Measurement.TUPLES);
                    bars.atLeast(cell + ", tuples beside " + mode, tuples, theirs, "1/s");
                } else {
                    bars.atMost(cell + ", p99 beside " + mode, p99, median(part, cell, mode, Measurement.P99), "ms");
                }
            }
        }
    }

    private void depth() {
        for (String cell : figures.cells(DepthPart.NAME)) {
            double total = median(DepthPart.NAME, cell, EXACTLY_ONCE, SnapshotPhases.TOTAL);
            bars.atMost(cell + ", snapshot", total, SNAPSHOT_MILLIS, "ms");
        }
    }

    private void pairs() {
        double all = snapshotsCpu(PairsPart.CELL, PairsPart.CPU);
        bars.atMost(PairsPart.CELL + ", snapshots", all, PAIRS_PERCENT, "% of a core");
        double barriers = snapshotsCpu(PairsPart.CELL, PairsPart.CPU_COMPILED)
                - snapshotsCpu(PairsPart.FEW_CELL, PairsPart.CPU_COMPILED);
        String what = PairsPart.CELL + ", barriers (beyond snapshots of 4 pairs, without compilers)";
        bars.atMost(what, barriers, PAIRS_PERCENT, "% of a core");
    }

    private double snapshotsCpu(String cell, String figure) {
        return median(PairsPart.NAME, cell, EXACTLY_ONCE, figure) - median(PairsPart.NAME, cell, AT_MOST_ONCE, figure);
    }

    private void state() {
        rise(StatePart.NAME, StatePart.SMALL, WITH_STATE, SMALL_STATE_RISE_MILLIS);
        rise(StatePart.NAME, StatePart.LARGE, WITH_STATE, LARGE_STATE_RISE_MILLIS);
        double copy = median(StatePart.NAME, StatePart.LARGE, EXACTLY_ONCE, SnapshotPhases.COPY_LONGEST);
        bars.atMost(StatePart.LARGE + ", longest capture of a task", copy, STOP_MILLIS, "ms");
    }

    private void kill() {
        double gap = median(KillPart.NAME, StatePart.LARGE, EXACTLY_ONCE, KillPart.GAP);
        bars.atMost("kill -9 of a worker, " + StatePart.LARGE + ", sink gap", gap, GAP_MILLIS, "ms");
    }

    private void visible() {
        String part = VisiblePart.NAME;
        for (String cell : figures.cells(part)) {
            for (String mode : figures.modes(part, cell)) {
                double snapshot = median(part, cell, mode, SnapshotPhases.TOTAL);
                double interval = median(part, cell, mode, VisiblePart.INTERVAL);
                double p99 = median(part, cell, mode, Measurement.P99);
                bars.atMost(cell + " " + mode + ", p99", p99, snapshot + interval + SNAPSHOT_MILLIS, "ms");
            }
        }
    }

    private void hosts(String part) {
        for (String cell : figures.cells(part)) {
            for (String mode : figures.modes(part, cell)) {
                String what = part + " " + cell + " " + mode;
                double offered = median(part, cell, mode, NetlabResult.OFFERED);
                bars.atLeast(what + ", of the offered rate", offered, OFFERED_PERCENT, "%");
                if (mode.startsWith(Promise.Mode.EXACTLY_ONCE.text())) {
                    snapshots(part, cell, mode, what);
                }
            }
        }
    }

    private void snapshots(String part, String cell, String mode, String what) {
        double oneWay = median(part, cell, mode, RttPart.GREATEST_RTT) / 2;
        double hops = median(part, cell, mode, RttPart.HOPS);
        // The trigger to the sources, and the hops
        double way = (hops + 1) * oneWay;
        double captured = median(part, cell, mode, SnapshotPhases.SLOWEST);
        bars.atMost(what + ", all captured", captured, way + SNAPSHOT_MILLIS, "ms");
        // The report, the order to commit, and the answer come next
        way += 3 * oneWay;
        double snapshot = median(part, cell, mode, SnapshotPhases.TOTAL);
        bars.atMost(what + ", snapshot", snapshot, way + SNAPSHOT_MILLIS, "ms");
        if (mode.equals(OVERTAKING) || mode.equals(EXACTLY_ONCE)) {
            double rise = median(part, cell, mode, Measurement.P99) - median(part, cell, AT_MOST_ONCE, Measurement.P99);
            double most = mode.equals(OVERTAKING) ? OVERTAKING_RISE_MILLIS : hops * oneWay;
            bars.atMost(what + ", p99 above at-most-once", rise, most, "ms");
        }
    }
}
