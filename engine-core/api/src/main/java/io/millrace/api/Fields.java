// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import java.io.Serializable;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;

/**
 * The names of a tuple's values, in order. Immutable.
 *
 * @param names distinct and not blank, otherwise the constructor throws {@link IllegalArgumentException}
 */
public record Fields(List<String> names) implements Serializable {

    public Fields {
        if (names == null) {
            throw new IllegalArgumentException("the names of fields are null: name every field");
        }
        for (String name : names) {
            if (name == null || name.isBlank()) {
                throw new IllegalArgumentException("a field's name is missing in " + names + ": name every field");
            }
        }
        names = List.copyOf(names);
        if (new HashSet<>(names).size() != names.size()) {
            throw new IllegalArgumentException("a field is named twice in " + names + ": use distinct names");
        }
    }

    public static Fields of(String... names) {
        return new Fields(names == null ? null : Arrays.asList(names));
    }

    /** Returns the names of a record's components, in order. */
    public static Fields of(Class<? extends Record> type) {
        return RecordShape.of(type).fields();
    }

    public int size() {
        return names.size();
    }

    /** Returns the position of a field from 0, or -1 if no field has this name. */
    public int indexOf(String name) {
        return names.indexOf(name);
    }

    @Override
    public String toString() {
        return String.join(", ", names);
    }
}
