// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.aggregate;

import io.millrace.api.Tuple;

/** The aggregate of {@link Aggregates#count}. */
record Count() implements InOneLong {

    @Override
    public Long add(Long accumulator, Tuple input) {
        return accumulator + 1;
    }

    @Override
    public String field() {
        return null;
    }

    @Override
    public long read(Object value) {
        return 1;
    }

    /** Counts a tuple, of which no field is read. */
    @Override
    public void add(long[] longs, int at, long read) {
        longs[at]++;
    }
}
