// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.value;

import java.util.Objects;

/**
 * A value of a class that the engine does not encode itself. It is by reference within a worker, and is encoded by
 * Storm's Kryo between workers.
 *
 * @param value the value, not null
 * @param tuple whether the value is the list of all values of a tuple, whose number is not that of the declared fields
 */
public record Box(Object value, boolean tuple) {

    public Box {
        Objects.requireNonNull(value);
    }
}
