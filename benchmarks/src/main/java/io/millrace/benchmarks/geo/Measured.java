// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.MarkdownTable;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The lines of a figure. Cells are named by the values of its labels, in their order; an empty value stands for any,
 * and so do those that are left out.
 */
record Measured(Lines lines, String figure, List<String> labels) {

    /** The values of a label, in the order in which they were measured. */
    Set<String> values(String label) {
        return lines.values(figure, label);
    }

    /** The median of all turns; NaN if there is none. */
    double median(String pointer, String... values) {
        return lines.median(figure, named(values), pointer);
    }

    /** The median as it is written in a table. */
    String text(String pointer, String... values) {
        return MarkdownTable.shorten(median(pointer, values));
    }

    /** All turns. */
    List<JsonNode> turns(String... values) {
        return lines.of(figure, named(values));
    }

    private Map<String, String> named(String... values) {
        Map<String, String> named = new LinkedHashMap<>();
        for (int i = 0; i < values.length; i++) {
            if (!values[i].isEmpty()) {
                named.put(labels.get(i), values[i]);
            }
        }
        return named;
    }

    /** A line over the numbers that a label has; values that are no finite numbers are left out. */
    NavigableMap<Double, Double> points(String label, ToDoubleFunction<String> value) {
        NavigableMap<Double, Double> points = new TreeMap<>();
        for (String x : values(label)) {
            double y = value.applyAsDouble(x);
            if (Double.isFinite(y)) {
                points.put(Double.valueOf(x), y);
            }
        }
        return points;
    }

    /** What belongs to each name, in their order. */
    static <T> Map<String, T> each(Collection<String> names, Function<String, T> value) {
        Map<String, T> all = new LinkedHashMap<>();
        names.forEach(name -> all.put(name, value.apply(name)));
        return all;
    }

    /** A column of a table of seconds in a line, over the first column. */
    static NavigableMap<Double, Double> series(JsonNode line, String pointer, int column) {
        NavigableMap<Double, Double> points = new TreeMap<>();
        line.at(pointer)
                .forEach(second ->
                        points.put(second.get(0).asDouble(), second.get(column).asDouble()));
        return points;
    }

    /** NaN if there are none. */
    static double most(Collection<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
    }

    /** The greater of two, or that which is a number. */
    static double greater(double one, double other) {
        return Double.isNaN(one) ? other : Double.isNaN(other) ? one : Math.max(one, other);
    }
}
