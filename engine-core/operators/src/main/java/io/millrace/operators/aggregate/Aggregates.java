// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.aggregate;

import io.millrace.api.Fields;
import io.millrace.api.Tuple;
import io.millrace.api.error.TopologyException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The usual aggregates of windows. Null values of fields are left out. */
public final class Aggregates {

    private Aggregates() {}

    /** Returns the aggregate of the number of tuples, a {@link Long}. */
    public static Aggregate<Long> count() {
        return new Count();
    }

    /**
     * Returns the sum of whole numbers, a {@link Long}. It overflows as a long does. A number with a fraction, or one
     * that a long cannot hold, is an error of its tuple: take one of the other sums.
     */
    public static Aggregate<Long> sum(String field) {
        return new Sum(field);
    }

    /** Returns the sum of numbers of all classes, each rounded to a double, a {@link Double}. */
    public static Aggregate<Double> sumOfDoubles(String field) {
        return new SumOfDoubles(field);
    }

    /**
     * Returns the exact sum of numbers of all classes, a {@link java.math.BigDecimal}. Doubles are taken as they are
     * written, so 0.1 is a tenth; doubles that are not finite are an error of their tuple. A sum that goes to another
     * worker needs {@code java.math.BigDecimal} in {@code topology.serialization.classes}.
     */
    public static Aggregate<String> sumOfDecimals(String field) {
        return new SumOfDecimals(field);
    }

    /** Returns the mean of numbers of all classes, a {@link Double}; null if there are no numbers. */
    public static Aggregate<List<Object>> mean(String field) {
        return new Mean(field);
    }

    /**
     * Returns the least value; null if there is none. Numbers are compared by their exact values, whatever their
     * classes: -0.0 is 0, and NaN is greater than all others. Other values must be {@link Comparable} with each other.
     */
    public static Aggregate<Object> min(String field) {
        return new Extreme(field, -1);
    }

    /** Returns the greatest value, in the order of {@link #min}; null if there is none. */
    public static Aggregate<Object> max(String field) {
        return new Extreme(field, 1);
    }

    /**
     * Returns all tuples, in the order in which they came within a pane: a list of lists with one value per field. Each
     * window keeps all of its tuples, and copies them with each new one, so this is for short windows.
     */
    public static Aggregate<List<Object>> list(String... fields) {
        return new All(Fields.of(fields));
    }

    /**
     * Returns the value below which a share of the values is, a {@link Double}; null if there are no values. It is
     * exact for whole numbers below 256, and otherwise up to 0.8 % less. The accumulator has 12 bytes for each of at
     * most 128 buckets per factor of two between the least value and the greatest one.
     *
     * @param field a field with numbers from 0
     * @param percent the share in percent, above 0 to 100: 99 for the 99th percentile
     */
    public static Aggregate<byte[]> percentile(String field, double percent) {
        return new Percentile(field, percent);
    }

    /**
     * Returns the tuples with the greatest values of a field, the greatest first: a list of lists with one value per
     * field. Among tuples with equal values those whose fields are less come first, so that the order of arrival does
     * not matter.
     *
     * @param most the number of tuples, 1 to 10,000
     * @param by the field that is compared
     * @param fields the fields that are kept
     */
    public static Aggregate<List<Object>> top(int most, String by, String... fields) {
        return new Top(most, by, Fields.of(fields));
    }

    static Object typed(String field, Class<?> type, Object value) {
        if (!type.isInstance(value)) {
            throw new IllegalArgumentException("field '" + field + "' is of "
                    + value.getClass().getName() + ", and the window takes " + type.getName() + ": emit that");
        }
        return value;
    }

    /** The accumulator is the value, or {@link #NONE}, as it is never null. */
    private record Extreme(String field, int sign) implements Aggregate<Object> {

        private static final List<Object> NONE = List.of();

        private Extreme {
            Fields.of(field);
        }

        @Override
        public Fields fields() {
            return Fields.of(field);
        }

        @Override
        public Object init() {
            return NONE;
        }

        @Override
        public Object add(Object accumulator, Tuple input) {
            Object value = input.get(field);
            if (value == null) {
                return accumulator;
            }
            ValueOrder.check(field, value, NONE.equals(accumulator) ? null : accumulator);
            return merge(accumulator, value);
        }

        @Override
        public Object merge(Object first, Object second) {
            if (NONE.equals(first) || NONE.equals(second)) {
                return NONE.equals(first) ? second : first;
            }
            int order = ValueOrder.compare(second, first);
            return Integer.signum(order == 0 ? ValueOrder.compareForms(second, first) : order) == sign ? second : first;
        }

        @Override
        public Object result(Object accumulator) {
            return NONE.equals(accumulator) ? null : accumulator;
        }
    }

    private record All(Fields fields) implements Aggregate<List<Object>> {

        private All {
            if (fields.size() == 0) {
                throw new TopologyException("a list of tuples has no fields: name at least one");
            }
        }

        @Override
        public List<Object> init() {
            return List.of();
        }

        @Override
        public List<Object> add(List<Object> accumulator, Tuple input) {
            Object[] row = new Object[fields.size()];
            for (int i = 0; i < row.length; i++) {
                row[i] = input.get(fields.names().get(i));
            }
            return merge(accumulator, List.of(Arrays.asList(row)));
        }

        @Override
        public List<Object> merge(List<Object> first, List<Object> second) {
            List<Object> all = new ArrayList<>(first.size() + second.size());
            all.addAll(first);
            all.addAll(second);
            return Collections.unmodifiableList(all);
        }

        @Override
        public Object result(List<Object> accumulator) {
            return accumulator;
        }
    }
}
