// SPDX-License-Identifier: Apache-2.0
package io.millrace.compatibility;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What has become of an API since it was released.
 *
 * @param breaks a minus before what is gone or changed, and a plus before what whoever implements a type must add
 */
record Changes(SortedSet<String> breaks) {

    static Changes between(Set<String> released, Set<String> present) {
        SortedSet<String> breaks = new TreeSet<>();
        Set<String> types = new HashSet<>();
        for (String line : released) {
            types.add(type(line));
            if (!present.contains(line)) {
                breaks.add("- " + line);
            }
        }
        for (String line : present) {
            // A method without a body in a type that was there: its implementations lack it
            if (!released.contains(line) && line.contains(": public abstract ") && line.contains("#")) {
                if (types.contains(type(line))) {
                    breaks.add("+ " + line);
                }
            }
        }
        return new Changes(breaks);
    }

    private static String type(String line) {
        int end = line.indexOf('#');
        return line.substring(0, end < 0 ? line.indexOf(':') : end);
    }

    /**
     * What the declaration of intended breaks has wrong: breaks that it lacks, lines that are no breaks, and lines
     * without a reason, which is a comment above them.
     */
    List<String> undeclared(List<String> declaration) {
        List<String> wrong = new ArrayList<>();
        Set<String> declared = new HashSet<>();
        boolean reason = false;
        for (String line : declaration) {
            if (line.isBlank()) {
                reason = false;
            } else if (line.startsWith("#")) {
                reason = true;
            } else {
                declared.add(line);
                if (!breaks.contains(line)) {
                    wrong.add("is declared, and is no break: " + line);
                } else if (!reason) {
                    wrong.add("has no reason, a comment above it: " + line);
                }
            }
        }
        breaks.stream().filter(line -> !declared.contains(line)).forEach(line -> wrong.add("is not declared: " + line));
        return wrong;
    }
}
