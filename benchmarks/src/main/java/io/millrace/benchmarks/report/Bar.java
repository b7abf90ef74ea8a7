// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.report;

/**
 * A bound on figures.
 *
 * @param what is bounded, with the cell
 * @param value that was measured
 * @param bound that it is compared with
 * @param atMost whether the bound is the highest value; else it is the lowest
 */
public record Bar(String what, double value, double bound, String unit, boolean atMost) {

    public boolean met() {
        return atMost ? value <= bound : value >= bound;
    }

    public String text() {
        return String.format(
                "%-7s %s: %.2f, %s %.2f %s",
                met() ? "met" : "MISSED", what, value, atMost ? "at most" : "at least", bound, unit);
    }

    /** The text for a page, in Markdown. */
    public String markdown() {
        return what + ": " + (met() ? "met" : "**missed**") + " (" + (MarkdownTable.shorten(value) + " " + unit).strip()
                + ", " + (atMost ? "≤ " : "≥ ") + MarkdownTable.shorten(bound) + ")";
    }
}
