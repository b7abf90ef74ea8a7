// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** What the turns of one measurement gave: the values of each figure, ascending. */
public record Repeated(Map<String, double[]> values) {

    /** @param lines of one cell; a figure has the values of those that have it */
    public static Repeated of(List<JsonNode> lines) {
        Map<String, double[]> values = new LinkedHashMap<>();
        for (JsonNode line : lines) {
            line.path("result").properties().forEach(figure -> {
                if (figure.getValue().isNumber()) {
                    DoubleStream before = DoubleStream.of(values.getOrDefault(figure.getKey(), new double[0]));
                    DoubleStream all = DoubleStream.concat(
                            before, DoubleStream.of(figure.getValue().asDouble()));
                    values.put(figure.getKey(), all.sorted().toArray());
                }
            });
        }
        return new Repeated(values);
    }

    /** The number of turns that have a figure. */
    public int count(String figure) {
        return values.getOrDefault(figure, new double[0]).length;
    }

    /** NaN if it was not measured. */
    public double median(String figure) {
        double[] sorted = values.get(figure);
        return sorted == null ? Double.NaN : Median.of(sorted);
    }

    /** The median in this format; empty if it was not measured. */
    public String text(String figure, String format) {
        return values.containsKey(figure) ? String.format(format, median(figure)) : "";
    }

    /** The texts of several figures. */
    public List<String> texts(String format, String... figures) {
        return Stream.of(figures).map(figure -> text(figure, format)).toList();
    }

    /** The lowest and the highest value in this format; empty if it was not measured. */
    public String spread(String figure, String format) {
        double[] sorted = values.getOrDefault(figure, new double[0]);
        return sorted.length == 0
                ? ""
                : String.format(format, sorted[0]) + "-" + String.format(format, sorted[sorted.length - 1]);
    }
}
