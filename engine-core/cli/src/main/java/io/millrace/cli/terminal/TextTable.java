// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.terminal;

import java.util.ArrayList;
import java.util.List;

/** Rows under a heading, in columns as wide as their widest cell. Numbers are right-aligned. */
public final class TextTable {

    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    public TextTable(String... heading) {
        rows.add(List.of(heading));
    }

    public TextTable row(Object... cells) {
        List<String> row = new ArrayList<>();
        for (Object cell : cells) {
            row.add(Visible.of(String.valueOf(cell)));
        }
        rows.add(row);
        return this;
    }

    public List<String> lines() {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        boolean[] numbers = new boolean[columns];
        for (int column = 0; column < columns; column++) {
            numbers[column] = rows.size() > 1;
            for (int row = 0; row < rows.size(); row++) {
                String cell = rows.get(row).get(column);
                widths[column] = Math.max(widths[column], cell.length());
                numbers[column] &= row == 0 || isNumber(cell);
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < columns; column++) {
                String padding = " ".repeat(widths[column] - row.get(column).length());
                line.append(column == 0 ? "" : GAP)
                        .append(numbers[column] ? padding + row.get(column) : row.get(column) + padding);
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }

    /** Whether a cell is a number, or the placeholder of an unknown one. */
    private static boolean isNumber(String cell) {
        if (cell.isEmpty() || cell.equals("-") || Character.isDigit(cell.charAt(0))) {
            return true;
        }
        return "+-~".indexOf(cell.charAt(0)) >= 0 && cell.length() > 1 && Character.isDigit(cell.charAt(1));
    }

    public void print(Terminal terminal) {
        lines().forEach(terminal::line);
    }
}
