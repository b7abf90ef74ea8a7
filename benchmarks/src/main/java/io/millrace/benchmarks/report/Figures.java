package io.millrace.benchmarks.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.OptionalDouble;

/** All figures of a run, one per line: what was measured on what and how, the median of all runs and their spread. One thread. */
public final class Figures {

    public static final List<String> COLUMNS =
            List.of("part", "cell", "mode", "figure", "unit", "median", "lowest", "highest", "runs");

    /** What names a figure. */
    public static final int KEY_COLUMNS = 4;

    private static final String FORMAT = "%-11s %-34s %-32s %-26s %12s  %s";

    private final Csv csv;

    public Figures(Csv csv) {
        this.csv = csv;
    }

    public static String header() {
        return String.format(FORMAT, "part", "cell", "mode", "figure", "median", "spread");
    }

    /** Adds a figure with the values of all its runs, at least one, and prints it. */
    public void add(String part, String cell, String mode, String figure, String unit, Collection<Double> values) {
        double[] all = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        List<String> row = List.of(
                part,
                cell,
                mode,
                figure,
                unit,
                text(Median.of(all)),
                text(all[0]),
                text(all[all.length - 1]),
                Integer.toString(all.length));
        try {
            csv.put(row);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the table of figures", e);
        }
        String spread = all.length == 1 ? "" : text(all[0]) + "-" + text(all[all.length - 1]);
        System.out.println(
                String.format(FORMAT, part, cell, mode, figure + " (" + unit + ")", text(Median.of(all)), spread));
    }

    public void add(String part, String cell, String mode, String figure, String unit, double... values) {
        add(part, cell, mode, figure, unit, Arrays.stream(values).boxed().toList());
    }

    private static String text(double value) {
        return String.format(Math.abs(value) >= 1_000 ? "%.0f" : "%.3f", value);
    }

    public OptionalDouble median(String part, String cell, String mode, String figure) {
        List<String> key = List.of(part, cell, mode, figure);
        return csv.rows().stream()
                .filter(row -> row.subList(0, KEY_COLUMNS).equals(key))
                .mapToDouble(row -> csv.number(row, "median"))
                .findFirst();
    }

    /** In the order in which they were added. */
    public List<String> cells(String part) {
        return csv.rows().stream()
                .filter(row -> row.get(0).equals(part))
                .map(row -> row.get(1))
                .distinct()
                .toList();
    }

    /** All modes of a part's cell, in the order in which they were added. */
    public List<String> modes(String part, String cell) {
        return csv.rows().stream()
                .filter(row -> row.get(0).equals(part) && row.get(1).equals(cell))
                .map(row -> row.get(2))
                .distinct()
                .toList();
    }
}
