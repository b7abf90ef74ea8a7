// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.table;

/** Makes tables, whose rows {@code Bolts.lookup} adds to tuples. */
public final class Tables {

    private Tables() {}

    /**
     * Returns a table of the lines of a file, in UTF-8, with commas between the columns. {@link Table#columns} must
     * name the columns; all are texts.
     *
     * <pre>{@code
     * Tables.file("/data/ads.csv").columns("ad", "campaign")
     * }</pre>
     *
     * @param path a path that all nodes of the topology reach
     */
    public static Table file(String path) {
        return new Table(path);
    }

    /**
     * Returns a table as {@link #file(String)} does, with the components of a record as columns: of String, int, long,
     * double, boolean and their classes.
     */
    public static Table file(String path, Class<? extends Record> type) {
        return new Table(path).of(type);
    }
}
