// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

/** The unit of a {@link Figure}: how its number is kept in a word, and what a meter shows of it. */
public enum Unit {
    COUNT(""),
    BYTES("bytes"),
    /** True or false: 1 or 0. */
    FLAG(""),
    NANOS("seconds"),
    /** Nanoseconds that are 0 while they are not known, and negative if they never end. */
    KNOWN_NANOS("seconds"),
    /** A fraction, whose bits the word has. */
    REAL(""),
    /** A fraction of bytes, whose bits the word has. */
    REAL_BYTES("bytes");

    private static final double NANOS_PER_SECOND = 1e9;

    private final String meterUnit;

    Unit(String meterUnit) {
        this.meterUnit = meterUnit;
    }

    /** Returns the unit of its meter; empty if it has none. */
    public String meterUnit() {
        return meterUnit;
    }

    /** Returns the type of its numbers: boolean, long or double. */
    public Class<?> type() {
        return switch (this) {
            case FLAG -> boolean.class;
            case REAL, REAL_BYTES -> double.class;
            default -> long.class;
        };
    }

    /** Returns the word that keeps a number of this type. */
    public long word(Object number) {
        return number instanceof Boolean flag
                ? flag ? 1 : 0
                : type() == double.class ? Double.doubleToRawLongBits(((Number) number).doubleValue()) : (Long) number;
    }

    /** Returns the number that a word keeps. */
    public Object number(long word) {
        return switch (this) {
            case FLAG -> word != 0;
            case REAL, REAL_BYTES -> Double.longBitsToDouble(word);
            default -> word;
        };
    }

    /** Returns what a meter shows: seconds for times; NaN if it is unknown, infinite if it never ends. */
    public double shown(long word) {
        return switch (this) {
            case COUNT, BYTES, FLAG -> word;
            case NANOS -> word / NANOS_PER_SECOND;
            case KNOWN_NANOS -> word == 0 ? Double.NaN : word < 0 ? Double.POSITIVE_INFINITY : word / NANOS_PER_SECOND;
            case REAL, REAL_BYTES -> Double.longBitsToDouble(word);
        };
    }
}
