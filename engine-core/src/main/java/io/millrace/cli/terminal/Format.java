package io.millrace.cli.terminal;

import java.time.Duration;
import java.util.Locale;

/** Numbers for people, the same in every locale. */
public final class Format {

    private Format() {}

    /** {@code 1,234,567}. */
    public static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** Three digits and a unit: {@code 12.3 us}, {@code 4.56 ms}, {@code 1.20 s}. */
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
        return String.format(Locale.ROOT, "%." + decimals + "f %s", value, units[unit]);
    }

    /** Seconds with a unit that fits: {@code 250 ms}, {@code 2.3 s}, {@code 5m 6s}; may be negative. */
    public static String seconds(double seconds) {
        if (Math.abs(seconds) < 1) {
            return Math.round(1e3 * seconds) + " ms";
        }
        return Math.abs(seconds) < 60
                ? String.format(Locale.ROOT, "%.1f s", seconds)
                : (seconds < 0 ? "-" : "") + age(Duration.ofSeconds(Math.round(Math.abs(seconds))));
    }

    /** The two largest units: {@code 3d 4h}, {@code 5m 6s}, {@code 7s}. */
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
        return whole == 0 ? "-" : String.format(Locale.ROOT, "%.1f %%", 100.0 * part / whole);
    }

    /** Returns a component's id, with its display name if it has one. */
    public static String component(String id, String displayName) {
        return displayName.isEmpty() ? id : id + " (" + displayName + ")";
    }
}
