// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import io.millrace.api.config.TopologyKeys;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.macro.Workload;
import io.millrace.benchmarks.netlab.NetlabHosts;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.MarkdownTable;
import io.millrace.benchmarks.report.Panel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The ring and the scheduler, each alone and both, on one node and on two emulated ones with two or four workers.
 * Other engines are measured on one node, as they are.
 */
final class SwitchesFigure extends PaperFigure {

    static final String NEITHER = "neither";
    static final String RING_ONLY = "ring";
    static final String BOTH = "both";
    static final String AS_IT_IS = "as it is";

    private static final String SWITCHES = "switches";

    /** The settings by the name of the switches: the paper's four, and the default of this engine beside them. */
    private static final Map<String, List<String>> SETTINGS = settings();

    private final List<Place> places = List.of(Place.TWO_WORKERS, Place.FOUR_WORKERS, Place.TWO_NODES, new Place(2, 4));

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
        settings.put(RING_ONLY, settings(NodeLinks.RING, "even"));
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
    List<String> peers() {
        return List.of(Peers.JSTORM);
    }

    @Override
    boolean needsHosts() {
        return true;
    }

    @Override
    int cells() {
        return places.stream().mapToInt(this::cells).sum();
    }

    int cells(Place place) {
        return SETTINGS.size() + (place.isHere() ? peers().size() : 0);
    }

    @Override
    void measure(Run run) throws IOException, InterruptedException {
        for (Place place : places) {
            measure(run, place);
        }
    }

    void measure(Run run, Place place) throws IOException, InterruptedException {
        if (place.isHere()) {
            measureHere(run, place);
        } else {
            measureOnHosts(run, place);
        }
    }

    private void measureHere(Run run, Place place) throws IOException, InterruptedException {
        Workload workload = Load.SOL.in(place, run.scale());
        List<Run.Cell> cells = new ArrayList<>();
        for (Map.Entry<String, List<String>> switches : SETTINGS.entrySet()) {
            EngineCommand engine = NodeLinks.engine(String.join(";", switches.getValue()));
            cells.add(new Run.Cell(
                    labels(EngineCommand.MILLRACE, place, switches.getKey()), () -> Result.local(engine, workload)));
        }
        for (EngineCommand engine : run.engines(this)) {
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
        Workload workload = Load.SOL.in(place, run.scale());
        NetlabHosts.withPair(place.workers() / place.nodes(), hosts -> {
            List<Run.Cell> cells = new ArrayList<>();
            SETTINGS.forEach((switches, settings) -> cells.add(new Run.Cell(
                    labels(EngineCommand.MILLRACE, place, switches), () -> Result.onHosts(hosts, workload, settings))));
            run.measure(this, cells);
        });
    }

    private static Map<String, String> labels(String engine, Place place, String switches) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put(ENGINE, engine);
        labels.put(PLACE, place.label());
        labels.put(SWITCHES, switches);
        return labels;
    }

    double mean(Lines lines, Place place, String switches) {
        return lines.median(name(), labels(EngineCommand.MILLRACE, place, switches), Result.MEAN);
    }

    /** The mean of another engine; NaN if it was not measured there. */
    double meanOf(Lines lines, String engine, Place place) {
        return lines.median(name(), labels(engine, place, AS_IT_IS), Result.MEAN);
    }

    @Override
    public List<Panel> panels(Lines lines) {
        return panels(lines, places);
    }

    List<Panel> panels(Lines lines, List<Place> shown) {
        List<Panel> panels = new ArrayList<>();
        for (Place place : shown) {
            Map<String, Map<String, Double>> columns = new LinkedHashMap<>();
            for (String switches : SETTINGS.keySet()) {
                double mean = mean(lines, place, switches);
                if (!Double.isNaN(mean)) {
                    columns.put(switches, Map.of("mean", mean));
                }
            }
            for (String engine : lines.values(name(), ENGINE)) {
                double mean = meanOf(lines, engine, place);
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
        return table(lines, places);
    }

    MarkdownTable table(Lines lines, List<Place> shown) {
        MarkdownTable table = MarkdownTable.of("place|engine|switches|mean, ms|p99");
        for (Place place : shown) {
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
