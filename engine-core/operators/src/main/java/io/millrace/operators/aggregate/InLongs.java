package io.millrace.operators.aggregate;

/**
 * An aggregate whose accumulator windows keep in longs that are changed in place, so that a tuple costs no allocation. All are 0 if no tuple has
 * come. Stateless.
 */
public interface InLongs {

    /** Returns how many longs an accumulator takes. */
    int longs();

    /** Returns the field that it reads; null for none. */
    String field();

    /** Returns what is added for a value of the field, which is not null. Throws if it is of another class; nothing else here throws. */
    long read(Object value);

    void add(long[] longs, int at, long read);

    /** Adds what came later. */
    void merge(long[] longs, int at, long[] later, int laterAt);

    /** Returns whether {@link #deduct} gives exactly what there was before {@link #merge}. */
    default boolean deducts() {
        return false;
    }

    /** Takes off what was merged. */
    default void deduct(long[] longs, int at, long[] merged, int mergedAt) {
        throw new UnsupportedOperationException();
    }

    /** Returns the accumulator of the aggregate. */
    Object accumulator(long[] longs, int at);

    /** Sets longs to an accumulator of the aggregate. */
    void set(long[] longs, int at, Object accumulator);
}
