// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;

/** A table in a file: a head, then a row per line; values have no commas. One thread. */
public final class Csv {

    private final Path file;
    private final List<String> head;
    private final int keyColumns;
    private final List<List<String>> rows = new ArrayList<>();

    private Csv(Path file, List<String> head, int keyColumns) {
        this.file = file;
        this.head = head;
        this.keyColumns = keyColumns;
    }

    /**
     * A table in a new file, or, to continue it, one with the file's rows.
     *
     * @param head the columns' names, separated by commas
     * @param keyColumns the first columns, by which a row replaces an earlier one
     * @throws IOException if a file that shall be continued cannot be read or has other columns, or one that shall not
     *     has rows
     */
    public static Csv open(Path file, String head, int keyColumns, boolean continued) throws IOException {
        Csv csv = new Csv(file, List.of(head.split(",")), keyColumns);
        if (!continued) {
            OutputFile.requireUnused(file);
        } else if (Files.exists(file)) {
            List<String> lines = Files.readAllLines(file);
            if (lines.isEmpty() || !lines.get(0).equals(head)) {
                throw new IOException(file + " has other columns than " + csv.head + ": name another file with --out");
            }
            lines.subList(1, lines.size()).forEach(line -> csv.rows.add(List.of(line.split(",", -1))));
        }
        return csv;
    }

    /** Adds a row in place of the one with the same key, and writes the file. */
    public void put(List<String> row) throws IOException {
        rows.removeIf(old -> old.subList(0, keyColumns).equals(row.subList(0, keyColumns)));
        rows.add(List.copyOf(row));
        StringBuilder text = new StringBuilder(String.join(",", head)).append('\n');
        rows.forEach(one -> text.append(String.join(",", one)).append('\n'));
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, text);
    }

    public List<List<String>> rows() {
        return List.copyOf(rows);
    }

    /** A value of a row by its column's name. */
    public String value(List<String> row, String column) {
        return row.get(head.indexOf(column));
    }

    /** NaN if it is empty. */
    public double number(List<String> row, String column) {
        String value = value(row, column);
        return value.isEmpty() ? Double.NaN : Double.parseDouble(value);
    }

    /** Points by the name of their line: x to y, where both are numbers; lines in the order of their names. */
    public Map<String, NavigableMap<Double, Double>> lines(Function<List<String>, String> line, String x, String y) {
        Map<String, NavigableMap<Double, Double>> lines = new TreeMap<>();
        for (List<String> row : rows) {
            if (!Double.isNaN(number(row, x)) && !Double.isNaN(number(row, y))) {
                lines.computeIfAbsent(line.apply(row), none -> new TreeMap<>()).put(number(row, x), number(row, y));
            }
        }
        return lines;
    }
}
