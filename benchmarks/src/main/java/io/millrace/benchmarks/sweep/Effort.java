// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

/**
 * How closely cells are looked at.
 *
 * @param leastSeconds of a frequency
 * @param leastMessages of a frequency, if that takes longer
 * @param settlingSeconds from the first message until a window begins, beside the time that two messages cost
 * @param precision to which the highest frequency is known
 * @param boundSeconds for which the machine is looked at without engines
 */
record Effort(double leastSeconds, int leastMessages, double settlingSeconds, double precision, double boundSeconds) {

    static final Effort FULL = new Effort(5, 20, 0.5, 0.03, 2);

    /** The effort that only shows that it runs: the figures are coarse. */
    static final Effort QUICK = new Effort(0.6, 5, 0.2, 0.2, 0.4);

    /** The time until source and engines are up, and until they have ended. */
    private static final double STARTING = 6;

    /**
     * Tries of a search beside the one that confirms, with those that are repeated: the mean of 22 cells in the full
     * form.
     */
    private static final int TRIES = 12;

    /** How long a frequency is looked at. */
    double seconds(double perSecond) {
        return Math.max(leastSeconds, leastMessages / perSecond);
    }

    /** The time from the first message until the window begins: engines are at work then. */
    double leadSeconds(double costSeconds) {
        return settlingSeconds + 2 * costSeconds;
    }

    /** About how long a cell takes. */
    double cellSeconds(Cell cell) {
        double bound = cell.setting().engines() / cell.costSeconds();
        return STARTING
                + boundSeconds
                + leastSeconds
                + (TRIES + Search.CONFIRMING) * seconds(bound)
                + seconds(bound / 2)
                + seconds(bound)
                + (TRIES + 3) * leadSeconds(cell.costSeconds());
    }
}
