// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.error;

import java.util.ArrayList;
import java.util.List;

/**
 * Collects the mistakes of one topology or configuration, so that all are reported together. Used by one thread. Public
 * for the engine only.
 */
public final class Problems {

    private final List<String> lines = new ArrayList<>();

    /** Adds a mistake: what is wrong, where, and what to do. Line breaks are replaced by spaces. */
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
