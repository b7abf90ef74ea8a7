// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.MarkdownTable;
import io.millrace.benchmarks.report.Panel;
import java.io.IOException;
import java.util.List;

/** A figure: what is measured, and what is read out of it. */
abstract class Figure {

    private final String name;
    private final String title;
    private final List<String> labels;

    /**
     * @param name by which it is asked for, and its files are named
     * @param title what it shows, for the page
     * @param labels of its cells
     */
    Figure(String name, String title, String... labels) {
        this.name = name;
        this.title = title;
        this.labels = List.of(labels);
    }

    /** The names of choosers in the labels of cells: natural batches, the oracle with our model and the published one. */
    static final String NATURAL = "natural";

    static final String ORACLE = "oracle";
    static final String PUBLISHED = "published";

    /** The most of what natural batches take that the oracle may take, so that it earns its place. */
    static final double WORTH_AN_ORACLE = 0.9;

    final String name() {
        return name;
    }

    final String title() {
        return title;
    }

    /** The cells of one turn. */
    abstract List<Cell> cells(Scale scale);

    /** About how long so many turns take. */
    double seconds(Scale scale, int turns) {
        double once = cells(scale).stream()
                .mapToDouble(cell -> cell.seconds() + Testbed.AROUND_SECONDS)
                .sum();
        return turns * (Testbed.START_SECONDS + once);
    }

    /**
     * Starts the processes of cells that need the same kind of network.
     *
     * @param network makes that of one target, and belongs to what is returned
     * @param loopback whether pipes are asked for instead of hosts
     */
    Bed bed(NetworkMaker network, boolean loopback, List<Cell> cells) throws IOException, InterruptedException {
        return Testbed.start(network.make(), cells);
    }

    /** Makes a network. */
    interface NetworkMaker {
        Network make() throws IOException;
    }

    /** The panels of this figure. At least one line of it is there, not necessarily all. */
    final List<Panel> panels(Lines lines) {
        return panels(new Measured(lines, name, labels));
    }

    final List<Bar> bars(Lines lines) {
        Bars bars = new Bars();
        addBars(bars, new Measured(lines, name, labels));
        return bars.all();
    }

    /** The figure's table in Markdown. */
    final String table(Lines lines) {
        return table(new Measured(lines, name, labels)).toString();
    }

    abstract List<Panel> panels(Measured measured);

    abstract void addBars(Bars bars, Measured measured);

    abstract MarkdownTable table(Measured measured);
}
