// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.aggregate;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/**
 * The order of a tuple's values: nulls, numbers by value, then others by their own order. Values that cannot be
 * compared are ordered by their texts. Stateless.
 */
final class ValueOrder {

    private ValueOrder() {}

    /**
     * Checks that a value of a field can be compared with another one.
     *
     * @param before the other value; null if there is none
     * @throws IllegalArgumentException with one line, if it cannot
     */
    static void check(String field, Object value, Object before) {
        Aggregates.typed(field, Comparable.class, value);
        if (before != null && !(value instanceof Number && before instanceof Number) && !areComparable(value, before)) {
            throw new IllegalArgumentException("field '" + field + "' is of "
                    + value.getClass().getName() + ", and was of "
                    + before.getClass().getName()
                    + " before: emit one of them, as they cannot be compared");
        }
    }

    private static boolean areComparable(Object one, Object other) {
        return one instanceof Comparable<?>
                && other instanceof Comparable<?>
                && kind(one).equals(kind(other));
    }

    /**
     * Returns the class of the values that can be compared with a value: a Timestamp can with a Date, and constants of
     * an enum with each other.
     */
    private static Class<?> kind(Object value) {
        Class<?> type = value.getClass();
        while (type != Object.class && Comparable.class.isAssignableFrom(type.getSuperclass())) {
            type = type.getSuperclass();
        }
        return value instanceof Enum<?> constant ? constant.getDeclaringClass() : type;
    }

    /** Compares any two values, which may be null. Numbers of the same value are equal, whatever their classes. */
    @SuppressWarnings("unchecked")
    static int compare(Object one, Object other) {
        if (one == null || other == null) {
            return Boolean.compare(one != null, other != null);
        }
        if (one instanceof Number first && other instanceof Number second) {
            return Numbers.compare(first, second);
        }
        if (one instanceof Number || other instanceof Number) {
            return one instanceof Number ? -1 : 1;
        }
        if (areComparable(one, other)) {
            return ((Comparable<Object>) one).compareTo(other);
        }
        if (one instanceof byte[] first && other instanceof byte[] second) {
            return Arrays.compareUnsigned(first, second);
        }
        if (one instanceof List<?> first && other instanceof List<?> second) {
            return compareLists(first, second);
        }
        int order = kind(one).getName().compareTo(kind(other).getName());
        return order == 0 ? one.toString().compareTo(other.toString()) : order;
    }

    private static int compareLists(List<?> one, List<?> other) {
        Iterator<?> rest = other.iterator();
        for (Object element : one) {
            int order = rest.hasNext() ? compare(element, rest.next()) : 1;
            if (order != 0) {
                return order;
            }
        }
        return rest.hasNext() ? -1 : 0;
    }

    /** Orders two values that are equal by {@link #compare}, such as 1 and 1.0. */
    static int compareForms(Object one, Object other) {
        return one instanceof Number first && other instanceof Number second ? Numbers.compareForms(first, second) : 0;
    }
}
