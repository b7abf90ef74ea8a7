package io.millrace.benchmarks.report;

/**
 * The columns of a table that is printed while it grows.
 *
 * @param format of a row, for texts
 * @param heads separated by bars
 */
public record Columns(String format, String heads) {

    public String head() {
        return row((Object[]) heads.split("\\|"));
    }

    public String row(Object... cells) {
        return String.format(format, cells);
    }
}
