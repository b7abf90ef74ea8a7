// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.error.Problems;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The rules for names. Names of topologies and streams appear in file names, addresses and commands, so they are short
 * and need no escaping. Ids of components appear as text only: in JSON, metric labels and messages.
 */
public final class Names {

    static final int MAX_LENGTH = 64;
    static final int MAX_ID_LENGTH = 256;

    private static final String ENGINES = "__";
    private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]*");

    private Names() {}

    /** Returns what is wrong with a name of a topology or stream, to follow it in a sentence, with the remedy. */
    static Optional<String> mistake(String name) {
        if (name.isBlank()) {
            return Optional.of("is blank: name it");
        }
        if (name.length() > MAX_LENGTH) {
            return Optional.of("has " + name.length() + " characters: use at most " + MAX_LENGTH);
        }
        if (name.startsWith(ENGINES)) {
            return Optional.of("starts with '" + ENGINES + "', as only the engine's own names do: choose another");
        }
        if (!ALLOWED.matcher(name).matches()) {
            return Optional.of(
                    "has other characters than names may have: use letters A to Z, digits, '_', and after the"
                            + " first also '-' and '.'");
        }
        return Optional.empty();
    }

    /** Returns the mistake in the id of a component, as {@link #mistake} does for names. */
    static Optional<String> idMistake(String id) {
        return id.startsWith(ENGINES)
                ? Optional.of("starts with '" + ENGINES + "', as only the engine's own names do: choose another")
                : displayNameMistake(id);
    }

    /** Returns the mistake in the display name of a component, as {@link #mistake} does for names. */
    static Optional<String> displayNameMistake(String text) {
        if (text.isBlank()) {
            return Optional.of("is blank: name it");
        }
        if (text.length() > MAX_ID_LENGTH) {
            return Optional.of("has " + text.length() + " characters: use at most " + MAX_ID_LENGTH);
        }
        if (!text.equals(text.strip())) {
            return Optional.of("begins or ends with a space: remove it");
        }
        return text.codePoints().allMatch(Names::isPrintable)
                ? Optional.empty()
                : Optional.of("has a character that is not printable: use letters, digits, signs and spaces");
    }

    private static boolean isPrintable(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.PRIVATE_USE,
                    Character.SURROGATE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }

    /** Quotes a name for an error message: on one line, and shortened to {@code MAX_ID_LENGTH} characters. */
    public static String quoted(String name) {
        String line = Problems.oneLine(name);
        return "'" + (line.length() > MAX_ID_LENGTH ? line.substring(0, MAX_ID_LENGTH) + "..." : line) + "'";
    }

    static String component(String id) {
        return "component " + quoted(id);
    }
}
