package io.millrace.api.metrics;

import java.util.List;

/** Which gauges and timers of a task are measured by the engine and its library, and not by the author's component. */
public final class BuiltInMeters {

    private static final List<String> PREFIXES = List.of(
            "batch.",
            "engines.",
            "event.time.",
            "join.",
            "lookup.",
            "pending.",
            "queue.",
            "state.",
            "subscriber.",
            "windows.");

    private BuiltInMeters() {}

    /** Whether this is the name of one. Components should give theirs other beginnings. */
    public static boolean has(String name) {
        return PREFIXES.stream().anyMatch(name::startsWith);
    }
}
