package io.millrace.runtime.settings;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Suggests a known name for an unknown one. */
public final class NearestName {

    private NearestName() {}

    /** The known name with the smallest edit distance; empty only if there are no known names. */
    public static Optional<String> of(String unknown, Collection<String> known) {
        return known.stream().min(Comparator.comparingInt(name -> distance(unknown, name)));
    }

    /** Levenshtein's edit distance. */
    private static int distance(String a, String b) {
        int[] previous = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(change, 1 + Math.min(previous[j], row[j - 1]));
            }
            previous = row;
        }
        return previous[b.length()];
    }
}
