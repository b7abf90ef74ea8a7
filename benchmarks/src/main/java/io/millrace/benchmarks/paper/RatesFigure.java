// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.MarkdownTable;
import io.millrace.benchmarks.report.Panel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;

/**
 * Latency within a node over the rate, by a connection and by the ring: the rate grows until the connection's 99th
 * percentile has risen tenfold, which is its knee.
 */
final class RatesFigure extends PaperFigure {

    private static final List<Integer> SIZES = List.of(10, 40, 320);

    /** The rate up to which the paper's curves go, which is measured too for its sizes. */
    private static final long PUBLISHED_RATE = 3_000;

    private static final List<Integer> PUBLISHED_SIZES = List.of(10, 40);

    private static final double FIRST_RATE = 100;
    private static final double STEP = 1.5;

    /** About 58,000 per second: no connection is expected to have no knee until then. */
    private static final int MOST_STEPS = 16;

    private static final int QUICK_STEPS = 2;

    /** A guess, for the time that it takes. */
    private static final int USUAL_STEPS = 12;

    private static final double KNEE_LOWER_PERCENT = 99.3;

    RatesFigure() {
        super(
                "ts-8b",
                new Source(
                        TURBOSTREAM,
                        "Fig. 2c and 8b",
                        "Netty's latency at 3,000/s, with serialization, is 11.4 ms at 10 KB and 192 ms at 40 KB; the"
                                + " ring lowers it by at least 45.64 %, and by 99.3 % at the knee"),
                "Latency between two workers of a node over the rate");
    }

    static long rate(int step) {
        return Math.round(FIRST_RATE * Math.pow(STEP, step));
    }

    @Override
    int cells() {
        return 2 * (SIZES.size() * USUAL_STEPS + PUBLISHED_SIZES.size());
    }

    @Override
    void measure(Run run) throws IOException, InterruptedException {
        boolean quick = run.scale().quick();
        for (int size : quick ? SIZES.subList(0, 1) : SIZES) {
            int steps = quick ? QUICK_STEPS : MOST_STEPS;
            for (int step = 0; step < steps && !(rate(step - 1) >= knee(run.lines(), size)); step++) {
                run.measure(this, NodeLinks.both(run.scale(), size, rate(step)));
            }
            if (!quick && PUBLISHED_SIZES.contains(size)) {
                run.measure(this, NodeLinks.both(run.scale(), size, PUBLISHED_RATE));
            }
        }
    }

    private double knee(Lines lines, int size) {
        NavigableMap<Double, Double> curve = curve(lines, NodeLinks.TCP, size, Result.P99);
        return curve.isEmpty() ? Double.NaN : Knee.ofRise(curve, Knee.RISE);
    }

    private NavigableMap<Double, Double> curve(Lines lines, String link, int size, String pointer) {
        return Result.over(lines, name(), NodeLinks.ofSize(link, size), NodeLinks.RATE, pointer);
    }

    @Override
    public List<Panel> panels(Lines lines) {
        List<Panel> panels = new ArrayList<>();
        for (int size : SIZES) {
            Map<String, NavigableMap<Double, Double>> curves = new LinkedHashMap<>();
            for (String link : List.of(NodeLinks.TCP, NodeLinks.RING)) {
                curves.put(link + ", mean", curve(lines, link, size, Result.MEAN));
                curves.put(link + ", p99", curve(lines, link, size, Result.P99));
            }
            if (curves.values().stream().noneMatch(Map::isEmpty)) {
                panels.add(Panel.ofLines(size + " KB", "messages per second", "ms", true, true, curves));
            }
        }
        return panels;
    }

    @Override
    void addBars(Bars bars, Lines lines) {
        for (int size : SIZES) {
            NavigableMap<Double, Double> tcp = curve(lines, NodeLinks.TCP, size, Result.MEAN);
            NavigableMap<Double, Double> ring = curve(lines, NodeLinks.RING, size, Result.MEAN);
            double knee = knee(lines, size);
            double last = Double.isNaN(knee) ? Double.POSITIVE_INFINITY : knee;
            double least = tcp.headMap(last, true).keySet().stream()
                    .filter(ring::containsKey)
                    .mapToDouble(rate -> lowerPercent(ring.get(rate), tcp.get(rate)))
                    .min()
                    .orElse(Double.NaN);
            bars.atLeast(size + " KB: at each rate the mean is lower by", least, LEAST_LOWER_PERCENT, "%");
            if (ring.containsKey(knee)) {
                double lower = lowerPercent(ring.get(knee), tcp.get(knee));
                bars.atLeast(size + " KB: at the knee it is lower by", lower, KNEE_LOWER_PERCENT, "%");
            }
        }
    }

    @Override
    MarkdownTable table(Lines lines) {
        MarkdownTable table = MarkdownTable.of("KB|messages/s|tcp: mean, ms|p99|ring: mean, ms|p99");
        for (int size : SIZES) {
            for (double rate : curve(lines, NodeLinks.TCP, size, Result.MEAN).keySet()) {
                List<Object> row = new ArrayList<>(List.of(size, (long) rate));
                for (String link : List.of(NodeLinks.TCP, NodeLinks.RING)) {
                    Map<String, String> labels = NodeLinks.labels(link, size, (long) rate);
                    row.add(lines.median(name(), labels, Result.MEAN));
                    row.add(marked(lines, labels, Result.P99));
                }
                table.row(row);
            }
        }
        return table;
    }
}
