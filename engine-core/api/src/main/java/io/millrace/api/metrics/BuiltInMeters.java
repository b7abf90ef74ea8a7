// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

import java.util.List;

/** Tells the gauges and timers that the engine and its library measure from those of the author's component. */
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

    /** Whether a gauge or timer of this name is measured by the engine. Components should use other names. */
    public static boolean has(String name) {
        return PREFIXES.stream().anyMatch(name::startsWith);
    }
}
