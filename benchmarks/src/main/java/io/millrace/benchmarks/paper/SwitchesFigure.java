// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import io.millrace.api.config.TopologyKeys;
import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.machine.Scratch;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.macro.Workload;
import io.millrace.benchmarks.netlab.NetlabCluster;
import io.millrace.benchmarks.netlab.NetlabRun;
import io.millrace.benchmarks.netlab.TopologyJar;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.MarkdownTable;
import io.millrace.benchmarks.report.Panel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The ring and the scheduler, each alone and both, on one node and on two emulated ones with two or four workers.
 * Other engines are measured on one node, as they are.
 */
final class SwitchesFigure extends PaperFigure {

    private static final String ENGINE = "engine";
    private static final String PLACE = "place";
    private static final String SWITCHES = "switches";
    private static final String NEITHER = "neither";
    private static final String BOTH = "both";
    private static final String AS_IT_IS = "as it is";
    private static final long RATE = 5_000;
    private static final double RTT_MILLIS = 0.1;

    /** How much one connection may have under way, as on a fast link. */
    private static final long WINDOW_BYTES = 64 << 20;

    /** The settings by the name of the switches: the paper's four, and the default of this engine beside them. */
    private static final Map<String, List<String>> SETTINGS = settings();

    private final List<Place> places = List.of(new Place(1, 2), new Place(1, 4), new Place(2, 2), new Place(2, 4));

    /** @param nodes over which the workers are spread equally */
    private record Place(int nodes, int workers) {

        String label() {
            return nodes + "N" + workers + "W";
        }
    }

    SwitchesFigure() {
        super(
                "ts-9d",
                new Source(
                        TURBOSTREAM,
                        "Fig. 9d",
                        "latency with neither, the ring, the scheduler and both, on one node and on two"),
                "Latency with the ring, the scheduler, neither and both");
    }

    private static Map<String, List<String>> settings() {
        Map<String, List<String>> settings = new LinkedHashMap<>();
        settings.put(NEITHER, settings(NodeLinks.TCP, "even"));
        settings.put("ring", settings(NodeLinks.RING, "even"));
        settings.put("scheduler", settings(NodeLinks.TCP, "turbostream"));
        settings.put(BOTH, settings(NodeLinks.RING, "turbostream"));
        settings.put("ring and multilevel", settings(NodeLinks.RING, "multilevel"));
        return settings;
    }

    private static List<String> settings(String link, String algorithm) {
        return List.of(
                TopologyKeys.NODE_LINK.name() + "=" + link, TopologyKeys.SCHEDULER_ALGORITHM.name() + "=" + algorithm);
    }

    @Override
    boolean needsHosts() {
        return true;
    }

    @Override
    int cells() {
        return places.size() * SETTINGS.size();
    }

    @Override
    void measure(Run run) throws IOException, InterruptedException {
        for (Place place : places) {
            if (place.nodes == 1) {
                measureHere(run, place);
            } else {
                measureOnHosts(run, place);
            }
        }
    }

    private void measureHere(Run run, Place place) throws IOException, InterruptedException {
        Workload workload = workload(run.scale(), place);
        List<Run.Cell> cells = new ArrayList<>();
        for (Map.Entry<String, List<String>> switches : SETTINGS.entrySet()) {
            EngineCommand engine = NodeLinks.engine(String.join(";", switches.getValue()));
            cells.add(new Run.Cell(
                    labels(EngineCommand.MILLRACE, place, switches.getKey()), () -> Result.local(engine, workload)));
        }
        for (EngineCommand engine : run.engines()) {
            cells.add(new Run.Cell(labels(engine.name(), place, AS_IT_IS), () -> Result.local(engine, workload)));
        }
        run.measure(this, cells);
    }

    private void measureOnHosts(Run run, Place place) throws IOException, InterruptedException {
        List<Map<String, String>> all = SETTINGS.keySet().stream()
                .map(switches -> labels(EngineCommand.MILLRACE, place, switches))
                .toList();
        if (run.lacking(this, all) <= 0) {
            // Hosts are not made for nothing
            return;
        }
        Workload workload = workload(run.scale(), place);
        try (Scratch scratch = new Scratch();
                Lab lab = Lab.up(WINDOW_BYTES, "");
                NetlabCluster cluster = NetlabCluster.start(
                        lab, scratch.directory(), List.of("supervisor.slots=" + place.workers / place.nodes))) {
            Path jar = scratch.directory().resolve("topology.jar");
            TopologyJar.write(jar);
            List<Run.Cell> cells = new ArrayList<>();
            int[] runs = {0};
            SETTINGS.forEach((switches, settings) -> {
                NetlabRun netlab = new NetlabRun(lab, cluster, jar, settings);
                cells.add(new Run.Cell(labels(EngineCommand.MILLRACE, place, switches), () -> {
                    Path directory = scratch.directory().resolve("run-" + runs[0]++);
                    return Result.onHosts(
                            netlab.of(workload, List.of(RTT_MILLIS), directory).get(0), workload);
                }));
            });
            run.measure(this, cells);
        }
    }

    private static Workload workload(Scale scale, Place place) {
        return new Workload(
                Shape.SOL, RATE, place.workers, Promise.atMostOnce(), scale.warmUpSeconds(), scale.seconds());
    }

    private static Map<String, String> labels(String engine, Place place, String switches) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put(ENGINE, engine);
        labels.put(PLACE, place.label());
        labels.put(SWITCHES, switches);
        return labels;
    }

    private double mean(Lines lines, Place place, String switches) {
        return lines.median(name(), labels(EngineCommand.MILLRACE, place, switches), Result.MEAN);
    }

    @Override
    List<Panel> panels(Lines lines) {
        List<Panel> panels = new ArrayList<>();
        for (Place place : places) {
            Map<String, Map<String, Double>> columns = new LinkedHashMap<>();
            for (String switches : SETTINGS.keySet()) {
                double mean = mean(lines, place, switches);
                if (!Double.isNaN(mean)) {
                    columns.put(switches, Map.of("mean", mean));
                }
            }
            for (String engine : lines.values(name(), ENGINE)) {
                double mean = lines.median(name(), labels(engine, place, AS_IT_IS), Result.MEAN);
                if (!Double.isNaN(mean)) {
                    columns.put(engine, Map.of("mean", mean));
                }
            }
            if (!columns.isEmpty()) {
                panels.add(Panel.ofColumns(place.label(), "switches, or engine", "ms", columns));
            }
        }
        return panels;
    }

    @Override
    void addBars(Bars bars, Lines lines) {
        for (Place place : places) {
            double lower = lowerPercent(mean(lines, place, BOTH), mean(lines, place, NEITHER));
            bars.atLeast(place.label() + ": with both the mean is lower by", lower, 0, "%");
        }
    }

    @Override
    MarkdownTable table(Lines lines) {
        MarkdownTable table = MarkdownTable.of("place|engine|switches|mean, ms|p99");
        for (Place place : places) {
            for (String engine : lines.values(name(), ENGINE)) {
                for (String switches : lines.values(name(), SWITCHES)) {
                    Map<String, String> labels = labels(engine, place, switches);
                    double mean = lines.median(name(), labels, Result.MEAN);
                    if (!Double.isNaN(mean)) {
                        table.row(place.label(), engine, switches, mean, lines.median(name(), labels, Result.P99));
                    }
                }
            }
        }
        return table;
    }
}
