// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import io.millrace.benchmarks.report.FigureLines;
import io.millrace.benchmarks.report.Lines;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A figure of a benchmark that writes a table with one run of each cell, and draws its picture from what it measures: a
 * cell has the labels {@code cell} and {@code mode}.
 */
abstract class TableReading extends Reading {

    static final String CELL = "cell";
    static final String MODE = "mode";

    private final String picture;

    TableReading(
            String name, Source source, String what, RawFile file, String measured, ReadTable table, String picture) {
        super(name, source, what, file, measured, table);
        this.picture = picture;
    }

    @Override
    final int turns(int asked) {
        return 1;
    }

    @Override
    final String picture() {
        return picture;
    }

    @Override
    final String provenance(Lines lines) {
        return own(lines).stream()
                        .map(line -> line.get(FigureLines.RUN).asText())
                        .distinct()
                        .collect(Collectors.joining("; "))
                + "; one run of each";
    }

    @Override
    final void measure(Lines lines, List<String> options, Run run) throws IOException, InterruptedException {
        if (own(lines).isEmpty()) {
            measure(options);
        }
    }

    /** Runs the benchmark. */
    abstract void measure(List<String> options) throws IOException, InterruptedException;
}
