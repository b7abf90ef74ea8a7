// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.netlab.NetlabHosts;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.MarkdownTable;
import io.millrace.benchmarks.report.Panel;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** TCP connections between workers, and of each. Those on one node have a ring instead. */
final class ConnectionsFigure extends SitesFigure {

    private static final String PAIRS = "/result/pairs";
    private static final String OF_PAIR = "/result/connections_of_pair";
    private static final List<Place> PLACES = List.of(Place.TWO_NODES, new Place(4, 4), new Place(4, 8));

    /** Only connections matter, which do not depend on the rate. */
    private static final long LOW_RATE = 1_000;

    private static final double MOST_CONNECTIONS = 1;

    ConnectionsFigure() {
        super(
                "tn-8",
                "Fig. 8",
                "TCP connections of each process with 2, 4 and 8 workers",
                "TCP connections between workers");
    }

    @Override
    int cells() {
        return PLACES.size();
    }

    @Override
    void measure(Run run) throws IOException, InterruptedException {
        for (Place place : run.scale().quick() ? PLACES.subList(0, 1) : PLACES) {
            Map<String, String> labels = labels(EngineCommand.MILLRACE, place);
            if (run.lacking(this, List.of(labels)) > 0) {
                List<String> names = IntStream.rangeClosed(1, place.nodes())
                        .mapToObj(node -> "n" + node)
                        .toList();
                NetlabHosts.with(
                        () -> Lab.near(names),
                        List.of("supervisor.slots=" + place.workers() / place.nodes()),
                        hosts -> run.measure(
                                this, List.of(new Run.Cell(labels, () -> measure(hosts, run.scale(), place)))));
            }
        }
    }

    private static ObjectNode measure(NetlabHosts hosts, Scale scale, Place place)
            throws IOException, InterruptedException {
        ObjectNode line = measure(hosts, yahoo(scale, LOW_RATE, place.workers(), Promise.atMostOnce()));
        int connections = line.at(Result.CONNECTIONS).asInt();
        if (connections == 0) {
            throw new IOException("ss lists no connection between the workers: look whether it runs on this machine");
        }
        ((ObjectNode) line.get("result"))
                .put("pairs", pairs(place))
                .put("connections_of_pair", (double) connections / pairs(place));
        return line;
    }

    /** The ordered pairs of workers on different nodes: each sends to each. */
    static int pairs(Place place) {
        return place.workers() * (place.workers() - place.workers() / place.nodes());
    }

    private static Map<String, String> labels(String engine, Place place) {
        return labels(engine, PLACE, place.label());
    }

    @Override
    public List<Panel> panels(Lines lines) {
        Map<String, Map<String, Double>> columns = new LinkedHashMap<>();
        for (String place : lines.values(name(), PLACE)) {
            for (String engine : engines(lines)) {
                double each = median(lines, labels(engine, PLACE, place), Result.CONNECTIONS_OF_WORKER);
                if (Double.isFinite(each)) {
                    columns.put(place + " " + engine, Map.of("of a worker", each));
                }
            }
        }
        return List.of(Panel.ofColumns("TCP connections", "place, engine", "connections", columns));
    }

    @Override
    void addBars(Bars bars, Lines lines) {
        for (Place place : PLACES) {
            double each = median(lines, labels(EngineCommand.MILLRACE, place), OF_PAIR);
            bars.atMost(place.label() + ": of an ordered pair that talks", each, MOST_CONNECTIONS, "connections");
        }
    }

    @Override
    MarkdownTable table(Lines lines) {
        MarkdownTable table =
                MarkdownTable.of("place|engine|ordered pairs that talk|connections between workers|all of a worker");
        for (String place : lines.values(name(), PLACE)) {
            for (String engine : engines(lines)) {
                Map<String, String> labels = labels(engine, PLACE, place);
                table.row(
                        place,
                        engine,
                        median(lines, labels, PAIRS),
                        median(lines, labels, Result.CONNECTIONS),
                        median(lines, labels, Result.CONNECTIONS_OF_WORKER));
            }
        }
        return table;
    }
}
