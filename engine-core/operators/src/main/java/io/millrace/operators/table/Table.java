// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.table;

import io.millrace.api.Fields;
import io.millrace.api.config.Units;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.format.Delimited;
import java.io.Serializable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The location and the columns of a table, see {@link Tables}. Immutable: each method that sets something returns
 * another table.
 *
 * <p>A worker reads the file before its first input, and keeps the rows on its heap, once for all tasks that look them
 * up in the same table. It checks each second whether the file has changed: by its time of modification, its size, and
 * its inode. If it has, and has not changed further a second later, a thread of the table reads it, and then all tasks
 * see all of its rows at once. The old and the new rows are on the heap meanwhile. A file that cannot be read, or has a
 * line that does not fit, changes nothing: it is reported once and tried again. The writer should write another file,
 * and rename it.
 */
public final class Table implements Serializable {

    private static final long serialVersionUID = 1L;

    private static final Duration MIN_CHECK = Duration.ofMillis(1);
    private static final Duration MAX_CHECK = Duration.ofHours(24);

    private final String path;
    private String separator = ",";
    private Fields columns;
    private Class<? extends Record> type;
    private String key;
    private boolean header;
    private Duration checkEvery = Duration.ofSeconds(1);

    Table(String path) {
        check(path != null && !path.isBlank(), "the table's path is missing: name a file");
        this.path = path;
    }

    private Table copy() {
        Table copy = new Table(path);
        copy.separator = separator;
        copy.columns = columns;
        copy.type = type;
        copy.key = key;
        copy.header = header;
        copy.checkEvery = checkEvery;
        return copy;
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new TopologyException(otherwise);
        }
    }

    Table of(Class<? extends Record> record) {
        Table copy = copy();
        copy.type = record;
        copy.columns = Delimited.of(separator, record).fields();
        return copy;
    }

    /**
     * Sets the text between the columns.
     *
     * @param text the separator, not empty, without quotes and line breaks; by default a comma
     */
    public Table separator(String text) {
        check(text != null && !text.isEmpty(), "the separator of the table " + path + " is empty: give one");
        Table copy = copy();
        copy.separator = text;
        return copy;
    }

    /** Names all columns of the file, in order. The first column is the key, unless {@link #key} names another one. */
    public Table columns(String... names) {
        check(type == null, "the columns of the table " + path + " are those of its record: name none");
        check(names.length > 0, "the table " + path + " has no columns: name them");
        Table copy = copy();
        copy.columns = Fields.of(names);
        return copy;
    }

    /** Names the column by which rows are looked up. No two rows may have the same value there. */
    public Table key(String column) {
        Table copy = copy();
        copy.key = column;
        return copy;
    }

    /** Skips the first record of the file, which is no row. */
    public Table header() {
        Table copy = copy();
        copy.header = true;
        return copy;
    }

    /**
     * Sets the interval of the checks of the file.
     *
     * @param interval 1 ms to 24 h; by default 1 s
     */
    public Table checkEvery(Duration interval) {
        check(
                interval != null && interval.compareTo(MIN_CHECK) >= 0 && interval.compareTo(MAX_CHECK) <= 0,
                "the table " + path + " is checked every " + (interval == null ? "null" : Units.duration(interval))
                        + ": take " + Units.duration(MIN_CHECK) + " to " + Units.duration(MAX_CHECK));
        Table copy = copy();
        copy.checkEvery = interval;
        return copy;
    }

    /** Checks the settings that can be checked without the file. */
    void check() {
        check(columns != null, "the table " + path + " has no columns: name them by columns");
        check(
                key == null || columns.indexOf(key) >= 0,
                "the table " + path + " has no column '" + key + "', which is its key: it has " + columns);
        lines();
    }

    Path path() {
        return Path.of(path).toAbsolutePath().normalize();
    }

    Delimited lines() {
        return type == null ? Delimited.of(separator, columns) : Delimited.of(separator, type);
    }

    int keyColumn() {
        return key == null ? 0 : columns.indexOf(key);
    }

    /** Returns the columns other than the key. */
    Fields values() {
        List<String> names = new ArrayList<>(columns.names());
        names.remove(keyColumn());
        return new Fields(names);
    }

    boolean hasHeader() {
        return header;
    }

    long checkNanos() {
        return checkEvery.toNanos();
    }

    /** Returns an object that is equal for tables with the same rows. */
    Object identity() {
        return List.of(
                Table.class, path(), separator, columns, List.of(lines().types()), keyColumn(), header, checkEvery);
    }
}
