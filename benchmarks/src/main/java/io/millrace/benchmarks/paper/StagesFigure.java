// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.machine.CpuTime;
import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.macro.Workload;
import io.millrace.benchmarks.netlab.NetlabHosts;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.Panel;
import io.millrace.benchmarks.stages.HostStages;
import io.millrace.benchmarks.stages.LocalStages;
import io.millrace.benchmarks.stages.StageShares;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What the latency around the median is made of, by place. */
final class StagesFigure extends PlacedFigure {

    private static final String LATE = "/result/late_percent";
    private static final String BETWEEN = "/result/between_percent";
    private static final String WORK = "/result/work_percent";

    StagesFigure() {
        super(
                "ts-2b",
                new Source(
                        TURBOSTREAM,
                        "Fig. 2b",
                        "WordCount at 10,000/s and SOL at 5,000/s: 86.9 % of the latency is between operators"),
                "Latency by stage in one worker, in two, and on two nodes",
                List.of(
                        "around the median, ms",
                        "the source's lateness, %",
                        "between operators, %",
                        "in operators, %"));
    }

    @Override
    List<String> pointers() {
        return List.of(Result.MEAN, LATE, BETWEEN, WORK);
    }

    @Override
    List<Run.Cell> here(Run run, Load load, Place place) {
        Workload workload = load.in(place, run.scale());
        return List.of(new Run.Cell(labels(EngineCommand.MILLRACE, load, place), () -> here(workload)));
    }

    private static ObjectNode here(Workload workload) throws IOException, InterruptedException {
        CpuTime before = CpuTime.now();
        StageShares shares = LocalStages.run(workload).aroundMedian();
        return Result.of(result(shares), Result.ONE_NODE, CpuTime.now().busySince(before));
    }

    @Override
    ObjectNode onHosts(NetlabHosts hosts, Workload workload) throws IOException, InterruptedException {
        CpuTime before = CpuTime.now();
        StageShares shares = HostStages.run(hosts, workload, Result.RTT_MILLIS).aroundMedian();
        ObjectNode line = Result.of(result(shares), Lab.NETWORK, CpuTime.now().busySince(before));
        hosts.lab().status().describe(line);
        return line;
    }

    private static Map<String, Double> result(StageShares shares) {
        Map<String, Double> result = new LinkedHashMap<>();
        result.put("mean_ms", shares.latencyNanos() / TimeUnit.MILLISECONDS.toNanos(1));
        result.put("late_percent", 100 * shares.late());
        result.put("between_percent", 100 * shares.between());
        result.put("work_percent", 100 * shares.work());
        return result;
    }

    @Override
    public List<Panel> panels(Lines lines) {
        Map<String, Map<String, Double>> columns = new LinkedHashMap<>();
        for (Load load : Load.values()) {
            for (Place place : PLACES) {
                Map<String, Double> parts = new LinkedHashMap<>();
                parts.put("source's lateness", share(lines, load, place, LATE));
                parts.put("between operators", share(lines, load, place, BETWEEN));
                parts.put("in operators", share(lines, load, place, WORK));
                if (parts.values().stream().allMatch(Double::isFinite)) {
                    columns.put(load.label() + " " + place.label(), parts);
                }
            }
        }
        return List.of(Panel.ofColumns("around the median", "workload, place", "%", columns));
    }

    private double share(Lines lines, Load load, Place place, String pointer) {
        return median(lines, EngineCommand.MILLRACE, load, place, pointer);
    }
}
