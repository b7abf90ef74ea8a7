// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.compare;

/**
 * A figure of a new build over that of an old one.
 *
 * @param spread half of the interval in which the ratio is, as the relative errors of both add up in squares; NaN if
 *     one of them is not known
 */
record Ratio(double value, double spread) {

    static Ratio of(Figure before, Figure after) {
        double value = after.value() / before.value();
        return new Ratio(value, Math.hypot(after.error(), value * before.error()) / before.value());
    }

    /** Says whether the new figure differs, and by how much. */
    static String verdict(Figure before, Figure after) {
        if (before.value() == after.value()) {
            return "the same";
        }
        Ratio ratio = of(before, after);
        if (before.value() == 0 || Double.isNaN(ratio.spread)) {
            return "not known: " + (before.value() == 0 ? "it was 0" : "too few iterations");
        }
        double change = ratio.value - 1;
        if (Math.abs(change) <= ratio.spread) {
            return "within noise";
        }
        return String.format("%s by %.1f %%", change > 0 ? after.more() : after.less(), 100 * Math.abs(change));
    }

    String text() {
        return Double.isNaN(value) || Double.isInfinite(value)
                ? ""
                : String.format("%.3f", value) + (Double.isNaN(spread) ? "" : String.format(" ± %.3f", spread));
    }
}
