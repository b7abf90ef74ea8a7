// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.model;

import java.util.Collection;
import java.util.List;

/** How errors print names and lists: on one line and of bounded length, whatever the input contains. */
public final class ErrorText {
    private static final int LONGEST_NAME = 80;
    private static final int LONGEST_LIST = 8;

    private ErrorText() {}

    public static String quote(String name) {
        StringBuilder quoted = new StringBuilder("\"");
        int end = Math.min(name.length(), LONGEST_NAME);
        for (int i = 0; i < end; i++) {
            char c = name.charAt(i);
            quoted.append(Character.isISOControl(c) || c == '\u2028' || c == '\u2029' ? '?' : c);
        }
        return quoted.append(end < name.length() ? "..." : "").append('"').toString();
    }

    public static String list(Collection<String> names) {
        List<String> quoted =
                names.stream().limit(LONGEST_LIST).map(ErrorText::quote).toList();
        int left = names.size() - quoted.size();
        return String.join(", ", quoted) + (left > 0 ? " and " + left + " more" : "");
    }

    public static String count(long count, String noun) {
        if (count == 1) {
            return "1 " + noun;
        }
        return count + " " + (noun.endsWith("y") ? noun.substring(0, noun.length() - 1) + "ies" : noun + "s");
    }

    /**
     * The remedy for an unknown name: the nearest known name if it is near enough for a typing error, else the known
     * names.
     */
    public static String suggestion(String unknown, Collection<String> known) {
        String nearest = null;
        int distance = Integer.MAX_VALUE;
        if (unknown.length() <= LONGEST_NAME) {
            for (String candidate : known) {
                int d = candidate.length() > LONGEST_NAME ? Integer.MAX_VALUE : editDistance(unknown, candidate);
                if (d < distance) {
                    distance = d;
                    nearest = candidate;
                }
            }
        }
        if (nearest != null && distance <= Math.max(1, nearest.length() / 2)) {
            return "did you mean " + quote(nearest) + "?";
        }
        return known.isEmpty() ? "none is known" : "known: " + list(known);
    }

    private static int editDistance(String a, String b) {
        int[] previous = new int[b.length() + 1];
        int[] current = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = Character.toLowerCase(a.charAt(i - 1)) == Character.toLowerCase(b.charAt(j - 1)) ? 0 : 1;
                current[j] = Math.min(previous[j - 1] + change, 1 + Math.min(previous[j], current[j - 1]));
            }
            int[] swap = previous;
            previous = current;
            current = swap;
        }
        return previous[b.length()];
    }
}
