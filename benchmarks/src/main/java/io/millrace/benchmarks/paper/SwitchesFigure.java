// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.api.config.TopologyKeys;
import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.macro.Hosts;
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
 * Another engine is measured as it is, on at most two nodes.
 */
final class SwitchesFigure extends PaperFigure {

    static final String NEITHER = "neither";
    static final String RING_ONLY = "ring";
    static final String BOTH = "both";
    static final String AS_IT_IS = "as it is";

    private static final String SWITCHES = "switches";
    private static final int MOST_NODES_OF_PEERS = 2;

    /** The least that the paper's engine lowers JStorm's latency by, in percent; the most is 83.23. */
    private static final double LEAST_BELOW_JSTORM_PERCENT = 33.85;

    /** The settings by the name of the switches: the paper's four, and the default of this engine beside them. */
    private static final Map<String, List<String>> SETTINGS = settings();

    private final List<Place> places = List.of(
            Place.TWO_WORKERS, Place.FOUR_WORKERS, Place.TWO_NODES, new Place(2, 4), new Place(4, 4), new Place(4, 8));

    SwitchesFigure() {
        super(
                "ts-9d",
                new Source(
                        TURBOSTREAM,
                        "Fig. 9d",
                        "latency with neither, the ring, the scheduler and both, beside JStorm, on one node to four"),
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

    /** The engines beside this one, which have no room on more than two nodes with the processors of one machine. */
    List<String> peers(Place place) {
        return place.nodes() <= MOST_NODES_OF_PEERS ? peers() : List.of();
    }

    private List<EngineCommand> engines(Run run, Place place) throws IOException {
        return place.nodes() <= MOST_NODES_OF_PEERS ? run.engines(this) : List.of();
    }

    int cells(Place place) {
        return SETTINGS.size() + peers(place).size();
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
        run.measure(
                this,
                cells(
                        run,
                        place,
                        settings -> Result.local(NodeLinks.engine(String.join(";", settings)), workload),
                        engine -> Result.local(engine, workload)));
    }

    private void measureOnHosts(Run run, Place place) throws IOException, InterruptedException {
        List<Map<String, String>> labels = new ArrayList<>();
        SETTINGS.keySet().forEach(switches -> labels.add(labels(EngineCommand.MILLRACE, place, switches)));
        engines(run, place).forEach(engine -> labels.add(labels(engine.name(), place, AS_IT_IS)));
        if (run.lacking(this, labels) <= 0) {
            // Hosts are not made for nothing
            return;
        }
        Workload workload = Load.SOL.in(place, run.scale());
        List<String> slots = List.of("supervisor.slots=" + place.workers() / place.nodes());
        try (Lab lab = NetlabHosts.alike(place.nodes())) {
            lab.rtt(Result.RTT_MILLIS);
            run.measure(
                    this,
                    cells(
                            run,
                            place,
                            settings -> NetlabHosts.in(lab, slots, hosts -> Result.onHosts(hosts, workload, settings)),
                            engine -> Result.hosted(engine, workload, Hosts.of(lab))));
        }
    }

    /** How a subject is measured: this engine's settings, or another engine. */
    private interface Measuring<S> {
        ObjectNode of(S subject) throws IOException, InterruptedException;
    }

    private List<Run.Cell> cells(Run run, Place place, Measuring<List<String>> ours, Measuring<EngineCommand> others)
            throws IOException {
        List<Run.Cell> cells = new ArrayList<>();
        SETTINGS.forEach((switches, settings) ->
                cells.add(new Run.Cell(labels(EngineCommand.MILLRACE, place, switches), () -> ours.of(settings))));
        for (EngineCommand engine : engines(run, place)) {
            cells.add(new Run.Cell(labels(engine.name(), place, AS_IT_IS), () -> others.of(engine)));
        }
        return cells;
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
            addBarsBesideJstorm(bars, lines, place);
        }
    }

    void addBarsBesideJstorm(Bars bars, Lines lines, Place place) {
        if (peers(place).isEmpty()) {
            return;
        }
        double jstorm = meanOf(lines, Peers.JSTORM, place);
        for (String chosen : List.of(RING_ONLY, BOTH)) {
            double lower = lowerPercent(mean(lines, place, chosen), jstorm);
            bars.atLeast(
                    place.label() + ", " + chosen + ": the mean is below JStorm's by",
                    lower,
                    LEAST_BELOW_JSTORM_PERCENT,
                    "%");
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
                        table.row(place.label(), engine, switches, mean, marked(lines, labels, Result.P99));
                    }
                }
            }
        }
        return table;
    }
}
