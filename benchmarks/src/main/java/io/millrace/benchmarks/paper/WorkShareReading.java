// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.stages.StagesBenchmark;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the time of a record is spent on, beside the share of work that was published. */
final class WorkShareReading extends FiguresReading {

    /** The most that was work. */
    private static final double PUBLISHED_PERCENT = 11;

    private static final String USEFUL = "/result/useful share";

    /** The published streams have no windows, which hold what they have got. */
    private static final String WINDOWS = "yahoo";

    private static final int WORKLOADS = 3;
    private static final int PLACES = 3;
    private static final int RATES = 2;

    WorkShareReading(String name, Source source, String what) {
        super(
                name,
                source,
                what,
                RawFile.STAGES,
                "stages",
                ReadTable.rows(
                        "latency, µs",
                        "/result/latency",
                        "work, %",
                        USEFUL,
                        "between operators, %",
                        "/result/between operators",
                        "held, %",
                        "/result/held",
                        "the source's lateness, %",
                        "/result/lateness"),
                "stages");
    }

    @Override
    int cells() {
        return WORKLOADS * PLACES * RATES;
    }

    @Override
    boolean needsHosts() {
        return true;
    }

    @Override
    void measure(Lines lines, List<String> options, Run run) throws IOException, InterruptedException {
        StagesBenchmark.run(options);
    }

    @Override
    void addMeasured(Bars bars, Lines lines) {
        Set<String> cells = new LinkedHashSet<>(lines.values(measured(), CELL));
        cells.removeIf(cell -> cell.startsWith(WINDOWS));
        for (String cell : cells) {
            double useful = lines.median(measured(), Map.of(CELL, cell, MODE, "p50"), USEFUL);
            bars.atLeast(cell + ": work at the median", useful, PUBLISHED_PERCENT, "%");
        }
    }
}
