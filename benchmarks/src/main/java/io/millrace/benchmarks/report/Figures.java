// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.report;

import io.millrace.benchmarks.machine.Machine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * All figures of a run, one per line: what was measured on what and how, the median of all runs and their spread. One
 * thread.
 */
public final class Figures {

    private static final String COLUMNS = "part,cell,mode,figure,unit,median,lowest,highest,runs";

    /** What names a figure. */
    private static final int KEY_COLUMNS = 4;

    private static final Columns PRINTED =
            new Columns("%-11s %-34s %-32s %-26s %12s  %s", "part|cell|mode|figure|median|spread");

    /** The part that tells how long was measured, and on which machine. */
    static final String RUN = "run";

    private static final String LENGTH = "length";

    private final Csv csv;

    private Figures(Csv csv) {
        this.csv = csv;
    }

    /**
     * Figures in a file.
     *
     * @param continued whether the file's figures stay
     * @throws IOException if the file cannot be read, or has figures that would not stay
     */
    public static Figures open(Path file, boolean continued) throws IOException {
        return new Figures(Csv.open(file, COLUMNS, KEY_COLUMNS, continued));
    }

    public static String header() {
        return PRINTED.head();
    }

    /** The table that they are in. */
    public Csv csv() {
        return csv;
    }

    /** Adds figures, each with the values of all runs. */
    public <R> void addEach(String part, String cell, String mode, List<R> runs, List<Of<R>> figures) {
        for (Of<R> figure : figures) {
            add(
                    part,
                    cell,
                    mode,
                    figure.name,
                    figure.unit,
                    runs.stream().map(figure.value::applyAsDouble).toList());
        }
    }

    /** A figure of runs. */
    public record Of<R>(String name, String unit, ToDoubleFunction<R> value) {}

    /** Adds how long what was done in the last run on this machine. */
    public void addRun(String what, double seconds) {
        add(RUN, Machine.describe().replace(',', ';'), what, LENGTH, "s", seconds);
    }

    /** The machines that the last runs were on. */
    public List<String> machines() {
        return cells(RUN);
    }

    /** How many seconds something took in the last run on a machine; NaN if that is not known. */
    public double runSeconds(String machine, String what) {
        return median(RUN, machine, what, LENGTH);
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
        System.out.println(PRINTED.row(part, cell, mode, figure + " (" + unit + ")", text(Median.of(all)), spread));
    }

    public void add(String part, String cell, String mode, String figure, String unit, double... values) {
        add(part, cell, mode, figure, unit, Arrays.stream(values).boxed().toList());
    }

    private static String text(double value) {
        return String.format(Math.abs(value) >= 1_000 ? "%.0f" : "%.3f", value);
    }

    /** NaN if there is no such figure. */
    public double median(String part, String cell, String mode, String figure) {
        List<String> key = List.of(part, cell, mode, figure);
        return csv.rows().stream()
                .filter(row -> row.subList(0, KEY_COLUMNS).equals(key))
                .mapToDouble(row -> csv.number(row, "median"))
                .findFirst()
                .orElse(Double.NaN);
    }

    /** The cells of a part in the order in which they were added. */
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
