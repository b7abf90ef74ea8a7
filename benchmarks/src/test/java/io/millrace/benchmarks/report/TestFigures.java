// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.report;

import java.io.IOException;
import java.nio.file.Path;

/** Figures that were not measured. */
public final class TestFigures {

    private TestFigures() {}

    /** Figures in a new file of a directory. */
    public static Figures in(Path directory) throws IOException {
        return new Figures(Lines.open(directory.resolve("figures.jsonl"), false));
    }

    /** Adds turns that have one figure. */
    public static void add(Figures figures, String part, String cell, String mode, String figure, double... values)
            throws IOException {
        for (double value : values) {
            figures.add(part, cell, mode, new Measured().add(figure, "unit", value));
        }
    }
}
