// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.api.config.TopologyKeys;
import io.millrace.benchmarks.machine.CpuTime;
import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.netlab.NetlabHosts;
import io.millrace.benchmarks.netlab.PlacedTraffic;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.MarkdownTable;
import io.millrace.benchmarks.report.Panel;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The share of the messages between workers that does not leave its node when tasks are dealt out: each of w workers,
 * equally spread over n nodes, sends as much to each of the w - 1 others, of which w/n - 1 are on its node.
 */
final class TrafficFigure extends PaperFigure {

    private static final String INSIDE = "/result/inside_percent";

    /** Tuples per second: far below what a busy machine carries, as only the shares matter. */
    private static final long RATE = 1_000;

    private static final double MOST_POINTS = 1;

    /** The pairs that the published shares belong to, by the formula; the last is the least of those with 100 %. */
    static final List<Place> PLACES = List.of(
            new Place(8, 8),
            new Place(4, 8),
            new Place(2, 8),
            new Place(4, 4),
            new Place(2, 4),
            new Place(2, 2),
            new Place(1, 2));

    private static final List<Place> QUICK = List.of(new Place(2, 4));

    /** What a cell takes: daemons and workers start, and the monitor reads twice. */
    private static final double CELL_SECONDS = 45;

    private static final List<String> CLUSTER = List.of("monitor.interval=2 s", "supervisor.slots=4");
    private static final List<String> TOPOLOGY =
            List.of(TopologyKeys.SCHEDULER_ALGORITHM.name() + "=even", TopologyKeys.WORKER_HEAP.name() + "=64m");

    TrafficFigure() {
        super(
                "ts-t2",
                new Source(
                        TURBOSTREAM,
                        "Table 2",
                        "0, 14.29, 42.86, 0, 33.33, 0 and 100 % stay on a node, which is (w/n - 1)/(w - 1) of w"
                                + " workers on n nodes"),
                "Share of the traffic between workers that stays on a node");
    }

    @Override
    boolean needsHosts() {
        return true;
    }

    @Override
    int cells() {
        return PLACES.size();
    }

    @Override
    double turnSeconds(Scale scale) {
        return cells() * CELL_SECONDS;
    }

    /** The share that stays on a node, in percent. */
    static double expectedPercent(Place place) {
        double onNode = (double) place.workers() / place.nodes();
        return 100 * (onNode - 1) / (place.workers() - 1);
    }

    @Override
    void measure(Run run) throws IOException, InterruptedException {
        for (Place place : run.scale().quick() ? QUICK : PLACES) {
            if (run.lacking(this, List.of(labels(place))) > 0) {
                List<String> names = IntStream.rangeClosed(1, place.nodes())
                        .mapToObj(node -> "n" + node)
                        .toList();
                NetlabHosts.with(
                        () -> Lab.near(names),
                        CLUSTER,
                        hosts -> run.measure(this, List.of(new Run.Cell(labels(place), () -> measure(hosts, place)))));
            }
        }
    }

    private static Map<String, String> labels(Place place) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("nodes", Integer.toString(place.nodes()));
        labels.put("workers", Integer.toString(place.workers()));
        return labels;
    }

    private static ObjectNode measure(NetlabHosts hosts, Place place) throws IOException, InterruptedException {
        CpuTime before = CpuTime.now();
        hosts.lab().reset();
        PlacedTraffic traffic = PlacedTraffic.measure(hosts, Shape.SOL, RATE, place.workers(), TOPOLOGY);
        Map<String, Double> result = new LinkedHashMap<>();
        result.put("per_second", traffic.betweenWorkersPerSecond());
        result.put("inside_percent", traffic.insidePercent());
        result.put("expected_percent", expectedPercent(place));
        ObjectNode line = Result.of(result, Lab.NETWORK, CpuTime.now().busySince(before));
        hosts.lab().status().describe(line);
        return line;
    }

    private double inside(Lines lines, Place place) {
        return lines.median(name(), labels(place), INSIDE);
    }

    @Override
    public List<Panel> panels(Lines lines) {
        Map<String, Map<String, Double>> columns = new LinkedHashMap<>();
        for (Place place : PLACES) {
            double inside = inside(lines, place);
            if (Double.isFinite(inside)) {
                columns.put(place.label(), Map.of("stays on a node", inside));
                columns.put(place.label() + " by the formula", Map.of("formula", expectedPercent(place)));
            }
        }
        return List.of(Panel.ofColumns("dealt out", "place", "%", columns));
    }

    @Override
    void addBars(Bars bars, Lines lines) {
        for (Place place : PLACES) {
            double off = Math.abs(inside(lines, place) - expectedPercent(place));
            bars.atMost(place.label() + ": the share is off by", off, MOST_POINTS, "points");
        }
    }

    @Override
    MarkdownTable table(Lines lines) {
        MarkdownTable table = MarkdownTable.of("nodes|workers|stays on a node, %|by the formula, %");
        for (Place place : PLACES) {
            double inside = inside(lines, place);
            if (Double.isFinite(inside)) {
                table.row(place.nodes(), place.workers(), inside, expectedPercent(place));
            }
        }
        return table;
    }
}
