// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.terminal;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Formats numbers for people, in the same way for every locale. */
public final class Format {

    private static final int DIGITS = 4;
    private static final int MOST_DECIMALS = 12;

    private Format() {}

    /** Returns a count: {@code 1,234,567}. */
    public static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /**
     * Returns a number with this many decimals and commas between thousands; "-" for a number that is not finite. Each
     * fraction that the command line prints is formatted by this method.
     */
    public static String decimal(double value, int decimals) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%,." + decimals + "f", value) : "-";
    }

    /** Returns a number as {@link #decimal(double, int)} does, followed by a unit such as {@code " ms"}. */
    public static String decimal(double value, int decimals, String unit) {
        return Double.isFinite(value) ? decimal(value, decimals) + unit : "-";
    }

    /** Returns a share from 0 to 1: {@code 12.3 %}. */
    public static String share(double share) {
        return decimal(100 * share, 1, " %");
    }

    /**
     * Returns a number with at least four digits, never with an exponent: {@code 12,540}, {@code 3.142}, {@code
     * 0.00001234}.
     */
    public static String number(double value) {
        if (!Double.isFinite(value)) {
            return "-";
        }
        if (value == Math.rint(value)) {
            return decimal(value, 0);
        }
        int whole = (int) Math.floor(Math.log10(Math.abs(value))) + 1;
        return decimal(value, Math.max(0, Math.min(MOST_DECIMALS, DIGITS - whole)));
    }

    /** Returns a time with three digits and a unit: {@code 12.3 us}, {@code 4.56 ms}, {@code 1.20 s}. */
    public static String nanos(long nanos) {
        if (nanos < 1_000) {
            return nanos + " ns";
        }
        double value = nanos / 1e3;
        String[] units = {"us", "ms", "s"};
        int unit = 0;
        while (value >= 999.5 && unit < units.length - 1) {
            value /= 1e3;
            unit++;
        }
        int decimals = value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
        return decimal(value, decimals, " " + units[unit]);
    }

    /** Returns seconds with a unit that fits: {@code 250 ms}, {@code 2.3 s}, {@code 5m 6s}; may be negative. */
    public static String seconds(double seconds) {
        if (!Double.isFinite(seconds)) {
            return "-";
        }
        if (Math.abs(seconds) < 1) {
            return Math.round(1e3 * seconds) + " ms";
        }
        return Math.abs(seconds) < 60
                ? decimal(seconds, 1, " s")
                : (seconds < 0 ? "-" : "") + age(Duration.ofSeconds(Math.round(Math.abs(seconds))));
    }

    /** Returns an age with its two largest units: {@code 3d 4h}, {@code 5m 6s}, {@code 7s}. */
    public static String age(Duration age) {
        long seconds = Math.max(0, age.toSeconds());
        if (seconds >= 86_400) {
            return seconds / 86_400 + "d " + seconds / 3_600 % 24 + "h";
        }
        if (seconds >= 3_600) {
            return seconds / 3_600 + "h " + seconds / 60 % 60 + "m";
        }
        return seconds >= 60 ? seconds / 60 + "m " + seconds % 60 + "s" : seconds + "s";
    }

    public static String percent(long part, long whole) {
        return share((double) part / whole);
    }

    /** Returns the counts by cause: {@code late 3, lost 12}; a dash if there are none. */
    public static String causes(Map<String, Long> counts) {
        return counts.isEmpty()
                ? "-"
                : new TreeMap<>(counts)
                        .entrySet().stream()
                                .map(cause -> cause.getKey() + " " + count(cause.getValue()))
                                .collect(Collectors.joining(", "));
    }

    /** Returns a component's id, with its display name if it has one. */
    public static String component(String id, String displayName) {
        return displayName.isEmpty() ? id : id + " (" + displayName + ")";
    }
}
