package io.millrace.api.error;

import java.util.ArrayList;
import java.util.List;

/**
 * Collects the mistakes of one topology or configuration, so that all are reported together; used by one thread. Public
 * for the engine only.
 */
public final class Problems {

    private final List<String> lines = new ArrayList<>();

    /** Adds a mistake: what, where, what to do. Line breaks of an author's exception do not break the line. */
    public void add(String line) {
        lines.add(oneLine(line));
    }

    public void throwIfAny() {
        if (!lines.isEmpty()) {
            throw new TopologyException(String.join("\n", lines));
        }
    }

    public static String oneLine(String text) {
        return text.strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
