// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.MarkdownTable;
import io.millrace.benchmarks.report.Panel;
import io.millrace.benchmarks.report.Section;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** A figure of a paper: what is measured to be laid beside it, and what is read out of the lines. */
abstract class PaperFigure implements Section {

    /** TurboStream: Towards Low-Latency Data Stream Processing, Wu et al., ICDCS 2018. */
    static final String TURBOSTREAM = "TurboStream, ICDCS 2018";

    /** Delay-Resistant Geo-Distributed Analytics, Mostafaei et al., TNSM 2022. */
    static final String TNSM = "TNSM 2022";

    /** The least that the paper's ring lowers a latency by, in percent. */
    static final double LEAST_LOWER_PERCENT = 45.64;

    static final String ENGINE = "engine";
    static final String PLACE = "place";
    static final String RTT = "RTT in ms";

    private static final String MARKED = " †";

    private final String name;
    private final Source source;
    private final String what;

    /**
     * @param paper its short name, conference and year
     * @param figure numbers in the paper
     * @param published what it shows, in a sentence
     */
    record Source(String paper, String figure, String published) {}

    /**
     * @param name by which it is asked for, and its files are named
     * @param what it shows, for lists and the page
     */
    PaperFigure(String name, Source source, String what) {
        this.name = name;
        this.source = source;
        this.what = what;
    }

    @Override
    public final String name() {
        return name;
    }

    final Source source() {
        return source;
    }

    @Override
    public final String what() {
        return what;
    }

    @Override
    public final String text() {
        return what + ". " + source.paper() + ", " + source.figure() + ": " + source.published() + ".";
    }

    @Override
    public final String command() {
        return "benchmarks/run paper " + name;
    }

    @Override
    public String picture() {
        return "papers-" + name;
    }

    /** Whether it needs emulated hosts, and so root. */
    boolean needsHosts() {
        return false;
    }

    /** The engines that it is measured beside unless others are named; empty if it is of this engine alone. */
    List<String> peers() {
        return List.of();
    }

    /** Whether another rate can be asked for than the published ones. */
    boolean takesRate() {
        return false;
    }

    /** The file that its lines are in: another one if another benchmark measures them. */
    RawFile file() {
        return RawFile.PAPERS;
    }

    /** The figure whose lines it is read out of: another one if that measures them, too. */
    String measured() {
        return name;
    }

    /** The labels of those of the lines that are its own. */
    Map<String, String> labels() {
        return Map.of();
    }

    @Override
    public final List<JsonNode> own(Lines lines) {
        return lines.of(measured(), labels());
    }

    /** About how many cells one turn has. */
    abstract int cells();

    /** How often each cell is measured if so many turns are asked for. */
    int turns(int asked) {
        return asked;
    }

    /** About how long one turn takes. */
    double turnSeconds(Scale scale) {
        return cells() * scale.cellSeconds();
    }

    /** Measures what the file of the run lacks. */
    abstract void measure(Run run) throws IOException, InterruptedException;

    @Override
    public abstract List<Panel> panels(Lines lines);

    abstract void addBars(Bars bars, Lines lines);

    /** What was measured, in Markdown: labels, and figures that lines have, or medians of them. */
    abstract MarkdownTable table(Lines lines);

    @Override
    public final String tables(Lines lines) {
        return table(lines).toString();
    }

    @Override
    public final List<Bar> bars(Lines lines) {
        Bars bars = new Bars();
        addBars(bars, lines);
        return bars.all();
    }

    /** The median in a table, marked if a turn was disturbed. */
    final Object marked(Lines lines, Map<String, String> labels, String pointer) {
        double median = lines.median(measured(), labels, pointer);
        boolean disturbed = lines.of(measured(), labels).stream()
                .anyMatch(line -> line.path(Disturbance.MARK).asBoolean());
        return disturbed ? MarkdownTable.shorten(median) + MARKED : (Object) median;
    }

    /** By how many percent one latency is lower than another one. */
    static double lowerPercent(double latency, double than) {
        return 100 * (1 - latency / than);
    }
}
