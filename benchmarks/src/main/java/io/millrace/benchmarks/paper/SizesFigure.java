// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.MarkdownTable;
import io.millrace.benchmarks.report.Panel;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;

/** Latency within a node over the length of messages, by a connection and by the ring. */
final class SizesFigure extends PaperFigure {

    private static final List<Integer> SIZES = List.of(10, 20, 40, 80, 160, 320);
    private static final int QUICK_SIZES = 2;
    private static final long RATE = 100;

    SizesFigure() {
        super(
                "ts-8a",
                new Source(
                        TURBOSTREAM,
                        "Fig. 8a",
                        "at 100/s the ring has at least 45.64 % less latency than Netty at each size"),
                "Latency between two workers of a node over the size of messages");
    }

    @Override
    int cells() {
        return 2 * SIZES.size();
    }

    @Override
    void measure(Run run) throws IOException, InterruptedException {
        for (int size : run.scale().quick() ? SIZES.subList(0, QUICK_SIZES) : SIZES) {
            run.measure(this, NodeLinks.both(run.scale(), size, RATE));
        }
    }

    private NavigableMap<Double, Double> curve(Lines lines, String link, String pointer) {
        return Result.over(lines, name(), Map.of(NodeLinks.LINK, link), NodeLinks.SIZE, pointer);
    }

    @Override
    public List<Panel> panels(Lines lines) {
        Map<String, NavigableMap<Double, Double>> curves = new LinkedHashMap<>();
        for (String link : List.of(NodeLinks.TCP, NodeLinks.RING)) {
            curves.put(link + ", mean", curve(lines, link, Result.MEAN));
            curves.put(link + ", p99", curve(lines, link, Result.P99));
        }
        return List.of(Panel.ofLines(RATE + " messages per second", "KB", "ms", true, true, curves));
    }

    @Override
    void addBars(Bars bars, Lines lines) {
        NavigableMap<Double, Double> ring = curve(lines, NodeLinks.RING, Result.MEAN);
        curve(lines, NodeLinks.TCP, Result.MEAN).forEach((size, mean) -> {
            double lower = lowerPercent(ring.getOrDefault(size, Double.NaN), mean);
            bars.atLeast(size.longValue() + " KB: the mean is lower by", lower, LEAST_LOWER_PERCENT, "%");
        });
    }

    @Override
    MarkdownTable table(Lines lines) {
        MarkdownTable table = MarkdownTable.of("KB|tcp: mean, ms|p99|ring: mean, ms|p99");
        for (double size : curve(lines, NodeLinks.TCP, Result.MEAN).keySet()) {
            table.row(
                    (long) size,
                    curve(lines, NodeLinks.TCP, Result.MEAN).get(size),
                    curve(lines, NodeLinks.TCP, Result.P99).get(size),
                    curve(lines, NodeLinks.RING, Result.MEAN).getOrDefault(size, Double.NaN),
                    curve(lines, NodeLinks.RING, Result.P99).getOrDefault(size, Double.NaN));
        }
        return table;
    }
}
