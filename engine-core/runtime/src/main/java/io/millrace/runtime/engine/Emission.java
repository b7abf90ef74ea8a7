// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import io.millrace.runtime.tuple.DataTuple;

/**
 * A tuple that an engine emits.
 *
 * @param anchored whether it belongs to the tree of its message
 * @param payloadBytes bytes that a process has sent; 0 from a bolt, which hands over the values
 */
record Emission(String stream, boolean anchored, Object[] values, int payloadBytes) {

    Emission(String stream, boolean anchored, Object[] values) {
        this(stream, anchored, values, 0);
    }

    /** Returns the bytes of memory that the emission counts for. */
    int bytes() {
        return payloadBytes > 0 ? payloadBytes : DataTuple.bytesOf(values);
    }
}
