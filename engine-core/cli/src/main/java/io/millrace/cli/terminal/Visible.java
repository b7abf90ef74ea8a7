// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.terminal;

/**
 * Makes the characters of a text visible that would control a terminal, or change the order of display. A text may come
 * from a tuple, a log or a server. Within a string of JSON the result is the same string. Stateless.
 */
public final class Visible {

    private Visible() {}

    /** Returns the text with such characters written as {@code \}{@code u001b}; line breaks and tabs stay. */
    public static String of(String text) {
        int first = 0;
        while (first < text.length() && !isHidden(text.charAt(first))) {
            first++;
        }
        if (first == text.length()) {
            return text;
        }
        StringBuilder visible = new StringBuilder(text.length() + 16).append(text, 0, first);
        for (int i = first; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isHidden(c)) {
                visible.append(String.format("\\u%04x", (int) c));
            } else {
                visible.append(c);
            }
        }
        return visible.toString();
    }

    private static boolean isHidden(char c) {
        return c < ' ' && c != '\n' && c != '\t' || c >= 0x7f && (c < 0xa0 || isOfDirection(c));
    }

    /**
     * Whether a character changes the order or breaks a line: marks, embeddings, overrides and isolates of the
     * bidirectional algorithm, and separators that are line breaks.
     */
    private static boolean isOfDirection(char c) {
        return c == 0x061c || c == 0x200e || c == 0x200f || c >= 0x2028 && c <= 0x202e || c >= 0x2066 && c <= 0x2069;
    }
}
