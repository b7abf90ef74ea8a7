// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.macro.Workload;
import io.millrace.benchmarks.netlab.NetlabHosts;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.MarkdownTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A figure of {@link Load}s in one worker, in two of a node, which take turns, and on two emulated nodes. */
abstract class PlacedFigure extends PaperFigure {

    static final List<Place> PLACES = List.of(Place.ONE_WORKER, Place.TWO_WORKERS, Place.TWO_NODES);

    private static final String WORKLOAD = "workload";
    private static final double MOST_TIMES = 3;

    private final List<String> columns;

    /** @param columns of the table, behind those that name the cell, as many as {@link #pointers} */
    PlacedFigure(String name, Source source, String what, List<String> columns) {
        super(name, source, what);
        this.columns = columns;
    }

    /** The cells of a load on this machine, at least that of this engine. */
    abstract List<Run.Cell> here(Run run, Load load, Place place) throws IOException;

    /** Measures a workload on two hosts. */
    abstract ObjectNode onHosts(NetlabHosts hosts, Workload workload) throws IOException, InterruptedException;

    /** What the table shows of a line. */
    abstract List<String> pointers();

    @Override
    final boolean needsHosts() {
        return true;
    }

    @Override
    final int cells() {
        int here = (int) PLACES.stream().filter(Place::isHere).count();
        return Load.values().length * (PLACES.size() + here * peers().size());
    }

    @Override
    final void measure(Run run) throws IOException, InterruptedException {
        List<Load> loads = run.scale().quick() ? List.of(Load.WORDCOUNT) : List.of(Load.values());
        for (Load load : loads) {
            List<Run.Cell> here = new ArrayList<>();
            for (Place place : PLACES) {
                if (place.isHere()) {
                    here.addAll(here(run, load, place));
                }
            }
            run.measure(this, here);
        }
        List<Map<String, String>> labels =
                loads.stream().map(PlacedFigure::labelsOnHosts).toList();
        if (run.lacking(this, labels) > 0) {
            // Hosts are not made for nothing
            NetlabHosts.withPair(
                    1,
                    hosts -> run.measure(
                            this,
                            loads.stream()
                                    .map(load -> new Run.Cell(
                                            labelsOnHosts(load),
                                            () -> onHosts(hosts, load.in(Place.TWO_NODES, run.scale()))))
                                    .toList()));
        }
    }

    private static Map<String, String> labelsOnHosts(Load load) {
        return labels(EngineCommand.MILLRACE, load, Place.TWO_NODES);
    }

    static Map<String, String> labels(String engine, Load load, Place place) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put(ENGINE, engine);
        labels.put(WORKLOAD, load.label());
        labels.put(PLACE, place.label());
        return labels;
    }

    final double median(Lines lines, String engine, Load load, Place place, String pointer) {
        return lines.median(name(), labels(engine, load, place), pointer);
    }

    private double mean(Lines lines, Load load, Place place) {
        return median(lines, EngineCommand.MILLRACE, load, place, Result.MEAN);
    }

    @Override
    final void addBars(Bars bars, Lines lines) {
        for (Load load : Load.values()) {
            double times = mean(lines, load, Place.TWO_WORKERS) / mean(lines, load, Place.ONE_WORKER);
            bars.atMost(load.label() + ": 1N2W in latencies of 1N1W", times, MOST_TIMES, "x");
        }
    }

    @Override
    final MarkdownTable table(Lines lines) {
        MarkdownTable table = MarkdownTable.of(
                WORKLOAD,
                Stream.concat(Stream.of(PLACE, ENGINE), columns.stream()).toList());
        for (Load load : Load.values()) {
            for (Place place : PLACES) {
                for (String engine : lines.values(name(), ENGINE)) {
                    if (!lines.of(name(), labels(engine, load, place)).isEmpty()) {
                        List<Object> row = new ArrayList<>(List.of(load.label(), place.label(), engine));
                        pointers().forEach(pointer -> row.add(marked(lines, labels(engine, load, place), pointer)));
                        table.row(row);
                    }
                }
            }
        }
        return table;
    }
}
