// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.codec.PayloadWriter;
import java.util.Arrays;

/** Values of which the last is written by the author's code. Stateless. */
final class PayloadValues {

    private PayloadValues() {}

    /** Returns the values with the payload behind them, in an array of its own. */
    static Object[] behind(Object[] before, int length, PayloadWriter writer) {
        Object[] values = Arrays.copyOf(before, before.length + 1, Object[].class);
        values[before.length] = writer.toBytes(length);
        return values;
    }
}
