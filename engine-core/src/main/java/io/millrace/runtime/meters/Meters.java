package io.millrace.runtime.meters;

import io.millrace.api.metrics.LatencySummary;

/** Takes the values of one reading. */
interface Meters {

    /** A value that goes up and down. */
    void gauge(Family family, double value, String... labels);

    /**
     * A part of a count; the parts of one series add up.
     *
     * @param part names who counts: when its count is smaller than before, it began again
     */
    void count(Family family, String part, double value, String... labels);

    /** @param count of all values so far */
    void summary(Family family, LatencySummary latency, long count, String... labels);
}
