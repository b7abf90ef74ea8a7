// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.format;

/**
 * The rule for numbers in text, wherever columns become numbers: an optional sign and ASCII digits, and for a double
 * also a point and an exponent. Blanks, digits of other scripts, hexadecimal digits, suffixes, and values that are not
 * finite are refused.
 */
final class Decimals {

    private static final int RADIX = 10;

    private Decimals() {}

    static int toInt(CharSequence text) {
        requireWhole(text);
        return Integer.parseInt(text, 0, text.length(), RADIX);
    }

    static long toLong(CharSequence text) {
        requireWhole(text);
        return Long.parseLong(text, 0, text.length(), RADIX);
    }

    static double toDouble(CharSequence text) {
        int point = digits(text, sign(text, 0));
        int end = point < text.length() && text.charAt(point) == '.' ? digits(text, point + 1) : point;
        boolean hasDigits = end - sign(text, 0) > (end > point ? 1 : 0);
        if (hasDigits && end < text.length() && (text.charAt(end) == 'e' || text.charAt(end) == 'E')) {
            int exponent = sign(text, end + 1);
            end = digits(text, exponent);
            hasDigits = end > exponent;
        }
        require(hasDigits && end == text.length(), text);
        double value = Double.parseDouble(text.toString());
        require(Double.isFinite(value), text);
        return value;
    }

    private static void requireWhole(CharSequence text) {
        int begin = sign(text, 0);
        int end = digits(text, begin);
        require(end > begin && end == text.length(), text);
    }

    private static int sign(CharSequence text, int at) {
        return at < text.length() && (text.charAt(at) == '-' || text.charAt(at) == '+') ? at + 1 : at;
    }

    private static int digits(CharSequence text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at;
    }

    private static void require(boolean holds, CharSequence text) {
        if (!holds) {
            throw new NumberFormatException(text.toString());
        }
    }
}
