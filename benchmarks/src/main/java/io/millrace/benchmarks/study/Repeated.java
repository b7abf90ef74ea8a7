// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.study;

import io.millrace.benchmarks.report.Median;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the repetitions of one measurement gave: the values of each measure, ascending. */
public record Repeated(Map<String, double[]> values) {

    /** The values of at least one repetition, all with the measures of the first. */
    public static Repeated of(List<Map<String, Double>> repetitions) {
        Map<String, double[]> values = new TreeMap<>();
        for (String measure : repetitions.get(0).keySet()) {
            values.put(
                    measure,
                    repetitions.stream()
                            .mapToDouble(one -> one.get(measure))
                            .sorted()
                            .toArray());
        }
        return new Repeated(values);
    }

    /** NaN if it was not measured. */
    public double median(String measure) {
        double[] sorted = values.get(measure);
        return sorted == null ? Double.NaN : Median.of(sorted);
    }

    /** The median in this format; empty if it was not measured. */
    public String text(String measure, String format) {
        return values.containsKey(measure) ? String.format(format, median(measure)) : "";
    }

    /** The texts of several measures. */
    public List<String> texts(String format, String... measures) {
        return Stream.of(measures).map(measure -> text(measure, format)).toList();
    }

    /** The lowest and the highest value in this format; empty if it was not measured. */
    public String spread(String measure, String format) {
        double[] sorted = values.getOrDefault(measure, new double[0]);
        return sorted.length == 0
                ? ""
                : String.format(format, sorted[0]) + "-" + String.format(format, sorted[sorted.length - 1]);
    }

    /**
     * An object of JSON.
     *
     * @param labels its first members
     */
    public String json(String labels) {
        return values.entrySet().stream()
                .map(measure -> ", \"" + measure.getKey() + "\": " + Arrays.toString(measure.getValue()))
                .collect(Collectors.joining("", "{" + labels, "}"));
    }
}
