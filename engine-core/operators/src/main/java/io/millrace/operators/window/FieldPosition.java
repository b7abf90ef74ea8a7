// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.window;

import io.millrace.api.Fields;
import io.millrace.api.Tuple;

/**
 * Reads one field of tuples, which mostly come from the same stream: the field's name is looked up once for each change
 * of the stream. Confined to a thread.
 */
final class FieldPosition {

    private final String name;
    private Fields known;
    private int index;

    FieldPosition(String name) {
        this.name = name;
    }

    /** Returns the field's value; an unknown field is refused as {@link Tuple#get(String)} does. */
    Object of(Tuple input) {
        Fields fields = input.fields();
        if (fields != known) {
            index = fields.indexOf(name);
            known = fields;
        }
        return index < 0 ? input.get(name) : input.get(index);
    }
}
