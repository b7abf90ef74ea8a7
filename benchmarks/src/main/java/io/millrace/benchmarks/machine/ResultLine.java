// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.machine;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/** Named figures of a process, told to the one that started it as a line of key=value. */
public record ResultLine(Map<String, Double> values) {

    public ResultLine() {
        this(new TreeMap<>());
    }

    public static ResultLine parse(String line) {
        return new ResultLine(Child.figures(line));
    }

    public void put(String name, double value) {
        values.put(name, value);
    }

    /** Puts percentiles in microseconds of what was recorded in nanoseconds. */
    public void putMicros(Histogram nanos) {
        put("p50", nanos.getValueAtPercentile(50) / 1e3);
        put("p99", nanos.getValueAtPercentile(99) / 1e3);
        put("p999", nanos.getValueAtPercentile(99.9) / 1e3);
        put("max", nanos.getMaxValue() / 1e3);
    }

    public ResultLine with(ResultLine others) {
        Map<String, Double> all = new TreeMap<>(values);
        all.putAll(others.values);
        return new ResultLine(all);
    }

    /** NaN if there is none of this name. */
    public double get(String name) {
        return values.getOrDefault(name, Double.NaN);
    }

    public String line() {
        return values.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(" ", Child.RESULT + " ", ""));
    }
}
