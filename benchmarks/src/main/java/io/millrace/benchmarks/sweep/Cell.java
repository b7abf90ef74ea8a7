package io.millrace.benchmarks.sweep;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One point of the sweep.
 *
 * @param bytes of a message
 * @param costMillis that an engine needs for each; of a core, or of time in {@link Setting#SLOTS}
 */
record Cell(Setting setting, int bytes, int costMillis) {

    /** Of a line, beside the engine. */
    static final String SIZE = "size";

    static final String COST = "cost";

    String size() {
        return size(bytes);
    }

    static String size(int bytes) {
        if (bytes >= 1_000_000) {
            return bytes / 1_000_000 + " MB";
        }
        return bytes >= 1_000 ? bytes / 1_000 + " KB" : bytes + " B";
    }

    String cost() {
        return cost(costMillis);
    }

    static String cost(int millis) {
        return millis + " ms";
    }

    double costSeconds() {
        return costMillis / 1e3;
    }

    String name() {
        return setting.text() + " " + size() + " " + cost();
    }

    Map<String, String> labels(String engine) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("engine", engine);
        labels.put(SIZE, size());
        labels.put(COST, cost());
        return labels;
    }

    /** As one argument of a command. */
    String encode() {
        return setting + ":" + bytes + ":" + costMillis;
    }

    static Cell decode(String encoded) {
        String[] part = encoded.split(":");
        return new Cell(Setting.valueOf(part[0]), Integer.parseInt(part[1]), Integer.parseInt(part[2]));
    }
}
