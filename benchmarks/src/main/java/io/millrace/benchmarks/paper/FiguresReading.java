// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

/**
 * A figure of a benchmark that measures each cell once, and draws its picture while it measures: a cell has the labels
 * {@code cell} and {@code mode}.
 */
abstract class FiguresReading extends Reading {

    static final String CELL = "cell";
    static final String MODE = "mode";

    private final String picture;

    FiguresReading(
            String name, Source source, String what, RawFile file, String measured, ReadTable table, String picture) {
        super(name, source, what, file, measured, table);
        this.picture = picture;
    }

    @Override
    final int turns(int asked) {
        return 1;
    }

    @Override
    public final String picture() {
        return picture;
    }
}
