// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.macro.Workload;
import io.millrace.benchmarks.netlab.NetlabHosts;
import io.millrace.benchmarks.netlab.NetlabResult;
import io.millrace.benchmarks.netlab.NetlabRun;
import io.millrace.benchmarks.netlab.Wire;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.MarkdownTable;
import io.millrace.benchmarks.report.Panel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Latency on two hosts when the round-trip time varies, beside that at its mean. */
final class VaryingFigure extends SitesFigure {

    private static final String CONSTANT = "75";
    private static final String NARROW = "74 to 76";
    private static final String WIDE = "50 to 150";
    private static final double MEAN_MILLIS = 75;
    private static final double MOST_OFF_PERCENT = 5;
    private static final double MOST_ABOVE_MILLIS = 5;
    private static final int HOSTS = 2;

    private static final Map<String, RttTrace> TRACES = traces();

    VaryingFigure() {
        super(
                "tn-19",
                "Fig. 19",
                "round-trip times of 74 to 76 ms and of 50 to 150 ms",
                "Latency when the round-trip time varies");
    }

    private static Map<String, RttTrace> traces() {
        Map<String, RttTrace> traces = new LinkedHashMap<>();
        traces.put(NARROW, new RttTrace(74, 76, MEAN_MILLIS));
        traces.put(WIDE, new RttTrace(50, 150, MEAN_MILLIS));
        return traces;
    }

    /** The constant one first: a trace is played until the end of what it is for. */
    private static List<String> names() {
        List<String> names = new ArrayList<>(List.of(CONSTANT));
        names.addAll(TRACES.keySet());
        return names;
    }

    @Override
    int cells() {
        return names().size();
    }

    @Override
    double turnSeconds(Scale scale) {
        return scale.cellSeconds() + TRACES.size() * (NetlabRun.SETTLE_SECONDS + scale.seconds());
    }

    @Override
    void measure(Run run) throws IOException, InterruptedException {
        List<Map<String, String>> labels = names().stream()
                .map(name -> labels(EngineCommand.MILLRACE, RTT, name))
                .toList();
        if (run.lacking(this, labels) > 0) {
            NetlabHosts.withPair(1, hosts -> {
                Series series = new Series(() -> measure(hosts, run.scale()));
                List<Run.Cell> cells = new ArrayList<>();
                for (String name : names()) {
                    cells.add(new Run.Cell(labels(EngineCommand.MILLRACE, RTT, name), () -> series.next(name)));
                }
                run.measure(this, cells);
            });
        }
    }

    private static Map<String, ObjectNode> measure(NetlabHosts hosts, Scale scale)
            throws IOException, InterruptedException {
        Workload workload = yahoo(scale, RATE, HOSTS, Promise.atMostOnce());
        Path directory = hosts.newDirectory();
        List<Wire> wires = new ArrayList<>(List.of(Wire.constant(MEAN_MILLIS)));
        for (Map.Entry<String, RttTrace> trace : TRACES.entrySet()) {
            Path file = directory.resolve("rtt-" + wires.size() + ".csv");
            Files.writeString(file, trace.getValue().csv(NetlabRun.SETTLE_SECONDS + scale.seconds()));
            wires.add(Wire.varying(trace.getValue().leastMillis(), file));
        }
        List<NetlabResult> results = hosts.run(List.of()).of(workload, Duration.ZERO, wires, directory);
        Map<String, ObjectNode> lines = new HashMap<>();
        for (int i = 0; i < results.size(); i++) {
            lines.put(names().get(i), Result.of(results.get(i)));
        }
        return lines;
    }

    private double at(Lines lines, String engine, String rtt, String pointer) {
        return median(lines, labels(engine, RTT, rtt), pointer);
    }

    private double ours(Lines lines, String rtt, String pointer) {
        return at(lines, EngineCommand.MILLRACE, rtt, pointer);
    }

    @Override
    public List<Panel> panels(Lines lines) {
        return List.of(panel(lines, "mean", Result.MEAN), panel(lines, "99th percentile", Result.P99));
    }

    private Panel panel(Lines lines, String title, String pointer) {
        Map<String, Map<String, Double>> columns = new LinkedHashMap<>();
        for (String rtt : lines.values(name(), RTT)) {
            for (String engine : engines(lines)) {
                double latency = at(lines, engine, rtt, pointer);
                if (Double.isFinite(latency)) {
                    columns.put(rtt + " ms " + engine, Map.of(title, latency));
                }
            }
        }
        return Panel.ofColumns("two hosts", "round-trip time, engine", "ms", columns);
    }

    @Override
    void addBars(Bars bars, Lines lines) {
        TRACES.forEach((rtt, trace) -> {
            double mean = off(lines, rtt, Result.MEAN);
            bars.atMost(rtt + " ms: the mean is off that of " + CONSTANT + " ms by", mean, MOST_OFF_PERCENT, "%");
            if (rtt.equals(NARROW)) {
                double p99 = off(lines, rtt, Result.P99);
                bars.atMost(rtt + " ms: the p99 is off that of " + CONSTANT + " ms by", p99, MOST_OFF_PERCENT, "%");
            } else {
                // Its longest way is twice that of the mean
                double above = ours(lines, rtt, Result.P99) - trace.mostMillis();
                bars.atMost(rtt + " ms: the p99 above the longest way", above, MOST_ABOVE_MILLIS, "ms");
            }
            double gap = ours(lines, rtt, Result.LONGEST_GAP);
            bars.atMost(rtt + " ms: the longest time without a tuple", gap, trace.mostMillis(), "ms");
        });
    }

    /** By how many percent it differs from that of the constant one. */
    private double off(Lines lines, String rtt, String pointer) {
        return 100 * Math.abs(ours(lines, rtt, pointer) / ours(lines, CONSTANT, pointer) - 1);
    }

    @Override
    MarkdownTable table(Lines lines) {
        MarkdownTable table = MarkdownTable.of("RTT, ms|engine|carried, %|mean, ms|p99|longest time without a tuple");
        for (String rtt : lines.values(name(), RTT)) {
            for (String engine : engines(lines)) {
                table.row(
                        rtt,
                        engine,
                        at(lines, engine, rtt, Result.CARRIED),
                        at(lines, engine, rtt, Result.MEAN),
                        marked(lines, labels(engine, RTT, rtt), Result.P99),
                        at(lines, engine, rtt, Result.LONGEST_GAP));
            }
        }
        return table;
    }
}
