// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.frame;

/**
 * Makes texts that a peer has sent, or that contain such a text, safe to log and show: cut, in one line, without
 * control characters.
 */
public final class UntrustedText {

    /** The number of characters at which a longer text is cut. */
    public static final int MOST_CHARS = 300;

    private UntrustedText() {}

    public static String shown(String text) {
        StringBuilder shown = new StringBuilder(Math.min(text.length(), MOST_CHARS) + 16);
        int at = 0;
        while (at < text.length() && shown.length() < MOST_CHARS) {
            int point = text.codePointAt(at);
            at += Character.charCount(point);
            if (isPlain(point)) {
                shown.appendCodePoint(point);
            } else {
                shown.append(String.format("\\u%04x", point));
            }
        }
        return at < text.length()
                ? shown.append(" (").append(text.length() - at).append(" more)").toString()
                : shown.toString();
    }

    private static boolean isPlain(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }
}
