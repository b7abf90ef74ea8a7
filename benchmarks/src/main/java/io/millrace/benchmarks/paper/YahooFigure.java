// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.Panel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Latency of the Yahoo Streaming Benchmark beside other engines. */
final class YahooFigure extends PeersFigure {

    private static final Map<String, String> LATENCIES = latencies();

    YahooFigure() {
        super(
                "ts-2a",
                new Source(TURBOSTREAM, "Fig. 2a", "20,000 events/s on 4 workers of JStorm, Storm, Flink and Spark"),
                "Latency of the Yahoo benchmark beside other engines",
                new Offered(Shape.YAHOO_JSON, 4, List.of(20_000L)));
    }

    private static Map<String, String> latencies() {
        Map<String, String> latencies = new LinkedHashMap<>();
        latencies.put("mean", Result.MEAN);
        latencies.put("p50", Result.P50);
        latencies.put("p99", Result.P99);
        return latencies;
    }

    @Override
    public List<Panel> panels(Lines lines) {
        List<Panel> panels = new ArrayList<>();
        for (double rate : rates(lines)) {
            LATENCIES.forEach((latency, pointer) -> {
                Map<String, Map<String, Double>> columns = new LinkedHashMap<>();
                for (String engine : lines.values(name(), ENGINE)) {
                    double millis = at(lines, engine, rate, pointer);
                    if (Double.isFinite(millis)) {
                        columns.put(engine, Map.of(latency, millis));
                    }
                }
                panels.add(Panel.ofColumns((long) rate + " events per second", "engine", "ms", columns));
            });
        }
        return panels;
    }

    @Override
    void addBars(Bars bars, Lines lines) {
        for (double rate : rates(lines)) {
            String offered = (long) rate + "/s: ";
            bars.atLeast(offered + "carried", ours(lines, rate, Result.CARRIED), LoadCurve.LEAST_CARRIED_PERCENT, "%");
            LATENCIES.forEach((latency, pointer) -> bars.atMost(
                    offered + "the " + latency + " beside the lowest of the others",
                    ours(lines, rate, pointer),
                    lowestOfPeers(lines, rate, pointer),
                    "ms"));
        }
    }
}
