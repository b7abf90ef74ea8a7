// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.aggregate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/**
 * Compares and reads numbers of all classes by their exact values. A number of an author's class counts by its double
 * value. Stateless.
 */
public final class Numbers {

    /** The most digits before and after the point of a number that is summed exactly; a double needs about 1,100. */
    private static final int MOST_DIGITS = 2_000;

    /** This is 2 to the power of 63 */
    private static final double BEYOND_LONGS = 0x1p63;

    private Numbers() {}

    /** Compares two numbers by value. The zeros are equal, and NaN is greater than all others. */
    static int compare(Number one, Number other) {
        if (isLong(one) && isLong(other)) {
            return Long.compare(one.longValue(), other.longValue());
        }
        boolean allFinite = isFinite(one) && isFinite(other);
        if (allFinite && !(isDouble(one) && isDouble(other))) {
            return decimal(one).compareTo(decimal(other));
        }
        // Any finite number compares the same with one that is not finite: a decimal may be beyond all doubles
        double first = allFinite || !isFinite(one) ? one.doubleValue() : 0;
        double second = allFinite || !isFinite(other) ? other.doubleValue() : 0;
        return first < second ? -1 : first > second ? 1 : Boolean.compare(Double.isNaN(first), Double.isNaN(second));
    }

    /** Orders numbers that are equal by value, so that the least does not depend on the order of arrival. */
    static int compareForms(Number one, Number other) {
        int order = one.getClass().getName().compareTo(other.getClass().getName());
        if (order != 0) {
            return order;
        }
        if (one instanceof BigDecimal first) {
            return Integer.compare(first.scale(), ((BigDecimal) other).scale());
        }
        return Double.compare(one.doubleValue(), other.doubleValue());
    }

    /**
     * Returns a value of a field as a long.
     *
     * @throws IllegalArgumentException with one line, if it is no number, has a fraction, or is beyond longs
     */
    static long whole(String field, Object value) {
        Number number = (Number) Aggregates.typed(field, Number.class, value);
        if (isLong(number)) {
            return number.longValue();
        }
        if (number instanceof BigInteger big && big.bitLength() < Long.SIZE) {
            return big.longValue();
        }
        if (number instanceof BigDecimal decimal) {
            try {
                return decimal.longValueExact();
            } catch (ArithmeticException e) {
                throw notWhole(field, value);
            }
        }
        double rounded = number.doubleValue();
        if (number instanceof BigInteger
                || rounded != Math.rint(rounded)
                || rounded < -BEYOND_LONGS
                || rounded >= BEYOND_LONGS) {
            throw notWhole(field, value);
        }
        return number.longValue();
    }

    private static IllegalArgumentException notWhole(String field, Object value) {
        return new IllegalArgumentException("field '" + field + "' is " + shown(value)
                + ", and a sum of whole numbers takes what a long can hold: take sumOfDoubles or sumOfDecimals");
    }

    /**
     * Returns a value of a field as the nearest double.
     *
     * @throws IllegalArgumentException with one line, if it is no number
     */
    static double nearest(String field, Object value) {
        return ((Number) Aggregates.typed(field, Number.class, value)).doubleValue();
    }

    /**
     * Returns the exact value of a field. Doubles are taken as they are written, so 0.1 is a tenth.
     *
     * @throws IllegalArgumentException with one line, if it is no finite number
     */
    static BigDecimal written(String field, Object value) {
        Number number = (Number) Aggregates.typed(field, Number.class, value);
        if (!isDouble(number)) {
            BigDecimal decimal = decimal(number);
            if (Math.abs((long) decimal.scale()) > MOST_DIGITS || decimal.precision() > MOST_DIGITS) {
                throw new IllegalArgumentException("field '" + field + "' has a number with more than " + MOST_DIGITS
                        + " digits, and a sum of decimals has to write them all: send smaller ones");
            }
            return decimal;
        }
        if (!Double.isFinite(number.doubleValue())) {
            throw new IllegalArgumentException(
                    "field '" + field + "' is " + shown(value) + ", and a sum of decimals takes finite numbers");
        }
        return new BigDecimal(number.toString());
    }

    private static String shown(Object value) {
        return value + " (" + value.getClass().getName() + ")";
    }

    private static boolean isLong(Number number) {
        return number instanceof Long
                || number instanceof Integer
                || number instanceof Short
                || number instanceof Byte
                || number instanceof AtomicLong
                || number instanceof AtomicInteger
                || number instanceof LongAdder
                || number instanceof LongAccumulator;
    }

    private static boolean isDouble(Number number) {
        return number instanceof Double || number instanceof Float;
    }

    /** Whether a number is finite. Exact numbers of Java are finite although their double may not be. */
    private static boolean isFinite(Number number) {
        return number instanceof BigDecimal || number instanceof BigInteger || Double.isFinite(number.doubleValue());
    }

    private static BigDecimal decimal(Number number) {
        if (number instanceof BigDecimal decimal) {
            return decimal;
        }
        if (number instanceof BigInteger big) {
            return new BigDecimal(big);
        }
        return isLong(number) ? BigDecimal.valueOf(number.longValue()) : new BigDecimal(number.doubleValue());
    }
}
