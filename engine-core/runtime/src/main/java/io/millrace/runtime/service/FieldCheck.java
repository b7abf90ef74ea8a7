// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.service;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Fields;

/**
 * Checks in the caller's thread that values fit a fed spout's fields.
 *
 * @param fields fields of the spout's stream
 */
record FieldCheck(String spout, Fields fields) {

    static FieldCheck of(ComponentSpec spec) {
        return new FieldCheck(spec.id(), spec.outputs().get(0).fields());
    }

    void check(Object[] values) {
        if (values == null || values.length != fields.size()) {
            throw new IllegalArgumentException("'" + spout + "' has the fields " + fields + ", "
                    + (values == null ? "null was" : values.length + " values were")
                    + " given: give one value per field");
        }
    }
}
