// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.aggregate;

import io.millrace.api.Fields;
import io.millrace.api.Tuple;
import java.util.List;

/**
 * The aggregate of {@link Aggregates#mean}. The accumulator is count and sum; in longs the second one has the bits of
 * the sum.
 */
record Mean(String field) implements Aggregate<List<Object>>, InLongs {

    Mean {
        // A missing field, or one without a name, is refused here
        Fields.of(field);
    }

    @Override
    public Fields fields() {
        return Fields.of(field);
    }

    @Override
    public List<Object> init() {
        return List.of(0L, 0.0);
    }

    @Override
    public List<Object> add(List<Object> accumulator, Tuple input) {
        Object value = input.get(field);
        return value == null ? accumulator : merge(accumulator, List.of(1L, Double.longBitsToDouble(read(value))));
    }

    @Override
    public List<Object> merge(List<Object> first, List<Object> second) {
        return List.of((Long) first.get(0) + (Long) second.get(0), (Double) first.get(1) + (Double) second.get(1));
    }

    @Override
    public Object result(List<Object> accumulator) {
        long count = (Long) accumulator.get(0);
        return count == 0 ? null : (Double) accumulator.get(1) / count;
    }

    @Override
    public int longs() {
        return 2;
    }

    @Override
    public long read(Object value) {
        return Double.doubleToRawLongBits(Numbers.nearest(field, value));
    }

    @Override
    public void add(long[] longs, int at, long read) {
        longs[at]++;
        SumOfDoubles.addBits(longs, at + 1, read);
    }

    @Override
    public void merge(long[] longs, int at, long[] later, int laterAt) {
        longs[at] += later[laterAt];
        SumOfDoubles.addBits(longs, at + 1, later[laterAt + 1]);
    }

    @Override
    public Object accumulator(long[] longs, int at) {
        return List.of(longs[at], Double.longBitsToDouble(longs[at + 1]));
    }

    @Override
    public void set(long[] longs, int at, Object accumulator) {
        List<?> pair = (List<?>) accumulator;
        longs[at] = (Long) pair.get(0);
        longs[at + 1] = Double.doubleToRawLongBits((Double) pair.get(1));
    }
}
