// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.aggregate;

/**
 * An aggregate whose accumulator windows keep in longs that are changed in place, so that a tuple costs no allocation.
 * All longs are 0 if no tuple has come. Stateless.
 */
public interface InLongs {

    /** Returns the number of longs that an accumulator takes. */
    int longs();

    /** Returns the field that the aggregate reads; null for none. */
    String field();

    /**
     * Returns the long to add for a value of the field, which is not null. Throws if the value is of another class; no
     * other method throws.
     */
    long read(Object value);

    void add(long[] longs, int at, long read);

    /** Merges an accumulator of later tuples into this one. */
    void merge(long[] longs, int at, long[] later, int laterAt);

    /** Returns whether {@link #deduct} restores exactly the accumulator before {@link #merge}. */
    default boolean deducts() {
        return false;
    }

    /** Deducts an accumulator that was merged. */
    default void deduct(long[] longs, int at, long[] merged, int mergedAt) {
        throw new UnsupportedOperationException();
    }

    /** Returns the accumulator of the aggregate. */
    Object accumulator(long[] longs, int at);

    /** Sets longs to an accumulator of the aggregate. */
    void set(long[] longs, int at, Object accumulator);
}
