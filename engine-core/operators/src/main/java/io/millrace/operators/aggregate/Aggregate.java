// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.aggregate;

import io.millrace.api.Fields;
import io.millrace.api.Tuple;
import java.io.Serializable;
import java.util.List;

/**
 * Computes one value of the tuples of a window. {@link Aggregates} has the usual ones.
 *
 * <p>An accumulator is a value of a state: it must be encodable, is never null, and must not be changed. {@link #add}
 * and {@link #merge} return another one.
 *
 * @param <A> the accumulator
 */
public interface Aggregate<A> extends Serializable {

    /** Returns the fields that the aggregate reads. A topology whose bolt gets no such field is refused. */
    default Fields fields() {
        return new Fields(List.of());
    }

    /** Returns the accumulator of no tuple. */
    A init();

    /** Returns the accumulator with one more tuple. */
    A add(A accumulator, Tuple input);

    /** Returns the accumulator of the tuples of both accumulators, of which those of the first are earlier. */
    A merge(A first, A second);

    /** Returns the value of a field that the window emits. */
    Object result(A accumulator);
}
