// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.aggregate;

import io.millrace.api.Fields;
import io.millrace.api.Tuple;

/** The aggregate of {@link Aggregates#sum}. */
record Sum(String field) implements InOneLong {

    Sum {
        // A missing field, or one without a name, is refused here
        Fields.of(field);
    }

    @Override
    public Fields fields() {
        return Fields.of(field);
    }

    @Override
    public Long add(Long accumulator, Tuple input) {
        Object value = input.get(field);
        return value == null ? accumulator : accumulator + read(value);
    }

    @Override
    public long read(Object value) {
        return Numbers.whole(field, value);
    }
}
