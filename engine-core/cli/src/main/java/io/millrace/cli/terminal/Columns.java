package io.millrace.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The columns of a table whose rows are things of one kind.
 *
 * @param <T> the things
 */
public final class Columns<T> {

    private final List<String> heading = new ArrayList<>();
    private final List<Function<T, ?>> cells = new ArrayList<>();

    /** Adds a column on the right. */
    public Columns<T> add(String title, Function<T, ?> cell) {
        heading.add(title);
        cells.add(cell);
        return this;
    }

    /** Returns the table of some things, one each row. */
    public Table table(Iterable<T> things) {
        Table table = new Table(heading.toArray(String[]::new));
        for (T thing : things) {
            table.row(cells.stream().map(cell -> cell.apply(thing)).toArray());
        }
        return table;
    }
}
