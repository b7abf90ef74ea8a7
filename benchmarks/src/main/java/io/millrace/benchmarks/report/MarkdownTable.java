// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A table in Markdown that grows row by row. One thread. */
public final class MarkdownTable {

    private final StringBuilder text = new StringBuilder();

    public MarkdownTable(String... heads) {
        row((Object[]) heads);
        text.append("|---".repeat(heads.length)).append("|\n");
    }

    /** @param heads separated by bars */
    public static MarkdownTable of(String heads) {
        return new MarkdownTable(heads.split("\\|"));
    }

    /** A table whose first column has another head than the others. */
    public static MarkdownTable of(String first, List<String> others) {
        return new MarkdownTable(
                Stream.concat(Stream.of(first), others.stream()).toArray(String[]::new));
    }

    /** A row whose first cell is its name. */
    public void row(String name, List<?> others) {
        row(Stream.concat(Stream.of(name), others.stream()).toArray());
    }

    /** Numbers are shortened to what matters; one that is not there is a dash. */
    public void row(Object... cells) {
        for (Object cell : cells) {
            text.append("| ")
                    .append(cell instanceof Double number ? shorten(number) : cell)
                    .append(' ');
        }
        text.append("|\n");
    }

    public void row(List<Object> cells) {
        row(cells.toArray());
    }

    public static String shorten(double number) {
        if (!Double.isFinite(number)) {
            return "–";
        }
        double size = Math.abs(number);
        String format = size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, format, number);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
