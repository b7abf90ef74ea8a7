// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.error;

import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds the known name that a mistyped name most likely means, so that an error can suggest it. Public for the engine
 * only.
 */
public final class Nearest {

    /**
     * The distance of a name that lacks only whole dotted parts of the other, as {@code workers} of
     * {@code topology.workers}.
     */
    private static final int DISTANCE_BY_PARTS = 2;

    /** Longer names are not compared: the time of a comparison grows with the product of the lengths. */
    private static final int LONGEST = 256;

    private Nearest() {}

    /** Returns the nearest of {@code known}, or the first of several; empty if none is similar to {@code name}. */
    public static Optional<String> of(String name, Collection<String> known) {
        return name.length() > LONGEST ? Optional.empty() : of(name, known, Math.max(2, name.length() / 3));
    }

    /** Returns the nearest of {@code known} however far it is; empty only if none is known. */
    public static Optional<String> ofAll(String name, Collection<String> known) {
        return of(name.substring(0, Math.min(LONGEST, name.length())), known, Integer.MAX_VALUE - 1);
    }

    private static Optional<String> of(String name, Collection<String> known, int most) {
        String nearest = null;
        int least = most + 1;
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
        int distance = levenshtein(name, candidate);
        return distance > DISTANCE_BY_PARTS && (hasPartsOf(name, candidate) || hasPartsOf(candidate, name))
                ? DISTANCE_BY_PARTS
                : distance;
    }

    private static boolean hasPartsOf(String whole, String name) {
        Iterator<String> parts = Arrays.asList(whole.split("\\.")).iterator();
        for (String wanted : name.split("\\.")) {
            boolean found = false;
            while (!found && parts.hasNext()) {
                found = parts.next().equals(wanted);
            }
            if (!found) {
                return false;
            }
        }
        return true;
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
