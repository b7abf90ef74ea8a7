// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.MarkdownTable;
import io.millrace.benchmarks.report.Panel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A figure that another benchmark measures, and is compared here with what was published: its lines are in that
 * benchmark's file. If it lacks some, that benchmark is run.
 */
abstract class Reading extends PaperFigure {

    private final RawFile file;
    private final String measured;
    private final ReadTable table;

    /**
     * @param measured the figure in the other benchmark's file
     * @param table what of its lines is shown
     */
    Reading(String name, Source source, String what, RawFile file, String measured, ReadTable table) {
        super(name, source, what);
        this.file = file;
        this.measured = measured;
        this.table = table;
    }

    @Override
    final RawFile file() {
        return file;
    }

    @Override
    final String measured() {
        return measured;
    }

    @Override
    public final List<String> pointers(JsonNode line) {
        return List.copyOf(table.pointers().values());
    }

    @Override
    final void measure(Run run) throws IOException, InterruptedException {
        Path own = run.lines().file();
        List<String> options = new ArrayList<>(List.of("--out=" + file.beside(own), "--continue"));
        if (run.scale().quick()) {
            options.add("--quick");
        }
        measure(file.read(own), options, run);
        if (own(file.read(own)).isEmpty()) {
            throw new IOException(name() + ": nothing was measured, see above");
        }
    }

    /**
     * Runs the other benchmark for what its file lacks.
     *
     * @param options of it that name the file
     */
    abstract void measure(Lines lines, List<String> options, Run run) throws IOException, InterruptedException;

    @Override
    public List<Panel> panels(Lines lines) {
        return List.of();
    }

    @Override
    final void addBars(Bars bars, Lines lines) {
        if (!own(lines).isEmpty()) {
            addMeasured(bars, lines);
        }
    }

    /** Adds the bars; some of its lines are there. */
    abstract void addMeasured(Bars bars, Lines lines);

    @Override
    final MarkdownTable table(Lines lines) {
        return table.of(own(lines), (labels, pointer) -> value(lines, labels, pointer));
    }

    /** What stands for all turns of a cell. */
    double value(Lines lines, Map<String, String> labels, String pointer) {
        return lines.median(measured, labels, pointer);
    }
}
