package io.millrace.cli.geo;

import java.util.Locale;

/** Bytes, money and shares for people. */
final class Amounts {

    private static final double KILO = 1e3;

    private Amounts() {}

    /** With decimal units, as prices have them: {@code 512 B}, {@code 12.3 kB}, {@code 4.56 MB}. */
    static String bytes(double bytes) {
        String[] units = {"B", "kB", "MB", "GB", "TB"};
        double value = bytes;
        int unit = 0;
        while (value >= 999.5 && unit < units.length - 1) {
            value /= KILO;
            unit++;
        }
        int decimals = unit == 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
        return String.format(Locale.ROOT, "%." + decimals + "f %s", value, units[unit]);
    }

    static String money(double amount) {
        return amount == 0 ? "-" : String.format(Locale.ROOT, "%.4f", amount);
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }
}
