// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Lines by what was measured: a part of a benchmark, its cell, and how or by whom it was done. One thread. */
public final class Figures {

    private static final String CELL = "cell";
    private static final String MODE = "mode";

    /** The unit of what is counted. */
    public static final String NUMBER = "number";

    private static final Columns PRINTED =
            new Columns("%-11s %-34s %-32s %-26s %12s  %s", "part|cell|mode|figure|median|spread");

    private final Lines lines;
    private final Map<String, Object> conditions = new LinkedHashMap<>();

    public Figures(Lines lines) {
        this.lines = lines;
    }

    public Lines lines() {
        return lines;
    }

    /** Says what holds for all that is added from now on, and becomes a part of each line. */
    public Figures under(String name, Object value) {
        conditions.put(name, value);
        return this;
    }

    /** Says how long everything is measured from now on. */
    public Figures under(Number warmUpSeconds, Number seconds) {
        return under(Lines.WARM_UP_SECONDS, warmUpSeconds).under(Lines.SECONDS, seconds);
    }

    private static Map<String, String> labels(String cell, String mode) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put(CELL, cell);
        labels.put(MODE, mode);
        return labels;
    }

    /** Adds one more turn. */
    public void add(String part, String cell, String mode, Measured measured) throws IOException {
        conditions.forEach(measured::with);
        lines.add(part, labels(cell, mode), turns(part, cell, mode) + 1, measured.line());
    }

    private List<JsonNode> of(String part, String cell, String mode) {
        return lines.of(part, labels(cell, mode));
    }

    /** How often it was measured. */
    public int turns(String part, String cell, String mode) {
        return of(part, cell, mode).size();
    }

    public Repeated repeated(String part, String cell, String mode) {
        return Repeated.of(of(part, cell, mode));
    }

    /** The median of its turns; NaN if there is no such figure. */
    public double median(String part, String cell, String mode, String figure) {
        return repeated(part, cell, mode).median(figure);
    }

    /** The median of what one mode has of another one's figure in the same turn; NaN if no turn has both. */
    public double medianRatio(String part, String cell, String mode, String other, String figure) {
        Map<Integer, Double> others = values(part, cell, other, figure);
        double[] ratios = values(part, cell, mode, figure).entrySet().stream()
                .filter(own -> others.containsKey(own.getKey()))
                .mapToDouble(own -> own.getValue() / others.get(own.getKey()))
                .toArray();
        return ratios.length == 0 ? Double.NaN : Median.of(ratios);
    }

    /** By turn. */
    private Map<Integer, Double> values(String part, String cell, String mode, String figure) {
        Map<Integer, Double> values = new LinkedHashMap<>();
        for (JsonNode line : of(part, cell, mode)) {
            if (line.path("result").has(figure)) {
                values.put(
                        line.path("turn").asInt(),
                        line.path("result").get(figure).asDouble());
            }
        }
        return values;
    }

    /** The medians of a figure by mode, over the number that the name of a cell begins with. */
    public Map<String, NavigableMap<Double, Double>> overCells(String part, String figure) {
        Map<String, NavigableMap<Double, Double>> byMode = new TreeMap<>();
        for (String cell : cells(part)) {
            for (String mode : modes(part, cell)) {
                double median = median(part, cell, mode, figure);
                if (!Double.isNaN(median)) {
                    byMode.computeIfAbsent(mode, none -> new TreeMap<>())
                            .put(Double.valueOf(cell.split(" ")[0]), median);
                }
            }
        }
        return byMode;
    }

    /** The unit of a figure of a part; empty if there is none. */
    public String unit(String part, String figure) {
        return lines.of(part).stream()
                .map(line -> line.path("units").path(figure).asText())
                .filter(unit -> !unit.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** The cells of a part in the order in which they were added. */
    public List<String> cells(String part) {
        return List.copyOf(lines.values(part, CELL));
    }

    /** The cell that a line is of. */
    static String cell(JsonNode line) {
        return line.path("labels").path(CELL).asText();
    }

    /** All modes of a part's cell, in the order in which they were added. */
    public List<String> modes(String part, String cell) {
        return lines.of(part, Map.of(CELL, cell)).stream()
                .map(Figures::mode)
                .distinct()
                .toList();
    }

    /** How or by whom a line was measured. */
    static String mode(JsonNode line) {
        return line.path("labels").path(MODE).asText();
    }

    public static String header() {
        return PRINTED.head();
    }

    /** Prints each figure. */
    public void print(String part, String cell, String mode) {
        Repeated all = repeated(part, cell, mode);
        for (String figure : all.values().keySet()) {
            String text = all.median(figure) >= 1_000 ? "%.0f" : "%.3f";
            System.out.println(PRINTED.row(
                    part,
                    cell,
                    mode,
                    figure + " (" + unit(part, figure) + ")",
                    all.text(figure, text),
                    all.count(figure) == 1 ? "" : all.spread(figure, text)));
        }
    }
}
