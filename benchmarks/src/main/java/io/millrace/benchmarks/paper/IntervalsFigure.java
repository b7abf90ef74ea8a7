// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.macro.Workload;
import io.millrace.benchmarks.netlab.HostPreset;
import io.millrace.benchmarks.netlab.NetlabHosts;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.MarkdownTable;
import io.millrace.benchmarks.report.Panel;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;

/** Latency over the interval for which tuples are collected behind their sources. */
final class IntervalsFigure extends SitesFigure {

    private static final String INTERVAL = "interval in s";
    private static final String HALF = "/result/half_interval_ms";
    private static final List<Integer> SECONDS = List.of(1, 2, 5, 10, 15, 20, 25);
    private static final HostPreset PRESET = HostPreset.of("eu-2");

    /** The batches of each task that are recorded at least. */
    private static final int BATCHES = 2;

    /** The share of half the interval by which the mean may differ from it. */
    private static final double MOST_OFF_PERCENT = 10;

    IntervalsFigure() {
        super(
                "tn-15",
                "Fig. 15 and 16",
                "the interval of batches is varied from 1 to 25 s",
                "Latency over the interval of batches");
    }

    @Override
    int cells() {
        return SECONDS.size();
    }

    @Override
    double turnSeconds(Scale scale) {
        return SECONDS.stream()
                .map(seconds -> at(scale, seconds))
                .mapToDouble(Scale::cellSeconds)
                .sum();
    }

    /** Warms up until the first batch has come, and records several. */
    private static Scale at(Scale scale, int seconds) {
        return new Scale(scale.quick(), scale.warmUpSeconds() + seconds, Math.max(scale.seconds(), BATCHES * seconds));
    }

    @Override
    void measure(Run run) throws IOException, InterruptedException {
        List<Integer> all = run.scale().quick() ? SECONDS.subList(0, 1) : SECONDS;
        List<Map<String, String>> labels = all.stream()
                .map(seconds -> labels(EngineCommand.MILLRACE, seconds))
                .toList();
        if (run.lacking(this, labels) > 0) {
            NetlabHosts.withPreset(
                    PRESET,
                    hosts -> run.measure(
                            this,
                            all.stream()
                                    .map(seconds -> new Run.Cell(
                                            labels(EngineCommand.MILLRACE, seconds),
                                            () -> measure(hosts, run.scale(), seconds)))
                                    .toList()));
        }
    }

    private static ObjectNode measure(NetlabHosts hosts, Scale scale, int seconds)
            throws IOException, InterruptedException {
        Workload workload = yahoo(at(scale, seconds), RATE, PRESET.hosts(), Promise.atMostOnce());
        ObjectNode line = Result.of(run(hosts, workload, Duration.ofSeconds(seconds)));
        ((ObjectNode) line.get("result")).put("half_interval_ms", seconds * 1e3 / 2);
        return line;
    }

    private static Map<String, String> labels(String engine, int seconds) {
        return labels(engine, INTERVAL, Integer.toString(seconds));
    }

    private NavigableMap<Double, Double> curve(Lines lines, String engine, String pointer) {
        return Result.over(lines, name(), Map.of(ENGINE, engine), INTERVAL, pointer);
    }

    @Override
    public List<Panel> panels(Lines lines) {
        Map<String, NavigableMap<Double, Double>> curves = new LinkedHashMap<>();
        for (String engine : engines(lines)) {
            curves.put(engine + ", mean", curve(lines, engine, Result.MEAN));
            curves.put(engine + ", p99", curve(lines, engine, Result.P99));
        }
        curves.put("half the interval", curve(lines, EngineCommand.MILLRACE, HALF));
        return List.of(Panel.ofLines(PRESET.toString(), "interval in s", "ms", false, false, curves));
    }

    @Override
    void addBars(Bars bars, Lines lines) {
        NavigableMap<Double, Double> half = curve(lines, EngineCommand.MILLRACE, HALF);
        curve(lines, EngineCommand.MILLRACE, Result.MEAN).forEach((seconds, mean) -> {
            double off = 100 * Math.abs(mean / half.get(seconds) - 1);
            bars.atMost(seconds.intValue() + " s: the mean is off half the interval by", off, MOST_OFF_PERCENT, "%");
        });
    }

    @Override
    MarkdownTable table(Lines lines) {
        MarkdownTable table = MarkdownTable.of("interval, s|engine|carried, %|half the interval, ms|mean|p99");
        for (String engine : engines(lines)) {
            for (double seconds : curve(lines, engine, Result.MEAN).keySet()) {
                Map<String, String> labels = labels(engine, (int) seconds);
                table.row(
                        (int) seconds,
                        engine,
                        median(lines, labels, Result.CARRIED),
                        median(lines, labels, HALF),
                        median(lines, labels, Result.MEAN),
                        marked(lines, labels, Result.P99));
            }
        }
        return table;
    }
}
