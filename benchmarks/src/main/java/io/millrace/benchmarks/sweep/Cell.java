// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One point of the sweep.
 *
 * @param bytes of a message
 */
public record Cell(Setting setting, int bytes, Work work) {

    /**
     * Engines of each process where they have nothing to do, and wait for the next message only: what bounds them is no
     * core.
     */
    private static final int WITHOUT_COST = 8;

    /**
     * Engines of each process where they compute: while one hands a message back and gets the next, the other has the
     * core.
     */
    private static final int WITH_COST = 2;

    /** How many messages are worked on at a time. */
    public int engines() {
        if (setting == Setting.SLOTS || work.grouping() == Grouping.SHUFFLE) {
            return setting.engines();
        }
        return setting.processes() * (work.costMillis() == 0 ? WITHOUT_COST : WITH_COST);
    }

    String size() {
        return size(bytes);
    }

    static String size(int bytes) {
        if (bytes >= 1_000_000) {
            return bytes / 1_000_000 + " MB";
        }
        return bytes >= 1_000 ? bytes / 1_000 + " KB" : bytes + " B";
    }

    double costSeconds() {
        return work.costSeconds();
    }

    String name() {
        return setting.text() + " " + size() + " " + work.text();
    }

    Map<String, String> labels(String engine) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("engine", engine);
        labels.put("size", size());
        labels.put("work", work.text());
        return labels;
    }

    /** Encodes the cell as one argument of a command. */
    String encode() {
        return setting + ":" + bytes + ":" + work.costMillis() + ":" + work.grouping();
    }

    static Cell decode(String encoded) {
        String[] part = encoded.split(":");
        Work work = new Work(Integer.parseInt(part[2]), Grouping.valueOf(part[3]));
        return new Cell(Setting.valueOf(part[0]), Integer.parseInt(part[1]), work);
    }
}
