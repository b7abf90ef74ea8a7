// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The columns of a table with one row for each object: each column has a heading and the values of its cells. Used by
 * one thread.
 */
public final class Columns<T> {

    private final List<String> headings = new ArrayList<>();
    private final List<Function<T, ?>> cells = new ArrayList<>();

    /** @param cell returns the cell of an object's row */
    public Columns<T> add(String heading, Function<T, ?> cell) {
        headings.add(heading);
        cells.add(cell);
        return this;
    }

    /** Returns the lines of the table of these objects. */
    public List<String> lines(List<T> things) {
        TextTable table = new TextTable(headings.toArray(String[]::new));
        things.forEach(
                thing -> table.row(cells.stream().map(cell -> cell.apply(thing)).toArray()));
        return table.lines();
    }
}
