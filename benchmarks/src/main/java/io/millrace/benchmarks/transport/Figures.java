package io.millrace.benchmarks.transport;

import io.millrace.benchmarks.machine.Child;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Named figures of a process, told to the one that started it as a line of key=value. */
final class Figures {

    private final Map<String, Double> values = new TreeMap<>();

    static Figures parse(String line) {
        Figures figures = new Figures();
        for (String word : line.substring(Child.RESULT.length()).strip().split(" ")) {
            int equals = word.indexOf('=');
            figures.put(word.substring(0, equals), Double.parseDouble(word.substring(equals + 1)));
        }
        return figures;
    }

    static String percentile(double percentile) {
        return "p" + Double.toString(percentile).replace(".0", "").replace(".", "");
    }

    void put(String name, double value) {
        values.put(name, value);
    }

    Figures with(Figures others) {
        Figures all = new Figures();
        all.values.putAll(values);
        all.values.putAll(others.values);
        return all;
    }

    /** NaN if there is none of this name. */
    double get(String name) {
        return values.getOrDefault(name, Double.NaN);
    }

    String line() {
        return values.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(" ", Child.RESULT + " ", ""));
    }
}
