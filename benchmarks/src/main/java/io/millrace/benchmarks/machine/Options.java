package io.millrace.benchmarks.machine;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** The options of a benchmark's command line: {@code --name=value} or {@code --name}, each taken once. */
public final class Options {

    private final Map<String, String> given = new TreeMap<>();

    public Options(String[] arguments) {
        for (String argument : arguments) {
            String[] pair = argument.split("=", 2);
            given.put(pair[0], pair.length > 1 ? pair[1] : "");
        }
    }

    /** The value of an option, without the dashes, or what it is if it is not given. */
    public String take(String name, String otherwise) {
        String value = given.remove("--" + name);
        return value == null ? otherwise : value;
    }

    public int take(String name, int otherwise) {
        return Integer.parseInt(take(name, Integer.toString(otherwise)));
    }

    public double take(String name, double otherwise) {
        return Double.parseDouble(take(name, Double.toString(otherwise)));
    }

    /** Whether an option without a value is given. */
    public boolean takeFlag(String name) {
        return given.remove("--" + name) != null;
    }

    /** A value of several, separated by commas. */
    public <T> List<T> takeList(String name, String otherwise, Function<String, T> read) {
        return Arrays.stream(take(name, otherwise).split(",")).map(read).toList();
    }

    /** Ends the process with the usage unless all options were taken. */
    public void requireNoOther(String usage) {
        if (!given.isEmpty()) {
            System.err.println("unknown: " + String.join(" ", given.keySet()) + "; use " + usage);
            System.exit(2);
        }
    }
}
