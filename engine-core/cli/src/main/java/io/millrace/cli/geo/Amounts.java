// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.geo;

import io.millrace.cli.terminal.Format;

/** Bytes and money for people. */
final class Amounts {

    private static final double KILO = 1e3;

    private Amounts() {}

    /** Returns bytes with decimal units, as prices have them: {@code 512 B}, {@code 12.3 kB}, {@code 4.56 MB}. */
    static String bytes(double bytes) {
        String[] units = {"B", "kB", "MB", "GB", "TB"};
        double value = bytes;
        int unit = 0;
        while (value >= 999.5 && unit < units.length - 1) {
            value /= KILO;
            unit++;
        }
        int decimals = unit == 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
        return Format.decimal(value, decimals, " " + units[unit]);
    }

    static String money(double amount) {
        return amount == 0 ? "-" : Format.decimal(amount, 4);
    }
}
