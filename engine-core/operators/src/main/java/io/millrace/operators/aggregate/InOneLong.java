// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.aggregate;

/**
 * An aggregate whose accumulator is a long to which others are added. An added long can be deducted exactly, also after
 * an overflow.
 */
interface InOneLong extends Aggregate<Long>, InLongs {

    @Override
    default Long init() {
        return 0L;
    }

    @Override
    default Long merge(Long first, Long second) {
        return first + second;
    }

    @Override
    default Object result(Long accumulator) {
        return accumulator;
    }

    @Override
    default int longs() {
        return 1;
    }

    @Override
    default void add(long[] longs, int at, long read) {
        longs[at] += read;
    }

    @Override
    default void merge(long[] longs, int at, long[] later, int laterAt) {
        longs[at] += later[laterAt];
    }

    @Override
    default boolean deducts() {
        return true;
    }

    @Override
    default void deduct(long[] longs, int at, long[] merged, int mergedAt) {
        longs[at] -= merged[mergedAt];
    }

    @Override
    default Object accumulator(long[] longs, int at) {
        return longs[at];
    }

    @Override
    default void set(long[] longs, int at, Object accumulator) {
        longs[at] = (Long) accumulator;
    }
}
