// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.config;

import java.time.Duration;
import java.util.List;

/**
 * Parses and formats numbers with units, exactly. A text that cannot be parsed is an {@link IllegalArgumentException}.
 * Public for the engine only.
 */
public final class Units {

    private record Unit(String name, long factor) {}

    private static final List<Unit> BYTES =
            List.of(new Unit("GiB", 1L << 30), new Unit("MiB", 1L << 20), new Unit("KiB", 1L << 10), new Unit("B", 1));

    private static final List<Unit> NANOS = List.of(
            new Unit("h", 3_600_000_000_000L),
            new Unit("min", 60_000_000_000L),
            new Unit("s", 1_000_000_000L),
            new Unit("ms", 1_000_000L),
            new Unit("us", 1_000L),
            new Unit("ns", 1));

    private static final List<Unit> HEAP = List.of(
            new Unit("t", 1L << 40),
            new Unit("g", 1L << 30),
            new Unit("m", 1L << 20),
            new Unit("k", 1L << 10),
            new Unit("", 1));

    private Units() {}

    /** A number in a form that {@link #parseDecimal} does not take. */
    static final class NotDecimalException extends IllegalArgumentException {

        private static final long serialVersionUID = 1L;

        NotDecimalException(String text) {
            super("'" + text + "' is no decimal number: write its digits, without a leading zero");
        }
    }

    /**
     * Parses decimal digits, after a minus if the number is negative. Octal, hexadecimal and grouped forms are refused,
     * as other readers take them for different numbers.
     */
    static long parseDecimal(String text) {
        if (!text.matches("-?(0|[1-9][0-9]*)")) {
            throw new NotDecimalException(text);
        }
        return Long.parseLong(text);
    }

    static long parseBytes(String text) {
        int digits = digits(text);
        String unit = text.substring(digits).strip();
        return number(text, digits, unit.isEmpty() ? "B" : unit, BYTES);
    }

    static long parseNanos(String text) {
        int digits = digits(text);
        return number(text, digits, text.substring(digits).strip(), NANOS);
    }

    /** Parses as the JVM reads {@code -Xmx}: no space before the unit, which is one letter. */
    static long parseHeap(String text) {
        int digits = digits(text);
        return number(text, digits, text.substring(digits), HEAP);
    }

    public static String bytes(long value) {
        return format(value, BYTES, " ");
    }

    static String heap(long value) {
        return format(value, HEAP, "");
    }

    public static String duration(Duration value) {
        return format(nanos(value), NANOS, " ");
    }

    /** Returns the nanoseconds of a duration. A duration above 292 years counts as the greatest long. */
    static long nanos(Duration value) {
        try {
            return value.toNanos();
        } catch (ArithmeticException e) {
            return value.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }

    private static int digits(String text) {
        int digits = 0;
        while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
            digits++;
        }
        return digits;
    }

    private static long number(String text, int digits, String unit, List<Unit> units) {
        for (Unit known : units) {
            if (known.name.equalsIgnoreCase(unit)) {
                try {
                    return Math.multiplyExact(parseDecimal(text.substring(0, digits)), known.factor);
                } catch (ArithmeticException e) {
                    throw new IllegalArgumentException("out of range: " + text, e);
                }
            }
        }
        throw new IllegalArgumentException("unknown unit: " + text);
    }

    /** Uses the largest unit that needs no fraction. Zero has the smallest unit. */
    private static String format(long value, List<Unit> units, String space) {
        for (Unit unit : units) {
            if (value != 0 && value % unit.factor == 0) {
                return value / unit.factor + space + unit.name;
            }
        }
        return value + space + units.get(units.size() - 1).name;
    }
}
