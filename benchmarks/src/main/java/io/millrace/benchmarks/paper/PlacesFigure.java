// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.macro.Workload;
import io.millrace.benchmarks.netlab.NetlabHosts;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.Panel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Latency from source to sink by place. Other engines are measured on one node. */
final class PlacesFigure extends PlacedFigure {

    PlacesFigure() {
        super(
                "ts-t1",
                new Source(
                        TURBOSTREAM,
                        "Table 1",
                        "WordCount at 10,000/s and SOL at 5,000/s: 1N2W has 12 times the latency of 1N1W"),
                "Latency in one worker, in two, and on two nodes",
                List.of("mean, ms", "p50", "p99"));
    }

    @Override
    List<String> peers() {
        return List.of(Peers.JSTORM);
    }

    @Override
    List<String> pointers() {
        return List.of(Result.MEAN, Result.P50, Result.P99);
    }

    @Override
    List<Run.Cell> here(Run run, Load load, Place place) throws IOException {
        List<EngineCommand> engines = new ArrayList<>(List.of(NodeLinks.engine("")));
        engines.addAll(run.engines(this));
        Workload workload = load.in(place, run.scale());
        return engines.stream()
                .map(engine -> new Run.Cell(labels(engine.name(), load, place), () -> Result.local(engine, workload)))
                .toList();
    }

    @Override
    ObjectNode onHosts(NetlabHosts hosts, Workload workload) throws IOException, InterruptedException {
        return Result.onHosts(hosts, workload, List.of());
    }

    @Override
    public List<Panel> panels(Lines lines) {
        List<Panel> panels = new ArrayList<>();
        for (Load load : Load.values()) {
            Map<String, Map<String, Double>> columns = new LinkedHashMap<>();
            for (Place place : PLACES) {
                for (String engine : lines.values(name(), ENGINE)) {
                    double mean = median(lines, engine, load, place, Result.MEAN);
                    if (Double.isFinite(mean)) {
                        columns.put(place.label() + " " + engine, Map.of("mean", mean));
                    }
                }
            }
            if (!columns.isEmpty()) {
                panels.add(Panel.ofColumns(load.label(), "place, engine", "ms", columns));
            }
        }
        return panels;
    }
}
