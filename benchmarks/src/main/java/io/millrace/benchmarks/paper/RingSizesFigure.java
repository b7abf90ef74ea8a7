// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import io.millrace.api.config.TopologyKeys;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.MarkdownTable;
import io.millrace.benchmarks.report.Panel;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;

/**
 * Latency by the ring over its size in messages. A ring has a power of two of bytes and at least 64 KiB, and takes
 * what is longer than an eighth of it in parts.
 */
final class RingSizesFigure extends PaperFigure {

    private static final String MULTIPLE = "ring in messages";
    private static final List<Integer> MULTIPLES = List.of(2, 4, 8, 16, 32, 64, 128, 256, 512);
    private static final List<Integer> QUICK = List.of(2, 8, 32, 128);
    private static final int BYTES = 32 * NodeLinks.KIB;
    private static final long RATE = 1_000;

    /** The share by which a mean may be above what the curve settles at. */
    private static final double SETTLED = 0.1;

    private static final double MOST_MESSAGES = 100;

    RingSizesFigure() {
        super(
                "ts-8c",
                new Source(
                        TURBOSTREAM,
                        "Fig. 8c",
                        "rings of 2 to 400 messages: latency is flat from 50 to 100 messages on"),
                "Latency over the size of the ring in messages");
    }

    @Override
    int cells() {
        return MULTIPLES.size();
    }

    @Override
    void measure(Run run) throws IOException, InterruptedException {
        run.measure(
                this,
                (run.scale().quick() ? QUICK : MULTIPLES)
                        .stream().map(multiple -> cell(run.scale(), multiple)).toList());
    }

    private static Run.Cell cell(Scale scale, int multiple) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put(MULTIPLE, Integer.toString(multiple));
        labels.put(NodeLinks.RATE, Long.toString(RATE));
        return NodeLinks.cell(
                labels, scale, BYTES, RATE, TopologyKeys.RING_BYTES.name() + "=" + multiple * BYTES + " B");
    }

    private NavigableMap<Double, Double> curve(Lines lines, String pointer) {
        return Result.over(lines, name(), Map.of(), MULTIPLE, pointer);
    }

    @Override
    public List<Panel> panels(Lines lines) {
        Map<String, NavigableMap<Double, Double>> curves = new LinkedHashMap<>();
        curves.put("mean", curve(lines, Result.MEAN));
        curves.put("p99", curve(lines, Result.P99));
        return List.of(Panel.ofLines("32 KiB at " + RATE + "/s", "ring in messages", "ms", true, true, curves));
    }

    @Override
    void addBars(Bars bars, Lines lines) {
        double knee = Knee.ofSettling(curve(lines, Result.MEAN), SETTLED);
        bars.atMost("the mean is at most 10 % above where it settles, from a ring of", knee, MOST_MESSAGES, "messages");
    }

    @Override
    MarkdownTable table(Lines lines) {
        MarkdownTable table = MarkdownTable.of("ring in messages|mean, ms|p99");
        curve(lines, Result.MEAN)
                .forEach((multiple, mean) -> table.row(
                        multiple.longValue(), mean, curve(lines, Result.P99).get(multiple)));
        return table;
    }
}
