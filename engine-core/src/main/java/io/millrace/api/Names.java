package io.millrace.api;

import io.millrace.api.error.Problems;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The rule for ids of components and streams. They appear in file names, metric labels and addresses, so they are short
 * and need no escaping.
 */
final class Names {

    static final int MAX_LENGTH = 64;

    private static final String ENGINES = "__";
    private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]*");

    private Names() {}

    /** Returns what is wrong with a name, to follow it in a sentence, with the remedy. */
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

    /** Quotes a name for an error message: on one line, and shortened to {@code MAX_LENGTH} characters. */
    static String quoted(String name) {
        String line = Problems.oneLine(name);
        return "'" + (line.length() > MAX_LENGTH ? line.substring(0, MAX_LENGTH) + "..." : line) + "'";
    }

    static String component(String id) {
        return "component " + quoted(id);
    }
}
