// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

/**
 * What was seen of one frequency in a window, and whether it is sustained.
 *
 * @param perSecond messages that were due
 * @param seconds that the window took
 * @param engines that worked
 * @param waitingBefore messages that were due and not done when the window began
 * @param waitingAfter the same when it ended
 * @param mostLateSeconds by which the source emitted a message after it was due
 * @param done messages that were done in the window
 */
record Sustained(
        double perSecond,
        double seconds,
        int engines,
        long waitingBefore,
        long waitingAfter,
        double mostLateSeconds,
        long done) {

    /** The share of the window by which the rate of results may be lower. */
    private static final double TOLERANCE = 0.01;

    /** A thread is kept from a core for so long now and then, which matters in a short window. */
    private static final double LEAST_SLACK_SECONDS = 0.05;

    /** What may come so much later is within the rate of results that is asked for. */
    private static double slack(double seconds) {
        return Math.max(LEAST_SLACK_SECONDS, TOLERANCE * seconds);
    }

    boolean holds() {
        return !isLate() && !isGrowing() && !isSlow();
    }

    /** The source was late by more than an interval. */
    boolean isLate() {
        return mostLateSeconds > Math.max(1 / perSecond, slack(seconds));
    }

    /** The number of intervals that the source was late at most. */
    double lateIntervals() {
        return mostLateSeconds * perSecond;
    }

    /** The number of messages that the queue has grown by. */
    long growth() {
        return waitingAfter - waitingBefore;
    }

    /** The queue has grown by more than a message per engine. */
    boolean isGrowing() {
        return growth() > Math.max(engines, perSecond * slack(seconds));
    }

    /** The rate of results was less than 99 %; a message that is about to be done counts. */
    boolean isSlow() {
        return done + 1 < perSecond * (seconds - slack(seconds));
    }

    /**
     * Whether so much waits that what is left of the window cannot change the verdict.
     *
     * @param waiting messages that are due and not done now
     * @param usual of them, with all engines at work and the others on their way
     */
    static boolean isHopeless(double perSecond, double seconds, int engines, long waiting, double usual) {
        return waiting > usual + 4 * Math.max(engines, perSecond * slack(seconds));
    }

    /** Why it does not hold, in a few words. */
    String reason() {
        if (isLate()) {
            return String.format("the source is %.0f ms late", 1e3 * mostLateSeconds);
        }
        return isGrowing() ? "the queue grows by " + growth() : String.format("%.3g/s come out", done / seconds);
    }
}
