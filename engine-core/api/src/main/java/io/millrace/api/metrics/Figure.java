// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

import java.util.Locale;

/**
 * A number that the engine tells of one thing, such as a worker's peer: a constant of the enum that is the table of
 * this kind of thing. The memory that counts it, the reports between processes, JSON and meters go through the table,
 * so a new figure is one constant and what counts it.
 */
public interface Figure {

    /** Whether the number only grows. */
    enum Kind {
        /** It begins at 0, and grows. */
        TOTAL,
        /** It goes up and down. */
        LEVEL
    }

    /** The constant's name. */
    String name();

    int ordinal();

    Meaning meaning();

    /** Returns its field in JSON: {@code rttNanos} of {@code RTT_NANOS}. */
    default String field() {
        return meaning().field();
    }

    /** Returns the name under which it is exported; empty if it is not. */
    default String meter() {
        return meaning().meter();
    }

    /**
     * The meaning of a figure.
     *
     * @param field the field in JSON
     * @param meter the name under which it is exported; empty if it is not
     * @param help one sentence
     * @param label further label of the meter, beside those that name the thing; empty if it has none
     * @param value the value of that label
     */
    record Meaning(String field, Kind kind, Unit unit, String meter, String help, String label, String value) {

        /** Returns the meaning of a constant whose meter has no further label. */
        static Meaning of(Enum<?> figure, Kind kind, Unit unit, String meter, String help) {
            String[] words = figure.name().toLowerCase(Locale.ROOT).split("_");
            StringBuilder field = new StringBuilder(words[0]);
            for (int i = 1; i < words.length; i++) {
                field.append(Character.toUpperCase(words[i].charAt(0))).append(words[i].substring(1));
            }
            return new Meaning(field.toString(), kind, unit, meter, help, "", "");
        }

        /** Returns this meaning with a further label. */
        Meaning with(String name, String of) {
            return new Meaning(field, kind, unit, meter, help, name, of);
        }
    }
}
