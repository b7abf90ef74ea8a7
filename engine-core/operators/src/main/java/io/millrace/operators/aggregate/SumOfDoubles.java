// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.aggregate;

import io.millrace.api.Fields;
import io.millrace.api.Tuple;

/**
 * The aggregate of {@link Aggregates#sumOfDoubles}. A long has the bits of the sum. It cannot be deducted, as rounded
 * bits are lost.
 */
record SumOfDoubles(String field) implements Aggregate<Double>, InLongs {

    SumOfDoubles {
        // A missing field, or one without a name, is refused here
        Fields.of(field);
    }

    @Override
    public Fields fields() {
        return Fields.of(field);
    }

    @Override
    public Double init() {
        return 0.0;
    }

    @Override
    public Double add(Double accumulator, Tuple input) {
        Object value = input.get(field);
        return value == null ? accumulator : accumulator + Double.longBitsToDouble(read(value));
    }

    @Override
    public Double merge(Double first, Double second) {
        return first + second;
    }

    @Override
    public Object result(Double accumulator) {
        return accumulator;
    }

    @Override
    public int longs() {
        return 1;
    }

    @Override
    public long read(Object value) {
        return Double.doubleToRawLongBits(Numbers.nearest(field, value));
    }

    @Override
    public void add(long[] longs, int at, long read) {
        addBits(longs, at, read);
    }

    static void addBits(long[] longs, int at, long bits) {
        longs[at] = Double.doubleToRawLongBits(Double.longBitsToDouble(longs[at]) + Double.longBitsToDouble(bits));
    }

    @Override
    public void merge(long[] longs, int at, long[] later, int laterAt) {
        addBits(longs, at, later[laterAt]);
    }

    @Override
    public Object accumulator(long[] longs, int at) {
        return Double.longBitsToDouble(longs[at]);
    }

    @Override
    public void set(long[] longs, int at, Object accumulator) {
        longs[at] = Double.doubleToRawLongBits((Double) accumulator);
    }
}
