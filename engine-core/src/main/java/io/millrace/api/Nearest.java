package io.millrace.api;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the known name that a mistyped one most likely stands for, so that an error can name it. */
final class Nearest {

    /** What a name counts that differs by a whole dotted part only, as {@code workers} for {@code topology.workers}. */
    private static final int DISTANCE_OF_PART = 1;

    private Nearest() {}

    /** The nearest of {@code known}, the first of equals; empty if none resembles {@code name}. */
    static Optional<String> of(String name, Collection<String> known) {
        String nearest = null;
        int least = Math.max(2, name.length() / 3) + 1;
        for (String candidate : known) {
            int distance = distance(name.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
            if (distance < least) {
                least = distance;
                nearest = candidate;
            }
        }
        return Optional.ofNullable(nearest);
    }

    private static int distance(String name, String candidate) {
        if (!name.equals(candidate) && !name.isEmpty()) {
            if (candidate.endsWith("." + name)
                    || candidate.startsWith(name + ".")
                    || name.startsWith(candidate + ".")) {
                return DISTANCE_OF_PART;
            }
        }
        return levenshtein(name, candidate);
    }

    private static int levenshtein(String a, String b) {
        int[] above = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, Math.min(above[j], row[j - 1]) + 1);
            }
            above = row;
        }
        return above[b.length()];
    }
}
