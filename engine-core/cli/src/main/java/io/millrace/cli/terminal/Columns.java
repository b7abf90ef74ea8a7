package io.millrace.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The columns of a table that has a row for each of some things: each heading with what is below it. Used by one thread. */
public final class Columns<T> {

    private final List<String> headings = new ArrayList<>();
    private final List<Function<T, ?>> cells = new ArrayList<>();

    /** @param cell of the row of a thing */
    public Columns<T> add(String heading, Function<T, ?> cell) {
        headings.add(heading);
        cells.add(cell);
        return this;
    }

    /** Returns the lines of the table of these things. */
    public List<String> lines(List<T> things) {
        Table table = new Table(headings.toArray(String[]::new));
        things.forEach(
                thing -> table.row(cells.stream().map(cell -> cell.apply(thing)).toArray()));
        return table.lines();
    }
}
